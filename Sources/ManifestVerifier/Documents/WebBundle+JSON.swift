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

    /// The versions of bundles.
    fileprivate func asBundleVersions() throws(JSONShapeError) -> [SemanticVersion] {
        try asArray().map { (element) throws(JSONShapeError) in try element.asBundleVersion() }
    }

    /// The version of a native shell.
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
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        guard text.utf8.count == 64, text.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) }) else {
            throw unacceptable("not 64 lowercase hexadecimal digits")
        }
        return text
    }
}

extension [SemanticVersion] {
    fileprivate var json: JSONValue { .array(map { .string($0.spelling) }) }
}

extension NumericVersion {
    /// How a bundle without an upper bound is written: above every version of a shell.
    package static let unbounded = NumericVersion(major: 999_999_999, minor: 999_999_999, patch: 999_999_999)
    /// Below every version of a shell.
    static let zero = NumericVersion(major: 0, minor: 0, patch: 0)
}
