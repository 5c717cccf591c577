import LocalFiles
import ManifestVerifier
import Policy
import Programs
import PublicationTree

// What was published, as far as it is proven.
extension ComparedTree {
    /// The documents of a tree that was built or published before; only what a key of the environment signed is believed.
    ///
    /// - Parameters:
    ///   - other: the other side, which tells the formats where no index does.
    ///   - policy: what it was built from, if that is known.
    package init(
        _ previous: PreviousTree, of environment: EnvironmentName,
        comparedWith other: ComparedTree? = nil, keys: TrustedKeys, policy: EnvironmentPolicy? = nil
    ) throws(FileError) {
        var problems = (previous.download?.problems ?? []).map { problem in
            Problem(
                path: problem.path,
                message: "\(environment)/\(problem.path) was published, but could not be downloaded: "
                    + problem.failure.message, hint: problem.failure.hint)
        }
        var index = previous.download?.index
        let path = DocumentPath.publication.file
        if index == nil, let file = try previous.tree.read(path, limit: VerifiedIndex.byteLimit) {
            do throws(VerifiedIndex.Failure) {
                index = try VerifiedIndex(file, keys: keys, environment: environment)
            } catch {
                problems.append(
                    Problem(path: path, message: "\(environment)/\(path) \(error.message)", hint: error.hint))
            }
        }
        // A file that the index does not list is not published. Without an index, what has no signature may be a file of the
        // host or of a web app.
        let others = Set(index == nil ? previous.documents : []).filter { text in
            let format = (try? DocumentPath(text)).flatMap { other?.format(of: $0) } ?? .file
            return format != .file || previous.tree.files.contains(text + DocumentPath.signatureSuffix)
        }
        try self.init(
            environment, index: index, and: others, comparedWith: other, policy: policy, problems: problems
        ) { (path, listed) throws(FileError) in
            // A document that did not come is a problem already.
            guard previous.tree.files.contains(path.rawValue) else { return .nothing }
            guard let body = try Self.signedBody(path, in: previous.tree, listed, environment, keys) else {
                return .problem(
                    "was published without a signature that verifies",
                    hint: "it was not compared; check what is published with: signet verify")
            }
            return .body(body)
        }
    }

    /// What a side has at a path.
    private enum Found {
        /// - Parameter retiredKey: the only proof of it, if that is a retired key.
        case body([UInt8], retiredKey: String? = nil)
        case problem(String, hint: String)
        case nothing
    }

    /// The documents that an index lists, and those at other paths.
    private init<Failure>(
        _ environment: EnvironmentName, index: VerifiedIndex?, and others: Set<String>,
        comparedWith other: ComparedTree?, policy: EnvironmentPolicy?, problems: [Problem],
        _ find: (DocumentPath, Publication.Document?) throws(Failure) -> Found
    ) throws(Failure) {
        let publication = index?.publication
        let listed = Dictionary((publication?.documents ?? []).map { ($0.path.rawValue, $0) }) { first, _ in first }
        var (problems, documents): ([Problem], [String: Document]) = (problems, [:])
        var retired = Set(index.map { $0.key.isRetired ? [$0.key.name] : [] } ?? [])
        var bundles: [DocumentPath: [UInt8]] = [:]
        for text in Set(listed.keys).union(others).sorted() {
            guard let path = try? DocumentPath(text) else { continue }
            let format = listed[text]?.format ?? other?.format(of: path) ?? .file
            guard format != .webBundle else { continue }
            guard format != .file else {
                documents[text] = Document(path: path, format: .file, sha256: listed[text]?.sha256, body: nil)
                continue
            }
            switch try find(path, listed[text]) {
            case .nothing: break
            case .problem(let message, let hint):
                problems.append(Problem(path: text, message: "\(environment)/\(text) \(message)", hint: hint))
            case .body(let body, let key):
                if let key { retired.insert(key) }
                if Self.isAboutBundles(format) {
                    bundles[path] = body
                } else {
                    documents[text] = Document(
                        path: path, format: format, body: body, knowledge: listed[text]?.knowledge)
                }
            }
        }
        self.init(
            environment: environment, documents: documents, bundles: ComparedBundles { bundles[$0] },
            signing: index.map { Signing($0) }, ring: publication?.keys ?? [],
            delivery: publication.map { Delivery($0) }, problems: problems, policy: policy,
            isComplete: problems.isEmpty, retiredKeys: retired, signed: index?.date.instant)
    }

    /// What is live at a place, as far as it is proven: one side for each set of bodies that devices may have.
    ///
    /// Usually there is one. Where a body and its `.jws` prove different things, as after an upload that was cut off,
    /// there is a second one, with what the `.jws` says.
    ///
    /// - Parameter new: what is to be published, which tells the formats where no index does.
    package static func sides(of live: ProvenTree, comparedWith new: ComparedTree) -> [ComparedTree] {
        func side(_ choice: ([ProvenBody]) -> ProvenBody?) -> ComparedTree {
            ComparedTree(
                live.environment, index: live.index, and: Set(live.bodies.keys), comparedWith: new, policy: nil,
                problems: []
            ) { path, _ in
                guard let bodies = live.bodies[path.rawValue] else {
                    // What was removed by an upload that was cut off is in neither.
                    guard new.documents[path.rawValue] != nil else { return .nothing }
                    return .problem(
                        "is listed as published, but is not there",
                        hint: "what devices have of it cannot be told; check what is published with: signet verify")
                }
                guard let body = choice(bodies) else {
                    return .problem(
                        "was published without any signature that verifies",
                        hint: "it was not compared; check what is published with: signet verify")
                }
                return .body(body.bytes, retiredKey: body.retiredKey?.name)
            }
        }
        let isOne = live.bodies.values.allSatisfy { $0.count < 2 }
        return [side { $0.first }] + (isOne ? [] : [side { $0.last }])
    }

    /// The body of a document, if a key of the environment signed it, or the verified index lists it.
    private static func signedBody(
        _ path: DocumentPath, in tree: TreeFolder, _ listed: Publication.Document?, _ environment: EnvironmentName,
        _ keys: TrustedKeys
    ) throws(FileError) -> [UInt8]? {
        let files: TreeDocument?
        do throws(FileError) {
            files = try tree.read(path, bodyLimit: Limits.manifestBytes)
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            return nil
        }
        guard let files else { return nil }
        if let listed, listed.digest.matches(SHA256.hash(files.body)) { return files.body }
        guard let sidecar = files.signature, let signature = try? BodySignature(sidecar: sidecar) else { return nil }
        let trusted = keys.keys.filter { $0.environment == environment && !$0.isRevoked }
        return signature.signer(of: SHA256.hash(files.body), among: trusted) == nil ? nil : files.body
    }
}
