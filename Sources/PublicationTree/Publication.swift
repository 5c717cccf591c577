import Classic
import Diagnostics
import ManifestVerifier

/// The index of one environment's tree: what its `publication.jws` says.
package struct Publication: Equatable, Sendable {
    package struct Document: Equatable, Sendable {
        package let path: DocumentPath
        package let format: DocumentFormat
        /// Bytes of the body.
        package let byteCount: Int
        /// SHA-256 of the body, 64 lowercase hexadecimal digits.
        package let sha256: String
        /// The response headers that a host must send with the body, the content type among them.
        package let headers: [HeaderField]
        /// SHA-256 of the `.jws`, 64 lowercase hexadecimal digits; nil without one.
        package let jws: String?
        /// What its readers know beside it; nil for formats that say everything themselves.
        package let knowledge: ReaderKnowledge?

        package init(
            path: DocumentPath, format: DocumentFormat, byteCount: Int, sha256: String, headers: [HeaderField],
            jws: String? = nil, knowledge: ReaderKnowledge? = nil
        ) {
            self.path = path
            self.format = format
            self.byteCount = byteCount
            self.sha256 = sha256
            self.headers = headers
            self.jws = jws
            self.knowledge = knowledge
        }
    }

    /// A key of the environment, as the ring had it when the tree was signed.
    package struct Key: Equatable, Sendable {
        package let id: KeyID
        /// SHA-256 of its SubjectPublicKeyInfo, 64 lowercase hexadecimal digits.
        package let sha256: String
        package let state: KeyState

        package init(id: KeyID, sha256: String, state: KeyState) {
            (self.id, self.sha256, self.state) = (id, sha256, state)
        }

        package init(_ key: TrustedKey) {
            self.init(id: key.id, sha256: key.publicKey.fingerprint.hexadecimal, state: key.state)
        }
    }

    package let environment: EnvironmentName
    /// The profile of every signature header.
    package let profile: SignatureProfile
    /// Scheme and host of the documents' URLs.
    package let origin: String
    /// After how many seconds a signature with a date is made anew although its document did not change.
    package let resignAfter: Int64
    /// The cache-control of the index itself.
    package let cacheControl: CacheControl
    /// In which envelopes the signatures of the documents travel.
    package let envelopes: Envelopes
    /// What a change may block without an acknowledgement; nil for any number of devices.
    package let maximumBlocked: DeviceLimit?
    /// The keys of the environment, oldest first; none before anything is signed.
    package private(set) var keys: [Key]
    /// SHA-256 of the policy's file: a claim of the builder that nothing checks.
    package private(set) var policy: String?
    /// The documents, ordered by the bytes of their paths.
    package private(set) var documents: [Document]

    /// Orders the documents.
    package init(
        environment: EnvironmentName, profile: SignatureProfile, origin: String, resignAfter: Int64,
        cacheControl: CacheControl, envelopes: Envelopes, maximumBlocked: DeviceLimit? = nil, keys: [Key] = [],
        policy: String? = nil, documents: [Document]
    ) {
        self.environment = environment
        self.profile = profile
        self.origin = origin
        self.resignAfter = resignAfter
        self.cacheControl = cacheControl
        self.envelopes = envelopes
        self.maximumBlocked = maximumBlocked
        self.keys = keys
        self.policy = policy
        self.documents = documents.sorted { $0.path < $1.path }
    }
}

extension Publication {
    package var json: JSONValue {
        var members = [
            JSONMember("environment", .string(environment.rawValue)),
            JSONMember("profile", .string(profile.rawValue)),
            JSONMember("origin", .string(origin)),
            JSONMember("resignAfter", .integer(Int(resignAfter))),
            JSONMember("cacheControl", .string(cacheControl.value)),
            JSONMember("envelopes", envelopes.json),
        ]
        if let maximumBlocked { members.append(JSONMember("maxBlocked", .string(maximumBlocked.description))) }
        members.append(JSONMember("keys", .array(keys.map(\.json))))
        if let policy { members.append(JSONMember("built", .object([JSONMember("policy", .string(policy))]))) }
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
        let profile = try object.required("profile")
        let origin = try object.required("origin").asString()
        let resignAfter = try object.required("resignAfter")
        let cacheControl = try object.required("cacheControl")
        let envelopes = try object.required("envelopes")
        let maximumBlocked = object.optional("maxBlocked")
        let keys = try object.required("keys").asArray()
        let built = object.optional("built")
        let elements = try object.required("documents").asArray()
        try object.refuseUnknownMembers()

        let parsedEnvironment = try environment.parsed(or: "not the name of an environment") { EnvironmentName($0) }
        let parsedProfile = try profile.parsed(or: "a profile is body or dated") { SignatureProfile(rawValue: $0) }
        guard try resignAfter.asInteger() >= 0 else { throw resignAfter.unacceptable("a negative number of seconds") }
        let parsedCacheControl = try cacheControl.parsed(or: "not a cache-control") { CacheControl($0) }
        let policy = try built.map { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let policy = try object.required("policy").asSHA256()
            try object.refuseUnknownMembers()
            return policy
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
            environment: parsedEnvironment, profile: parsedProfile, origin: origin,
            resignAfter: Int64(try resignAfter.asInteger()), cacheControl: parsedCacheControl,
            envelopes: try Envelopes(envelopes),
            maximumBlocked: try maximumBlocked.map { (value) throws(JSONShapeError) in try DeviceLimit(value) },
            keys: try keys.map { (key) throws(JSONShapeError) in try Key(key) }, policy: policy, documents: documents)
    }
}

