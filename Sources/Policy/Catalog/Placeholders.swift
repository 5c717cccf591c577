import ManifestVerifier

/// The named placeholders of catalog texts: `{minimumAppVersion}`, and `{{` for a brace.
struct Placeholders: Sendable {
    static let names = ["minimumAppVersion", "latestAppVersion", "minimumOSVersion", "storeURL"]

    /// What there are, for messages.
    static let list = names.map { "{\($0)}" }.joined(separator: ", ")

    struct Failure: Error {
        let message: String
        var hint = "the placeholders are \(list); a brace is written {{"
        /// Whether the text is right, and the policy has no value for it.
        var isMissingValue = false
    }

    private let values: [String: String]

    /// The values for texts of a platform's documents; app versions of Android are version names.
    init(_ policy: PlatformPolicy) {
        let system = policy[.minimumSystem]
        values = [
            "minimumAppVersion": policy[.minimumApp]?.version?.spelling,
            "latestAppVersion": policy[.latestApp]?.version?.spelling,
            "minimumOSVersion": system?.version?.spelling ?? (system?.number).map(String.init),
            "storeURL": policy.storeURL?.value,
        ].compactMapValues(\.self)
    }

    /// The values for a text of one platform, or of all: those on which they agree.
    init(_ environment: EnvironmentPolicy, for platform: Platform?) {
        let all = environment.platforms.filter { platform == nil || $0.platform == platform }.map(Placeholders.init)
        values = (all.first?.values ?? [:]).filter { name, value in all.allSatisfy { $0.values[name] == value } }
    }

    /// A text that filling leaves as it is, whatever braces it contains.
    static func literal(_ text: String) -> String {
        let brace = UInt8(ascii: "{")
        return String(decoding: text.utf8.flatMap { $0 == brace ? [brace, brace] : [$0] }, as: UTF8.self)
    }

    func filling(_ text: String) throws(Failure) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            output += rest[..<brace]
            rest = rest[(brace + 1)...]
            if rest.first == UInt8(ascii: "{") {
                output.append(UInt8(ascii: "{"))
                rest.removeFirst()
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                throw Failure(message: "has a \"{\" without its \"}\"")
            }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard Self.names.contains(name) else { throw Failure(message: "has an unknown placeholder {\(name)}") }
            guard let value = values[name] else {
                throw Failure(
                    message: "has {\(name)}, for which the policy has no value here",
                    hint: "add the value to the platform, or use another text", isMissingValue: true)
            }
            output += value.utf8
            rest = rest[(end + 1)...]
        }
        return String(decoding: output + rest, as: UTF8.self)
    }
}
