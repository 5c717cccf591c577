import ManifestVerifier
import WebBundles

/// What a page is told of the bundles, member by member.
struct SessionReport {
    let settings: PluginSettings
    let status: StoreStatus
    let current: BundleVersion

    /// The version of a bundle, which the embedded one has as well.
    private func name(_ version: BundleVersion) -> String {
        switch version {
        case .embedded: settings.version.spelling
        case .stored(let version): version.spelling
        }
    }

    /// The bundle that another start would show; nil when it is the current one.
    var next: String? { status.next == current ? nil : name(status.next) }

    func current(channel: String?) -> [JSONMember] {
        let isConfirmed =
            if case .stored(let version) = current { status.confirmed.contains(version) } else { true }
        return [
            JSONMember("version", .string(name(current))),
            JSONMember("isEmbedded", JSONValue(.bool(current == .embedded))),
            JSONMember("isConfirmed", JSONValue(.bool(isConfirmed))), JSONMember("next", Self.text(next)),
            JSONMember("shell", .string(settings.shell.spelling)), JSONMember("channel", Self.text(channel)),
        ]
    }

    /// The embedded bundle first, then what was downloaded, the lowest version first.
    var bundles: JSONValue {
        let isWithdrawn = status.withdrawn.contains(settings.version)
        let embedded = bundle(
            settings.version, isWithdrawn ? "withdrawn" : "embedded", isCurrent: current == .embedded)
        let stored = status.stored.map { version in
            let isTried = status.trial?.version == version
            let state = status.confirmed.contains(version) ? "confirmed" : isTried ? "trial" : "new"
            return bundle(version, state, isCurrent: current == .stored(version))
        }
        return .array([embedded] + stored + status.failed.map { bundle($0, "failed", isCurrent: false) })
    }

    private func bundle(_ version: SemanticVersion, _ state: String, isCurrent: Bool) -> JSONValue {
        .object([
            JSONMember("version", .string(version.spelling)), JSONMember("state", .string(state)),
            JSONMember("isCurrent", JSONValue(.bool(isCurrent))),
        ])
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? JSONValue(.null) }
}
