import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What has become of an attempt, or a verdict on a bundle, for the telemetry of the app.
///
/// The form is the same in every language, to the byte. It has no message, no address and no name of a person or a device,
/// so that an app may send it as it is.
public struct BundleEvent: Equatable, Sendable, CustomStringConvertible {
    /// `start`, `refused`, `failed`, `confirmed`, `download` or `update`.
    public let name: String
    private var members: [(name: String, value: String, isNumber: Bool)] = []

    init(_ name: String) { self.name = name }

    func with(_ name: String, _ value: (some CustomStringConvertible)?) -> BundleEvent {
        guard let value else { return self }
        var event = self
        event.members.append((name, value.description, value is Int))
        return event
    }

    /// A member as a text; nil when the event has none of that name.
    public subscript(_ member: String) -> String? { members.first { $0.name == member }?.value }

    /// One JSON object on one line.
    public var json: String {
        let texts = members.map { member in
            ",\"\(member.name)\":\(member.isNumber ? member.value : "\"\(Self.escaped(member.value))\"")"
        }
        return "{\"event\":\"\(name)\"\(texts.joined())}"
    }

    /// What JSON demands (RFC 8259 §7), and no more: a file that was planted may have any name.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(scalar)
            }
        }.joined()
    }

    /// The same as ``json``.
    public var description: String { json }

    public static func == (a: BundleEvent, b: BundleEvent) -> Bool { a.json == b.json }
}

extension BundleEvent {
    static func refused(_ bundle: BundleVersion, _ refusal: BundleRefusal) -> BundleEvent {
        BundleEvent("refused").with("bundle", bundle).with("reason", refusal.code).with("file", refusal.file)
    }

    static func failed(_ version: SemanticVersion, because reason: String) -> BundleEvent {
        BundleEvent("failed").with("bundle", BundleVersion.stored(version)).with("reason", reason)
    }

    static func updated(_ outcome: UpdateOutcome, after time: TimeInterval) -> BundleEvent {
        let event = BundleEvent("update")
        let told =
            switch outcome {
            case .upToDate: event.with("outcome", "up-to-date")
            case .installed(let version):
                event.with("outcome", "installed").with("bundle", BundleVersion.stored(version))
            case .appUpdateNeeded(let need):
                event.with("outcome", "app-update-needed").with("bundle", BundleVersion.stored(need.bundle))
                    .with("needsShell", need.minimumShell.spelling)
            case .withdrawnCurrent(let next): event.with("outcome", "withdrawn-current").with("bundle", next)
            case .failed(let failure): event.with("outcome", "failed").with("code", failure.code)
            }
        return told.with("millis", milliseconds(time))
    }

    static func milliseconds(_ time: TimeInterval) -> Int { Int((time * 1_000).rounded()) }

    /// The same with what all events begin with.
    func completed(by store: BundleStore) -> BundleEvent {
        var event = BundleEvent(name).with("time", store.seconds > 0 ? store.seconds : nil)
            .with("shell", store.shell.spelling).with("embedded", store.embedded.version)
        event.members += members
        return event
    }
}

/// Why a bundle in the store is not what was signed, or no longer counts as that.
struct BundleRefusal: Error, Equatable, Sendable {
    /// `changed-file`, `missing-file`, `planted-file`, `unreadable-file`, `unsigned`, `not-offered`, `wrong-files`, or the code of a
    /// `VerificationError`.
    let code: String
    /// The path of the file that is not as it was signed; nil when it is not about one.
    var file: String?

    static func changed(_ path: String) -> BundleRefusal { BundleRefusal(code: "changed-file", file: path) }
    static func missing(_ path: String) -> BundleRefusal { BundleRefusal(code: "missing-file", file: path) }
    /// A damaged disk gives no bytes at all.
    static func unreadable(_ path: String) -> BundleRefusal { BundleRefusal(code: "unreadable-file", file: path) }
}
