import ManifestVerifier

/// A web bundle: its archive, and the signature over it.
public struct WebBundle: Equatable, Sendable {
    /// The version of the bundle, without build metadata.
    public let version: SemanticVersion
    /// Where the archive is: an https URL, or a name beside the document.
    public let url: String
    /// SHA-256 of the archive, 64 lowercase hexadecimal digits.
    public let sha256: String
    /// The DER signature over the archive, by the key that signed the document.
    public let signature: [UInt8]

    package init(version: SemanticVersion, url: String, sha256: String, signature: [UInt8]) {
        self.version = version
        self.url = url
        self.sha256 = sha256
        self.signature = signature
    }
}

extension DocumentPath {
    /// The document that names the newest web bundle.
    package static let webBundleManifest = bundlePath("manifest.json")
    package static let webBundleIndex = bundlePath("index.json")

    package static func webBundle(_ version: SemanticVersion) -> DocumentPath {
        bundlePath(webBundleName(version))
    }

    /// The name of a web bundle's archive: `v1.5.1.zip`.
    package static func webBundleName(_ version: SemanticVersion) -> String { "v\(version).zip" }

    /// Whether a path in a tree is that of an archive.
    package static func isWebBundle(_ path: String) -> Bool {
        path.hasPrefix("\(webBundleFolder)/v") && path.hasSuffix(".zip")
    }

    private static func bundlePath(_ name: String) -> DocumentPath {
        guard let path = try? DocumentPath("\(webBundleFolder)/\(name)") else {
            preconditionFailure("a version without build metadata has the characters of a path")
        }
        return path
    }
}

// MARK: JSON

extension WebBundle {
    init(_ object: inout JSONObject) throws(JSONShapeError) {
        let version = try object.required("version")
        let url = try object.required("url")
        let sha256 = try object.required("sha256")
        let signature = try object.required("signature")
        let digest = try sha256.asSHA256()
        guard let der = Base64.decode(try signature.asString()), !der.isEmpty, der.count <= Limits.signatureBytes else {
            throw signature.unacceptable("not the base64 of a DER signature")
        }
        let address = try url.asString()
        guard (1...Limits.pathBytes).contains(address.utf8.count) else { throw url.unacceptable("not a URL") }
        self.init(version: try version.asBundleVersion(), url: address, sha256: digest, signature: der)
    }

    /// The members in the order of the contract. An index has the size of the archive, too.
    func members(byteCount: Int? = nil) -> [JSONMember] {
        [
            JSONMember("version", .string(version.spelling)), JSONMember("url", .string(url)),
            JSONMember("sha256", .string(sha256)), byteCount.map { JSONMember("size", .integer($0)) },
            JSONMember("signature", .string(Base64.encode(signature))),
        ].compactMap(\.self)
    }
}

extension JSONValue {
    /// The version of a bundle: without build metadata, so that equal versions are spelled alike.
    package func asBundleVersion() throws(JSONShapeError) -> SemanticVersion {
        let spelling = try asString()
        guard let version = SemanticVersion(spelling), !version.hasBuildMetadata else {
            throw unacceptable("\"\(spelling)\" is not a semantic version without build metadata")
        }
        return version
    }

    func asBundleVersions() throws(JSONShapeError) -> [SemanticVersion] {
        try asArray().map { (element) throws(JSONShapeError) in try element.asBundleVersion() }
    }
}

extension [SemanticVersion] {
    var json: JSONValue { .array(map { .string($0.spelling) }) }
}
