import Diagnostics
import ManifestVerifier

/// The index of one environment's tree, `publication.json`.
package struct Publication: Sendable {
    /// One document of the tree.
    package struct Document: Equatable, Sendable {
        package let path: DocumentPath
        package let format: DocumentFormat
        /// Bytes of the body.
        package let byteCount: Int
        /// SHA-256 of the body, 64 lowercase hexadecimal digits.
        package let sha256: String
        /// The response headers that a host must send with the body, the content type among them.
        package let headers: [HeaderField]
        /// SHA-256 of each sidecar that is an envelope, in lowercase hexadecimal digits.
        package let envelopes: [EnvelopeSidecar: String]

        package init(
            path: DocumentPath, format: DocumentFormat, byteCount: Int, sha256: String, headers: [HeaderField],
            envelopes: [EnvelopeSidecar: String] = [:]
        ) {
            self.path = path
            self.format = format
            self.byteCount = byteCount
            self.sha256 = sha256
            self.headers = headers
            self.envelopes = envelopes
        }
    }

    package let environment: EnvironmentName
    /// The key that signed every document; nil before anything is signed.
    package let keyID: KeyID?
    /// The profile of every signature header.
    package let profile: SignatureProfile
    /// The cache-control of the index itself, before anything is signed; nil afterwards, when its headers sidecar has it.
    package let cacheControl: CacheControl?
    /// In which envelopes the signatures of the tree travel.
    package let envelopes: Envelopes
    /// SHA-256 of `keys.jwks`, 64 lowercase hexadecimal digits; nil in a tree that has none.
    package let keySet: String?
    /// The documents, ordered by the bytes of their paths.
    package let documents: [Document]

    /// Orders the documents.
    package init(
        environment: EnvironmentName, keyID: KeyID?, profile: SignatureProfile, cacheControl: CacheControl? = nil,
        envelopes: Envelopes = .standard, keySet: String? = nil, documents: [Document]
    ) {
        self.environment = environment
        self.keyID = keyID
        self.profile = profile
        self.cacheControl = cacheControl
        self.envelopes = envelopes
        self.keySet = keySet
        self.documents = documents.sorted { $0.path < $1.path }
    }
}

extension Publication {
    package var json: JSONValue {
        var members = [JSONMember("environment", .string(environment.rawValue))]
        if let keyID { members.append(JSONMember("keyId", .string(keyID.rawValue))) }
        members.append(JSONMember("profile", .string(profile.rawValue)))
        if let cacheControl { members.append(JSONMember("cacheControl", .string(cacheControl.value))) }
        // Trees from before there was a choice have none of this, and keep their bytes.
        if envelopes != .standard { members.append(JSONMember("envelopes", envelopes.json)) }
        if let keySet { members.append(JSONMember("keySet", .string(keySet))) }
        members.append(JSONMember("documents", .array(documents.map(\.json))))
        return .object(members)
    }

    /// Reads the bytes of an index strictly.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in try Publication(value) }
    }

    /// Reads an index strictly: known members only, paths in order and each once.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let environment = try object.required("environment")
        let keyID = object.optional("keyId")
        let profile = try object.required("profile")
        let cacheControl = object.optional("cacheControl")
        let envelopes = object.optional("envelopes")
        let keySet = object.optional("keySet")
        let elements = try object.required("documents").asArray()
        try object.refuseUnknownMembers()

        guard let parsedEnvironment = EnvironmentName(try environment.asString()) else {
            throw environment.unacceptable("not the name of an environment")
        }
        var parsedKeyID: KeyID?
        if let keyID {
            guard let id = KeyID(try keyID.asString()) else { throw keyID.unacceptable("not a key id") }
            parsedKeyID = id
        }
        guard let parsedProfile = SignatureProfile(rawValue: try profile.asString()) else {
            throw profile.unacceptable("a profile is body or dated")
        }
        var parsedCacheControl: CacheControl?
        if let cacheControl {
            guard parsedKeyID == nil, let value = CacheControl(try cacheControl.asString()) else {
                throw cacheControl.unacceptable("only an index that is not signed has it, as a header value")
            }
            parsedCacheControl = value
        }
        guard elements.count <= Limits.treeDocuments else {
            throw value.unacceptable("more than \(Limits.treeDocuments) documents")
        }
        var documents: [Document] = []
        for element in elements {
            let document = try Document(element)
            if let last = documents.last, !(last.path < document.path) {
                throw element.unacceptable("\"\(document.path)\" is out of order or listed twice")
            }
            documents.append(document)
        }
        self.init(
            environment: parsedEnvironment, keyID: parsedKeyID, profile: parsedProfile,
            cacheControl: parsedCacheControl, envelopes: try envelopes.map(Envelopes.init) ?? .standard,
            keySet: try keySet?.asSHA256(), documents: documents)
    }
}

