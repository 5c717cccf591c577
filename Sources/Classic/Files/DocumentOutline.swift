import ManifestVerifier

/// The names in a JSON text that decide what it is taken for, without any of its values.
///
/// An outline takes a few hundred bytes, whatever the size of the text. A body that a parser of ours accepts has the
/// outline of its kind, and so has that body with further members, since readers ignore members that they do not know.
package struct DocumentOutline: Sendable {
    /// The members at the top that belong to some kind of document.
    private var members: Set<String> = []
    private var memberCount = 0
    /// Whether all values at the top are strings, as in a remote config.
    private var hasOnlyStrings = true
    private var hasAppBuild = false
    private var hasPublicKey = false
    /// Each container's member that is being read, the outermost first; nil for an array.
    private var path: [String?] = []

    /// Reads a text that must be strict JSON.
    package init(strict body: [UInt8]) throws(JSONError) {
        var reader = JSONReader(body, keepsText: false)
        try reader.document(into: &self)
    }

    /// Reads anything that passes for JSON somewhere: with comments, trailing commas, repeated members, a byte order mark.
    ///
    /// What comes before a worse error counts as well: a reader that tolerates the error has seen it.
    package init(lenient body: [UInt8]) {
        var reader = JSONReader(
            body, tolerating: [.comments, .trailingCommas, .duplicates, .byteOrderMark], keepsText: false)
        try? reader.document(into: &self)
    }

    /// Whether there is a member of that name at the top, which must be one that belongs to some kind.
    func has(_ name: String) -> Bool { members.contains(name) }

    /// Whether this is an object with `signed` and `signatures`: the envelope of The Update Framework.
    var isSignedMetadata: Bool { has("signed") && has("signatures") }

    /// The members at the top that make the text a document of that kind; nil when it is not taken for one.
    func members(making kind: DocumentKind, of body: [UInt8]) -> [String]? {
        guard kind.members.allSatisfy(members.contains) else { return nil }
        switch kind {
        case .environmentConfig:
            // An app acts on a build; environments without one are the team's own.
            return hasAppBuild ? kind.members : nil
        case .keyRing:
            // Other sets of keys, such as a JWKS, have no such member. An empty ring makes no key trusted.
            return hasPublicKey ? kind.members : nil
        case .remoteConfig:
            let usual = RemoteConfigNames.usual
            if has(usual.force) { return kind.members + [usual.force] }
            // A team may have named its parameters; then there are no other members, and they are versions.
            guard hasOnlyStrings, (try? RemoteConfig(body: body)) != nil else { return nil }
            return kind.members
        default:
            return kind.members
        }
    }
}

extension DocumentOutline: JSONConsumer {
    /// The registered claims that make an object a JSON Web Token (RFC 7519 §4.1); `iat` says nothing of its use.
    static let claims = ["iss", "sub", "aud", "exp", "nbf", "jti"]

    private static let known = Set(
        DocumentKind.allCases.flatMap(\.members) + [RemoteConfigNames.usual.force]
            + ["signed", "signatures", "alg"] + claims)

    package mutating func open(isObject: Bool, at position: TextPosition) {
        if path.count == 1 { hasOnlyStrings = false }
        path.append(isObject ? "" : nil)
    }

    package mutating func member(_ name: String, at position: TextPosition) {
        path[path.count - 1] = name
        switch path.count {
        case 1:
            memberCount += 1
            if Self.known.contains(name) { members.insert(name) }
        case 3 where name == "publicKey":
            // `{ "keys": [ { "publicKey": … } ] }`
            if path[0] == "keys", path[1] == nil { hasPublicKey = true }
        case 5 where name == "build":
            // `{ "environments": { "…": { "apps": { "ios": { "build": … } } } } }`
            if path[0] == "environments", path[1] != nil, path[2] == "apps",
                path[3].flatMap(Platform.init(rawValue:)) != nil
            {
                hasAppBuild = true
            }
        default: break
        }
    }

    package mutating func scalar(_ content: JSONValue.Content, at position: TextPosition) {
        guard path.count == 1 else { return }
        if case .string = content { return }
        hasOnlyStrings = false
    }

    package mutating func close() { path.removeLast() }
}
