import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is known about one document, and what follows from it; nothing here waits.
struct Knowledge: Sendable {
    private let configuration: GateConfiguration
    private let device: Device

    /// The newest known manifest; nothing older is accepted.
    private var newest: VerifiedManifest?
    /// What decides; nil while nothing is known.
    private var standing: Standing?
    /// A verified answer of the backend that this app is outdated, or the service down for maintenance.
    private var observed: Standing?

    init(_ configuration: GateConfiguration, device: Device) {
        self.configuration = configuration
        self.device = device
    }

    private var verifier: Verifier { configuration.verifier }

    /// What the app is to do.
    ///
    /// - Parameter isAllowed: whether what was verified before a failure does not decide.
    func decision(store: StoreVersion?, isAllowed: Bool) -> Decision {
        deciding(isAllowed: isAllowed)?.decision(for: device, store: store)
            ?? Decision(.available, source: .none, asOf: nil)
    }

    /// What the current document needs to compare but cannot.
    func unreadableApp(isAllowed: Bool) -> UnreadableApp? {
        deciding(isAllowed: isAllowed)?.unreadableApp(on: device)
    }

    private func deciding(isAllowed: Bool) -> Standing? { observed ?? (isAllowed ? nil : standing) }

    // MARK: What is kept

    /// Starts with the document that the app embeds, or throws why it does not decide.
    mutating func adopt(embedded: Download, now: Date) throws(VerificationError) {
        let manifest = try verifier.verify(kept: embedded, path: configuration.path)
        newest = manifest
        standing = try translating(standing(manifest, source: .embedded)) { (error: DocumentError) in
            VerificationError.notADocument(verifier.format, error)
        }
        // It was never current on this device.
        if isFrozen(manifest, now: now), isBlocked(by: standing) { standing = nil }
    }

    /// Accepts the stored document, unless it does not verify or what is known is newer.
    mutating func adopt(stored: Download) {
        guard let manifest = try? verifier.verify(kept: stored, path: configuration.path, notBefore: newest) else {
            return
        }
        if standing?.source == .fetched {
            // What was fetched without a date does not outrank what another gate has stored with one.
            guard let date = manifest.date, newest?.date.map({ date > $0 }) ?? true else { return }
        }
        newest = manifest
        standing = try? standing(manifest, source: .stored)
    }

    // MARK: What arrives

    /// Accepts a response, or throws why not.
    ///
    /// - Parameter wasAskedBefore: whether it was requested before the last answer of the backend was observed.
    mutating func accept(
        _ response: DocumentResponse, wasAskedBefore: Bool, now: Date
    ) throws(CheckFailure) -> VerifiedManifest {
        guard response.status == 200 else { throw .status(response.status) }
        let download = Download(body: response.body, headers: response.headers, in: configuration.envelope)
        let manifest = try translating(
            verifier.verify(download, path: configuration.path, stored: newest, now: now),
            to: CheckFailure.verification)
        let fetched = try translating(standing(manifest, source: .fetched)) { (error: DocumentError) in
            CheckFailure.verification(.notADocument(verifier.format, error))
        }
        if let date = manifest.date, isFrozen(manifest, now: now), isBlocked(by: fetched), !isBlocked(by: standing) {
            throw .frozen(date)
        }
        newest = manifest
        standing = fetched
        if !wasAskedBefore, !isOutdated(manifest, by: observed) { observed = nil }
        return manifest
    }

    /// Accepts a signed update-required document when it blocks this device, and returns whether it does.
    ///
    /// It must be as new as what it contradicts, and its key may not be older: otherwise an earlier answer of the backend
    /// could be replayed.
    mutating func observe(_ download: Download, now: Date) -> Bool {
        let path = configuration.updateRequired
        // Without a path it is unknown which .jws to expect.
        guard download.envelope == .headers || path != nil else { return false }
        let expected = verifier.expecting(device.platform == .ios ? .updateRequiredIOS : .updateRequiredAndroid)
        guard let manifest = try? expected.verify(download, path: path, stored: observed?.manifest, now: now),
            !isFrozen(manifest, now: now), let refusal = try? standing(manifest, source: .fetched),
            isBlocked(by: refusal)
        else { return false }
        if let newest {
            guard !verifier.hasOlderKey(manifest, than: newest) else { return false }
            if let known = newest.date {
                // As for documents, one without a date follows one with a date only under a newer key.
                guard manifest.date != nil || verifier.hasOlderKey(newest, than: manifest) else { return false }
                if !isBlocked(by: standing), let date = manifest.date, date < known { return false }
            }
        }
        observed = refusal
        return true
    }

    // MARK: Rules

    /// Whether a manifest is older than a refusal that requires an update.
    ///
    /// The end of maintenance changes no other document, so any of them may lift it.
    private func isOutdated(_ manifest: VerifiedManifest, by refusal: Standing?) -> Bool {
        guard let refusal, let date = manifest.date, let observedDate = refusal.manifest.date,
            case .required = refusal.decision(for: device, store: nil).outcome
        else { return false }
        return date < observedDate
    }

    private func standing(_ manifest: VerifiedManifest, source: Decision.Source) throws(DocumentError) -> Standing {
        try Standing(
            manifest, source: source, platform: device.platform, selecting: configuration.selection,
            storeURL: configuration.storeURL?.absoluteString)
    }

    private func isBlocked(by standing: Standing?) -> Bool {
        standing?.decision(for: device, store: nil).isBlocked ?? false
    }

    private func isFrozen(_ manifest: VerifiedManifest, now: Date) -> Bool {
        guard let maximumAge = configuration.maximumAge, let date = manifest.date else { return false }
        return now.timeIntervalSince1970 - Double(date.secondsSince1970) > maximumAge / .seconds(1)
    }
}

/// A manifest that decides, with its requirements.
struct Standing: Sendable {
    let manifest: VerifiedManifest
    let source: Decision.Source
    private let requirements: Requirements

    init(
        _ manifest: VerifiedManifest, source: Decision.Source, platform: Platform,
        selecting selection: Requirements.Selection, storeURL: String?
    ) throws(DocumentError) {
        self.manifest = manifest
        self.source = source
        var requirements = try Requirements(manifest, platform: platform, selecting: selection)
        if requirements.updateURL == nil { requirements.updateURL = storeURL }
        self.requirements = requirements
    }

    func unreadableApp(on device: Device) -> UnreadableApp? { requirements.unreadableApp(on: device) }

    func decision(for device: Device, store: StoreVersion?) -> Decision {
        decide(requirements, for: device, store: store, source: source, asOf: manifest.date)
    }
}
