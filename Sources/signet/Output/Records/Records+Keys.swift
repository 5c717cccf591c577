import ManifestVerifier
import Plan
import Policy
import SigningKeys
import WebBundles

/// Keys, and what is signed with none: the list of web bundles.
extension Records {
    static let keyList = Record<[KeyRecord]>("keys-1", .list("keys", "The ring, oldest key first.", key) { $0 })

    static let keyChanges = Record<[KeyRingChange.Difference]>(
        "keys-2", .list("changes", "The keys that changed.", keyChange) { $0 })

    static let readiness = Record<[KeyReadinessOutput]>(
        "keys-3", .list("environments", "Which devices know the keys of each.", keyReadiness) { $0 })

    /// A key, with the fingerprint where that was asked for.
    typealias KeyRecord = (entry: KeyRing.Entry, fingerprint: SHA256Digest?)

    static let key = Record<KeyRecord>(
        "key",
        .text("id", "The id of the key.") { $0.entry.id.rawValue },
        .text("name", "Its name.") { $0.entry.name },
        .text("environment", "The environment that it signs for.") { $0.entry.environment.rawValue },
        .word("state", "What it is used for.") { $0.entry.state },
        .text("shippedIn?", "The first version of the app that embeds it.") { $0.entry.shippedIn },
        .text("signer?", "Where its private half is.") { $0.entry.signer?.description },
        .digest("fingerprint?", "The SHA-256 of its public half.") { $0.fingerprint?.hexadecimal })

    static let keyChange = Record<KeyRingChange.Difference>(
        "keyChange",
        .recordOrNull("before", "The key as it was; null for a new one.", key) { change in
            change.before.map { ($0, nil) }
        },
        .record("after", "The key as it is.", key) { ($0.after, nil) })

    static let keyReadiness = Record<KeyReadinessOutput>(
        "keyReadiness",
        .text("environment", "The name of the environment.") { $0.readiness.environment.rawValue },
        .count("devices?", "All devices; absent without a population.") {
            $0.isCounted ? $0.readiness.devices : nil
        },
        .list("keys", "Its keys that are not revoked, oldest first.", knownKey) { output in
            output.readiness.keys.map { ($0, output.isCounted ? output.readiness.counts(of: $0) : nil) }
        },
        .text("next?", "The name of the key that rotate would let sign.") { $0.next?.name },
        .text("refusal?", "Why rotate would be refused.") { $0.refusal },
        .count("stranded?", "Devices that do not know that key.") { $0.nextCounts?.lacking },
        .count("unclear?", "Devices that may not know it.") { $0.nextCounts?.unclear })

    static let knownKey = Record<(key: KeyRing.Entry, counts: KeyReadiness.Counts?)>(
        "knownKey",
        .text("id", "Its id.") { $0.key.id.rawValue },
        .text("name", "What people call it.") { $0.key.name },
        .word("state", "What it does.", of: ["next", "active", "retired"]) { $0.key.state.rawValue },
        .text("shippedIn?", "The first app version that embeds it.") { $0.key.shippedIn },
        .count("know?", "Devices that know it.") { $0.counts?.knowing },
        .count("lack?", "Devices that do not.") { $0.counts?.lacking },
        .count("unclear?", "Devices that may not.") { $0.counts?.unclear })

    static let bundles = Record<(file: String, list: BundleList)>(
        "bundle",
        .text("list", "The list.") { $0.file },
        .list("bundles", "Every version.", bundle) { $0.list.entries },
        .list("recorded", "The recorded shells.", recordedShell) { $0.list.shells })

    static let recordedShell = Record<RecordedShell>(
        "recordedShell",
        .word("platform", "The platform.") { $0.platform },
        .text("version", "The version of the shell.") { $0.version.spelling },
        .list("plugins", "The native plugins that it offers.", plugin) { $0.surface.plugins })

    static let surface = Record<BundleSurface>(
        "bundleSurface", .list("plugins", "The native plugins, by name.", plugin) { $0.plugins })

    static let plugin = Record<BundleSurface.Plugin>(
        "plugin",
        .text("name", "The name of the package.") { $0.name },
        .text("version", "Its version; - if it has none.") { $0.version },
        .text("integrity", "What tells its bytes: an integrity, a commit or a folder.") { $0.integrity })

    static let shells = Record<(platform: Platform, range: ShellRange)>(
        "shells",
        .word("platform", "The platform.") { $0.platform },
        .text("min", "The oldest shell.") { $0.range.minimum.spelling },
        .text("max?", "The newest one; any if absent.") { $0.range.maximum?.spelling })

    static let bundle = Record<BundleList.Entry>(
        "listedBundle",
        .text("version", "The version of the bundle.") { $0.version.spelling },
        .word("state", "What is done with it.") { $0.state },
        .count("bytes?", "The size of its archive.") { $0.archive?.byteCount },
        .digest("sha256?", "The SHA-256 of its archive.") { $0.archive?.digest.hexadecimal },
        .digest("files?", "The SHA-256 of the list of its files.") { $0.archive?.files },
        .list("shells", "The native shells that can run it, by platform.", shells) { entry in
            Platform.allCases.compactMap { platform in
                entry.archive?.shells[platform].map { (platform, $0) }
            }
        },
        .list("surface", "The native plugins that it calls, if they are recorded.", plugin) { entry in
            entry.surface?.plugins ?? []
        },
        .text("audience?", "Whom it is offered to, in words.") { entry in
            entry.archive.map { _ in BundleWords.audience(entry.conditions) }
        })
}
