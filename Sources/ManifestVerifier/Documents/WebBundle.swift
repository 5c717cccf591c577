/// A web bundle on offer: its archive, and the native shells that can run it.
public struct WebBundle: Equatable, Sendable {
    /// The version of the bundle, without build metadata.
    public let version: SemanticVersion
    /// Where the archive is: an https URL, or a name beside the document.
    public let url: String
    /// SHA-256 of the archive, 64 lowercase hexadecimal digits.
    public let sha256: String
    /// The DER signature over the archive, by the key that signed the document.
    public let signature: [UInt8]
    /// The oldest shell that can run the bundle.
    public let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    public let maximumShell: NumericVersion?

    package init(
        version: SemanticVersion, url: String, sha256: String, signature: [UInt8], minimumShell: NumericVersion,
        maximumShell: NumericVersion?
    ) {
        self.version = version
        self.url = url
        self.sha256 = sha256
        self.signature = signature
        self.minimumShell = minimumShell
        self.maximumShell = maximumShell
    }

    /// Whether a shell of that version can run the bundle; the range includes its bounds. A maximum of `0.0.0` fits no
    /// shell, not even a development build with version `0.0.0`.
    public func fits(_ shell: NumericVersion) -> Bool {
        minimumShell <= shell && (maximumShell.map { shell <= $0 && $0 > .zero } ?? true)
    }

    /// The bundle with bounds that no shell fits.
    package var forNoShell: WebBundle {
        WebBundle(
            version: version, url: url, sha256: sha256, signature: signature, minimumShell: .zero, maximumShell: .zero)
    }
}

/// The newest web bundle of an environment, and the versions that clients must stop using.
public struct WebBundleManifest: Equatable, Sendable {
    /// The newest bundle on offer. When there is none any more, it is the last one, with bounds of `0.0.0` that no shell
    /// fits, since deployed clients need all members.
    public let bundle: WebBundle
    /// The versions that clients must stop using, the newest first.
    public let withdrawn: [SemanticVersion]

    /// Orders the withdrawn versions.
    package init(bundle: WebBundle, withdrawn: [SemanticVersion]) {
        self.bundle = bundle
        self.withdrawn = withdrawn.sorted(by: >)
    }
}

/// Every web bundle of an environment, those that are no longer offered included.
public struct WebBundleIndex: Equatable, Sendable {
    /// One bundle with the size of its archive.
    public struct Entry: Equatable, Sendable {
        /// The bundle.
        public let bundle: WebBundle
        /// Bytes of the archive.
        public let byteCount: Int

        package init(bundle: WebBundle, byteCount: Int) {
            self.bundle = bundle
            self.byteCount = byteCount
        }
    }

    /// The bundles on offer, the newest version first.
    public let offered: [Entry]
    /// The versions that clients must stop using, the newest first.
    public let withdrawn: [SemanticVersion]
    /// The versions that are no longer offered but may be kept by clients that have them, the newest first.
    public let retired: [SemanticVersion]

    /// Orders all three.
    package init(offered: [Entry], withdrawn: [SemanticVersion], retired: [SemanticVersion] = []) {
        self.offered = offered.sorted { $0.bundle.version > $1.bundle.version }
        self.withdrawn = withdrawn.sorted(by: >)
        self.retired = retired.sorted(by: >)
    }
}

extension DocumentPath {
    package static let webBundleFolder = "builds"
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

extension WebBundleManifest {
    /// Reads a verified manifest.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let manifest = WebBundleManifest(
                bundle: try WebBundle(value), withdrawn: try object.optional("withdrawn")?.asBundleVersions() ?? [])
            guard manifest.withdrawn.count <= Limits.webBundles else {
                throw value.unacceptable("more than \(Limits.webBundles) versions")
            }
            return manifest
        }
    }

    /// The manifest in the order of the contract.
    package var json: JSONValue {
        var members = bundle.members(byteCount: nil)
        if !withdrawn.isEmpty { members.append(JSONMember("withdrawn", withdrawn.json)) }
        return .object(members)
    }
}

