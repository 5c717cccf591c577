import ManifestVerifier

/// A manifest that decides, with what it requires.
struct Standing: Sendable {
    let manifest: VerifiedManifest
    let source: Decision.Source
    private let requirements: Requirements

    init(
        _ manifest: VerifiedManifest, source: Decision.Source, platform: Platform,
        selecting selection: Requirements.Selection
    ) throws(DocumentError) {
        self.manifest = manifest
        self.source = source
        requirements = try Requirements(manifest, platform: platform, selecting: selection)
    }

    func unreadableApp(on device: Device) -> UnreadableApp? { requirements.unreadableApp(on: device) }

    func decision(for device: Device, store: StoreVersion?) -> Decision {
        decide(requirements, for: device, store: store, source: source, asOf: manifest.date)
    }
}