extension Publication {
    /// SHA-256 of `keys.jwks`; nil in a tree that has none.
    package var keySetDigest: ListedDigest? { keySet.flatMap { ListedDigest(hexadecimal: $0) } }
}

extension Publication.Document {
    /// SHA-256 of the body.
    package var digest: ListedDigest {
        guard let digest = ListedDigest(hexadecimal: sha256) else {
            preconditionFailure("an index with another digest is refused")
        }
        return digest
    }

    /// SHA-256 of a sidecar that is an envelope; nil when the document has none.
    package func digest(of sidecar: EnvelopeSidecar) -> ListedDigest? {
        envelopes[sidecar].flatMap { ListedDigest(hexadecimal: $0) }
    }

    /// The content type among the headers.
    package var contentType: String? { headers.first { $0.isNamed(HeaderField.contentType) }?.value }

    fileprivate var json: JSONValue {
        let sidecars = EnvelopeSidecar.allCases.compactMap { sidecar in
            envelopes[sidecar].map { JSONMember(sidecar.rawValue, .string($0)) }
        }
        return .object(
            [
                JSONMember("path", .string(path.rawValue)),
                JSONMember("format", .string(format.rawValue)),
                JSONMember("bytes", .integer(byteCount)),
                JSONMember("sha256", .string(sha256)),
                JSONMember("contentType", .string(contentType ?? "")),
                JSONMember("headers", .object(headers.map { JSONMember($0.name, .string($0.value)) })),
            ] + sidecars)
    }

    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let path = try object.required("path")
        let format = try object.required("format")
        let bytes = try object.required("bytes")
        let sha256 = try object.required("sha256")
        let contentType = try object.required("contentType")
        let headers = try object.required("headers")
        var sidecars: [EnvelopeSidecar: String] = [:]
        for sidecar in EnvelopeSidecar.allCases {
            sidecars[sidecar] = try object.optional(sidecar.rawValue)?.asSHA256()
        }
        try object.refuseUnknownMembers()

        let parsedPath: DocumentPath
        let spelledPath = try path.asString()
        do throws(DocumentPath.Failure) {
            parsedPath = try DocumentPath(spelledPath)
        } catch {
            throw path.unacceptable(error.message)
        }
        guard let parsedFormat = DocumentFormat(rawValue: try format.asString()) else {
            throw format.unacceptable("unknown document format")
        }
        guard try bytes.asInteger() >= 0 else { throw bytes.unacceptable("a negative size") }
        let digest = try sha256.asSHA256()
        var fields: [HeaderField] = []
        for member in try JSONObject(headers).members {
            let line = Array("\(member.name): \(try member.value.asString())".utf8)
            guard let field = HeaderField(line: line[...]), field.name.hasSameBytes(as: member.name) else {
                throw JSONShapeError(.unacceptable("not a header in printable ASCII"), at: member.position)
            }
            fields.append(field)
        }
        self.init(
            path: parsedPath, format: parsedFormat, byteCount: try bytes.asInteger(), sha256: digest,
            headers: fields, envelopes: sidecars)
        guard self.contentType == (try contentType.asString()) else {
            throw contentType.unacceptable("contentType and the header content-type differ")
        }
    }
}
