import Diagnostics
import ManifestVerifier
import PublicationTree

/// For how long caches may keep each document of an environment.
///
/// One value for all documents, or an object with the names of `documents` and, for all others, `default`. The index always
/// has the default: it changes at its path, as rendered documents do, so that only files can be `immutable`.
package struct CacheControlPolicy: Sendable {
    /// What the index has, and every document without a value of its own.
    package private(set) var standard = CacheControl.standard
    private var documents: [PolicyDocument: CacheControl] = [:]

    static let shape = Shape<CacheControlPolicy>.object(
        { _ in CacheControlPolicy() }, members, shorthand: "default", kind: "a string or an object")

    private static let members: [Member<CacheControlPolicy>] =
        PolicyDocument.allCases.filter { $0 != .files }.map { document in
            Member(document.rawValue, "The documents of \(document.rawValue).", changing) {
                $0.documents[document] = $1
            }
        } + [
            Member(
                "default", "All others (\"\(CacheControl.standard.value)\" if absent).", changing, \.standard),
            Member("files", "All files. One that is named by its SHA-256 is immutable if absent.", mayBeImmutable) {
                $0.documents[.files] = $1
            },
        ]

    private static let header = #""type": "string", "pattern": "^[!#-~]([ !#-~]{0,254}[!#-~])?$""#

    private static let changing = Shape<CacheControl>(
        #"""
        \#(header),
        "not": { "pattern": "(^|,) *[Ii][Mm][Mm][Uu][Tt][Aa][Bb][Ll][Ee] *(=|,|$)" }
        """#
    ) { try $0.asCacheControl() }.named("changingHeader")

    private static let mayBeImmutable = Shape<CacheControl>(.members(header)) {
        try $0.asCacheControl(allowsImmutable: true)
    }

    func value(of format: DocumentFormat) -> CacheControl { documents[PolicyDocument(format)] ?? standard }

    /// The value of a static file. A file whose name says which bytes it has never changes at its path.
    func value(ofFile path: DocumentPath, _ body: [UInt8]) -> CacheControl {
        documents[.files] ?? (path.names(body) ? .immutable : standard)
    }
}

enum PolicyDocument: String, CaseIterable {
    case availability
    case appConfig = "app-config"
    case environmentConfig = "environment-config"
    case remoteConfig = "remote-config"
    case firebaseTemplate = "firebase-template"
    case gate
    case webBundles = "web-bundles"
    case files

    init(_ format: DocumentFormat) {
        self =
            switch format {
            case .availabilityIOS, .availabilityAndroid: .availability
            case .appConfig: .appConfig
            case .environmentConfig: .environmentConfig
            case .remoteConfigIOS, .remoteConfigAndroid: .remoteConfig
            case .firebaseTemplate: .firebaseTemplate
            case .gateIOS, .gateAndroid: .gate
            case .webBundleManifest, .webBundleIndex, .webBundle: .webBundles
            case .file: .files
            }
    }
}

extension DocumentPath {
    /// Whether the file's name says which bytes it has: one of the parts between `.`, `-` and `_` is the beginning of their
    /// SHA-256, at least 8 hexadecimal digits, as in `app.3f2a9c1b.js`.
    func names(_ body: [UInt8]) -> Bool {
        let name = rawValue.split(separator: "/").last ?? ""
        let parts = name.split { (character: Character) in character == "." || character == "-" || character == "_" }
        let digits = parts.map { String($0) }.filter { part in
            (8...64).contains(part.utf8.count) && part.utf8.allSatisfy { $0.hexDigitValue != nil }
        }
        guard !digits.isEmpty else { return false }
        let digest = SHA256.hash(body).hexadecimal
        return digits.contains { digest.hasPrefix($0.asciiLowercased) }
    }
}

extension JSONValue {
    /// A value of a cache-control header.
    ///
    /// - Parameter allowsImmutable: whether the path can be one whose body never changes.
    fileprivate func asCacheControl(allowsImmutable: Bool = false) throws(JSONShapeError) -> CacheControl {
        guard let value = CacheControl(try asString()) else {
            throw unacceptable(
                "a header value is 1 to \(Limits.headerValueBytes) characters of printable ASCII without quotes or spaces "
                    + "around it")
        }
        if let name = value.repeatedDirective {
            throw unacceptable("\(name.quotedName) is there twice, and caches read the one or the other")
        }
        guard allowsImmutable || !value.isImmutable else {
            throw unacceptable("only files can be immutable: these documents change at the same path")
        }
        return value
    }

    /// This environment with one `cacheControl` for all documents spelled as a default, so that one by document can be laid
    /// over it without losing it.
    func spellingOutCacheControl(under layer: JSONValue) -> JSONValue {
        guard case .object(var members) = content, case .object? = layer["cacheControl"]?.content,
            let place = members.firstIndex(where: { $0.name == "cacheControl" }),
            case .string = members[place].value.content
        else { return self }
        let value = members[place].value
        members[place].value = JSONValue(
            .object([JSONMember("default", value, at: members[place].position)]), at: value.position)
        return JSONValue(.object(members), at: position)
    }
}