extension Publication {
    /// Whether any document has a date.
    package var hasDates: Bool { profile == .dated && envelopes.hasHeaders || envelopes.hasJWS }

    /// The same index without the claim of its builder.
    package var unclaimed: Publication {
        var copy = self
        copy.policy = nil
        return copy
    }

    /// The same index of other documents, with the keys of a ring.
    package func listing(_ documents: [Document], keys: [Key] = []) -> Publication {
        var copy = self
        (copy.documents, copy.keys) = (documents.sorted { $0.path < $1.path }, keys)
        return copy
    }

    /// The same with something else of each document.
    package func mapDocuments(_ transform: (Document) -> Document) -> Publication {
        var copy = self
        copy.documents = documents.map(transform)
        return copy
    }

    /// The response headers of the index.
    package var headers: [HeaderField] {
        [HeaderField(unchecked: HeaderField.contentType, value: JWS.mediaType), cacheControl.field]
    }
}

extension Publication.Key {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("id", .string(id.rawValue)), JSONMember("sha256", .string(sha256)),
            JSONMember("state", .string(state.rawValue)),
        ])
    }

    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let id = try object.required("id")
        let sha256 = try object.required("sha256").asSHA256()
        let state = try object.required("state")
        try object.refuseUnknownMembers()
        self.init(
            id: try id.parsed(or: "not a key id") { KeyID($0) }, sha256: sha256,
            state: try state.parsed(or: "a key is next, active, retired or revoked") { KeyState(rawValue: $0) })
    }
}

extension Publication.Document {
    package var digest: ListedDigest {
        guard let digest = ListedDigest(hexadecimal: sha256) else {
            preconditionFailure("an index with another digest is refused")
        }
        return digest
    }

    /// SHA-256 of the `.jws`; nil without one.
    package var jwsDigest: ListedDigest? { jws.flatMap { ListedDigest(hexadecimal: $0) } }

    package var contentType: String? { headers.first { $0.isNamed(HeaderField.contentType) }?.value }

    fileprivate var json: JSONValue {
        .object(
            [
                JSONMember("path", .string(path.rawValue)),
                JSONMember("format", .string(format.rawValue)),
                JSONMember("bytes", .integer(byteCount)),
                JSONMember("sha256", .string(sha256)),
                JSONMember("contentType", .string(contentType ?? "")),
                JSONMember("headers", .object(headers.map { JSONMember($0.name, .string($0.value)) })),
            ] + (jws.map { [JSONMember("jws", .string($0))] } ?? []) + (knowledge.map { [$0.json] } ?? []))
    }

    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let path = try object.required("path")
        let format = try object.required("format")
        let bytes = try object.required("bytes")
        let sha256 = try object.required("sha256")
        let contentType = try object.required("contentType")
        let headers = try object.required("headers")
        let jws = try object.optional("jws")?.asSHA256()
        let parsedFormat = try format.parsed(or: "unknown document format") { DocumentFormat(rawValue: $0) }
        let knowledge = try ReaderKnowledge(&object, of: parsedFormat)
        try object.refuseUnknownMembers()

        let spelledPath = try path.asString()
        let parsedPath = try translating(DocumentPath(spelledPath)) { (failure: DocumentPath.Failure) in
            path.unacceptable(failure.message)
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
            headers: fields, jws: jws, knowledge: knowledge)
        guard self.contentType == (try contentType.asString()) else {
            throw contentType.unacceptable("contentType and the header content-type differ")
        }
    }
}