extension WebBundle {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let version = try object.required("version")
        let url = try object.required("url")
        let sha256 = try object.required("sha256")
        let signature = try object.required("signature")
        let minimum = try object.required("minShellVersion").asShellVersion()
        let maximum = try object.optional("maxShellVersion")?.asShellVersion()
        let digest = try sha256.asSHA256()
        guard let der = Base64.decode(try signature.asString()), !der.isEmpty, der.count <= Limits.signatureBytes else {
            throw signature.unacceptable("not the base64 of a DER signature")
        }
        if let maximum, maximum < minimum { throw value.unacceptable("maxShellVersion is below minShellVersion") }
        let address = try url.asString()
        guard (1...Limits.pathBytes).contains(address.utf8.count) else { throw url.unacceptable("not a URL") }
        self.init(
            version: try version.asBundleVersion(), url: address, sha256: digest, signature: der,
            minimumShell: minimum, maximumShell: maximum == .unbounded ? nil : maximum)
    }

    /// The members in the order of the contract, all of them always: deployed clients need every one. The index has the
    /// size of the archive, too.
    fileprivate func members(byteCount: Int?) -> [JSONMember] {
        var members = [
            JSONMember("version", .string(version.spelling)), JSONMember("url", .string(url)),
            JSONMember("sha256", .string(sha256)),
        ]
        if let byteCount { members.append(JSONMember("size", JSONValue(.number(String(byteCount))))) }
        members += [
            JSONMember("signature", .string(Base64.encode(signature))),
            JSONMember("minShellVersion", .string(minimumShell.spelling)),
            JSONMember("maxShellVersion", .string((maximumShell ?? .unbounded).spelling)),
        ]
        return members
    }
}

extension WebBundleIndex {
    /// Reads a verified index, in which no version appears twice.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let bundles = try object.required("bundles")
            let withdrawn = try object.required("withdrawn")
            let index = WebBundleIndex(
                offered: try bundles.asArray().map { (element) throws(JSONShapeError) in try Entry(element) },
                withdrawn: try withdrawn.asBundleVersions(),
                retired: try object.optional("retired")?.asBundleVersions() ?? [])
            let versions = index.offered.map(\.bundle.version) + index.withdrawn + index.retired
            guard versions.count <= Limits.webBundles else {
                throw value.unacceptable("more than \(Limits.webBundles) versions")
            }
            guard Set(versions).count == versions.count else {
                throw value.unacceptable("a version appears twice")
            }
            return index
        }
    }

    /// The index in the order of the contract.
    package var json: JSONValue {
        var members = [
            JSONMember("bundles", .array(offered.map { .object($0.bundle.members(byteCount: $0.byteCount)) })),
            JSONMember("withdrawn", withdrawn.json),
        ]
        if !retired.isEmpty { members.append(JSONMember("retired", retired.json)) }
        return .object(members)
    }
}

extension WebBundleIndex.Entry {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let size = try object.required("size")
        let byteCount = try size.asInteger()
        guard byteCount > 0 else { throw size.unacceptable("an archive has at least one byte") }
        self.init(bundle: try WebBundle(value), byteCount: byteCount)
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

    fileprivate func asBundleVersions() throws(JSONShapeError) -> [SemanticVersion] {
        try asArray().map { (element) throws(JSONShapeError) in try element.asBundleVersion() }
    }

    package func asShellVersion() throws(JSONShapeError) -> NumericVersion {
        let spelling = try asString()
        guard let version = NumericVersion(spelling) else {
            throw unacceptable("\"\(spelling)\" is not a version of 1 to 3 numbers")
        }
        return version
    }

    /// The 64 lowercase hexadecimal digits of a SHA-256.
    package func asSHA256() throws(JSONShapeError) -> String {
        let text = try asString()
        guard ListedDigest(hexadecimal: text) != nil else {
            throw unacceptable("not 64 lowercase hexadecimal digits")
        }
        return text
    }
}

extension [SemanticVersion] {
    fileprivate var json: JSONValue { .array(map { .string($0.spelling) }) }
}

extension NumericVersion {
    /// The spelling of no upper bound: above every version of a shell.
    package static let unbounded = NumericVersion(major: 999_999_999, minor: 999_999_999, patch: 999_999_999)
    /// Below every version of a shell.
    static let zero = NumericVersion(major: 0, minor: 0, patch: 0)
}
