import Diagnostics
import ManifestVerifier
import PublicationTree

// The values of a policy, checked where they are read and never again; their schemas are as strict.

extension Shape<String> {
    static let text = Shape(#""type": "string""#) { try $0.asString() }

    /// An https URL without credentials.
    static let url = Shape(
        #"""
        "type": "string", "maxLength": 2048,
        "pattern": "^https://[!$-.0-;=A-\\[\\]_a-z~]+([/?#][!#-;=?-\\[\\]_a-z~]*)?$"
        """#
    ) { try $0.asURL() }.named("url")

    /// A scheme, a host, and perhaps a port and a path.
    static let origin = Shape(
        #"""
        "type": "string", "maxLength": 2048,
        "pattern": "^https://([A-Za-z0-9._~%!$&'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]*)?(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)*$",
        "examples": ["https://distribution.example.com"]
        """#
    ) { try $0.asURL(isOrigin: true) }

    /// What precedes a file's name in its URL.
    static let urlPrefix = Shape(
        #""type": "string", "maxLength": 512, "pattern": "^https://[A-Za-z0-9._~:-]+/([A-Za-z0-9._~/:-]*/)?$""#
    ) { value in
        let spelling = try value.asURL()
        guard spelling.hasSuffix("/"), spelling.utf8.count <= Limits.pathBytes / 2,
            spelling.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "._-~/:".utf8.contains($0) })
        else {
            throw value.unacceptable("\"\(spelling)\" is not an https URL of A-Z a-z 0-9 . _ - ~ / that ends in \"/\"")
        }
        return spelling
    }

    /// The path of one document; it is checked as it is rendered.
    static let path = Shape(
        #"""
        "type": "string", "maxLength": 1024,
        "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}$",
        "not": { \#(reservedNames) }
        """#
    ) { try $0.asString() }.named("path")

    /// The path of a document of each platform, for which `{platform}` stands.
    static let platformPath = Shape(
        #"""
        "type": "string",
        "pattern": "^([A-Za-z0-9_-]|\\{platform\\})([A-Za-z0-9._-]|\\{platform\\}){0,239}(/([A-Za-z0-9_-]|\\{platform\\})([A-Za-z0-9._-]|\\{platform\\}){0,239}){0,31}$",
        "not": { \#(reservedNames) }
        """#
    ) { try $0.asString() }.named("platformPath")

    /// The name of an environment of the policy; that there is one of this name is checked where it is looked for.
    static let environmentName = Shape(
        #""type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$""#
    ) { try $0.asString() }.named("environmentName")

    static let parameter = Shape(#""type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,255}$""#) {
        try $0.asString()
    }

    /// The names that belong to the tree itself: `*.sig`, `*.headers`, `*.jws`, `publication`, `builds/`, `objects/`.
    static let reservedNames = #"""
        "anyOf": [
          { "pattern": "\\.([Ss][Ii][Gg]|[Hh][Ee][Aa][Dd][Ee][Rr][Ss]|[Jj][Ww][Ss])(/|$)" },
          { "pattern": "^[Pp][Uu][Bb][Ll][Ii][Cc][Aa][Tt][Ii][Oo][Nn](/|$)" },
          { "pattern": "^([Bb][Uu][Ii][Ll][Dd][Ss]|[Oo][Bb][Jj][Ee][Cc][Tt][Ss])(/|$)" }
        ]
        """#
}

extension Shape<Positioned<PolicyPath>> {
    static let policyPath = Shape(.members(policyPathSchema)) { try $0.asPolicyPath() }.named("policyPath")

    static let policyPathSchema = #"""
        "type": "string",
        "pattern": "^(?![Kk][Ee][Yy][Ss](/|$))[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?$"
        """#
}

extension Shape<Bool> {
    static let flag = Shape(#""type": "boolean""#) { try $0.asBool() }
}

extension Shape<SignatureProfile> {
    static let profile = Shape(#""enum": ["body", "dated"]"#) { value in
        let name = try value.asString()
        guard let profile = SignatureProfile(rawValue: name) else {
            throw value.unacceptable("\"\(name)\" is not a profile; use \"body\" or \"dated\"")
        }
        return profile
    }
}

extension Shape<Envelopes> {
    static let envelopes = Shape(
        #"""
        "type": "array", "items": { "enum": \#(Envelopes.names.json) }, "uniqueItems": true,
        "contains": { "enum": ["headers", "jws"] }, "examples": [["headers", "jws"]]
        """#
    ) { try Envelopes($0) }
}

extension Shape<TimeSpan> {
    /// A number and `s`, `m`, `h` or `d`.
    static let timeSpan = Shape(#""type": "string", "pattern": "^(?!0+[smhd]$)[0-9]{1,6}[smhd]$""#) {
        try $0.asTimeSpan()
    }.named("timeSpan")
}

extension Shape<Int64> {
    static let seconds = Shape(Shape<TimeSpan>.timeSpan.node) { try $0.asTimeSpan().seconds }
}

extension Shape<Instant> {
    static let instant = Shape(
        #"""
        "type": "string",
        "pattern": "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"
        """#, reading: { try $0.asRuleTime($1) }
    ).named("instant")
}

extension Shape<NumericVersion> {
    static let version = Shape(
        #""type": "string", "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$""#, code: .versionGrammar
    ) { try NumericVersion(versionJSON: $0) }.named("version")
}

extension Shape<[VersionPattern]> {
    /// One pattern of versions, or an array of them.
    static let patterns = Shape(
        oneOrMore(
            #"""
            "type": "string",
            "pattern": "^((<|<=|>=|>)?[0-9]{1,18}(\\.[0-9]{1,18}){0,2}|[0-9]{1,18}(\\.[0-9]{1,18}){0,2}\\.\\.\\.[0-9]{1,18}(\\.[0-9]{1,18}){0,2})$"
            """#)
    ) { try $0.asVersionPatterns() }.named("patterns")
}

extension Shape<DeviceLimit> {
    static let deviceLimit = Shape(
        #"""
        "type": "string", "pattern": "^([0-9]{1,18}|(100(\\.0{1,12})?|[0-9]{1,2}(\\.[0-9]{1,12})?)%)$",
        "examples": ["2%"]
        """#
    ) { try DeviceLimit($0) }
}

extension Shape {
    static func oneOrMore(_ schema: String) -> SchemaNode {
        #""anyOf": [{ \#(schema) }, { "type": "array", "minItems": 1, "items": { \#(schema) } }]"#
    }
}

extension Shape<Int> {
    /// An SDK level, a version code or a build.
    static let number = Shape(#""type": "integer", "minimum": 1"#, code: .positiveInteger) {
        try Int(versionJSON: $0)
    }
}

extension Shape<TextReference> {
    /// The key of a text, or texts by their languages; nil, with findings, for what is neither.
    static let words = Shape(
        .either([
            #""type": "string""#,
            .map(
                names: #""pattern": "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$""#, values: [("", #""type": "string""#)],
                isEmptyAllowed: false),
        ])
    ) { json, name, findings in
        switch json.content {
        case .string(let key): return .key(Positioned(value: key, position: json.position))
        case .object(let members):
            guard members.isEmpty else {
                return .inline(CatalogText(inline: members, name: name, at: json.position, findings))
            }
            findings.add(json.unacceptable("a text needs at least one language"))
        default: findings.add(json.wrongType("the key of a text, or texts by language"))
        }
        return nil
    }.named("text")
}

extension [String] {
    var json: String { "[\(map { "\"\($0)\"" }.joined(separator: ", "))]" }
}
