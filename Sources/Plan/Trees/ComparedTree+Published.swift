import LocalFiles
import ManifestVerifier
import Policy
import Programs
import PublicationTree

// What was published, as far as it is proven: one side for each set of bodies that devices may have.
//
// Usually there is one. Where a body and its `.jws` prove different things, as after an upload that was cut off, there is a
// second one, with what the `.jws` says.
extension ComparedTree {
    /// The documents of a tree that was built or published before; only what a key of the environment signed is believed.
    ///
    /// - Parameters:
    ///   - other: the other side, which tells the formats where no index does.
    ///   - policy: what it was built from, if that is known.
    package static func sides(
        of previous: PreviousTree, _ environment: EnvironmentName,
        comparedWith other: ComparedTree? = nil, keys: TrustedKeys, policy: EnvironmentPolicy? = nil
    ) throws(FileError) -> [ComparedTree] {
        let (tree, download) = (previous.tree, previous.download)
        var problems = (download?.problems ?? []).map { problem in
            Problem(
                path: problem.path,
                message: "\(environment)/\(problem.path) was published, but could not be downloaded: "
                    + problem.failure.message, hint: problem.failure.hint)
        }
        var index = download?.index
        let path = DocumentPath.publication.file
        if index == nil, let file = try tree.read(path, limit: VerifiedIndex.byteLimit) {
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
            return format != .file || tree.files.contains(text + DocumentPath.signatureSuffix)
        }
        let proofs = BodyProofs(keys: keys, environment: environment, index: index)
        return try sides(
            environment, index: index, and: others, comparedWith: other, policy: policy, problems: problems
        ) { (path) throws(FileError) in
            if let bodies = download?.proven[path.rawValue] { return .bodies(bodies) }
            // A document that did not come is a problem already.
            guard tree.files.contains(path.rawValue) else { return .nothing }
            let bodies = try proofs.bodies(at: path, in: tree)
            return bodies.isEmpty
                ? .problem(
                    "was published without a signature that verifies",
                    hint: "it was not compared; check what is published with: signet verify") : .bodies(bodies)
        }
    }

    /// What is live at a place.
    ///
    /// - Parameter new: what is to be published, which tells the formats where no index does.
    package static func sides(of live: ProvenTree, comparedWith new: ComparedTree) -> [ComparedTree] {
        sides(
            live.environment, index: live.index, and: Set(live.bodies.keys), comparedWith: new, policy: nil,
            problems: []
        ) { path in
            guard let bodies = live.bodies[path.rawValue] else {
                // What was removed by an upload that was cut off is in neither.
                guard new.documents[path.rawValue] != nil else { return .nothing }
                return .problem(
                    "is listed as published, but is not there",
                    hint: "what devices have of it cannot be told; check what is published with: signet verify")
            }
            return bodies.isEmpty
                ? .problem(
                    "was published without any signature that verifies",
                    hint: "it was not compared; check what is published with: signet verify") : .bodies(bodies)
        }
    }

    /// What a side has at a path.
    private enum Found {
        /// One body or more.
        case bodies([ProvenBody])
        case problem(String, hint: String)
        case nothing
    }

    /// The documents that an index lists, and those at other paths.
    private static func sides<Failure>(
        _ environment: EnvironmentName, index: VerifiedIndex?, and others: Set<String>,
        comparedWith other: ComparedTree?, policy: EnvironmentPolicy?, problems: [Problem],
        _ find: (DocumentPath) throws(Failure) -> Found
    ) throws(Failure) -> [ComparedTree] {
        let publication = index?.publication
        let listed = Dictionary((publication?.documents ?? []).map { ($0.path.rawValue, $0) }) { first, _ in first }
        var (problems, documents): ([Problem], [String: Document]) = (problems, [:])
        var proven: [(path: DocumentPath, format: DocumentFormat, bodies: [ProvenBody])] = []
        for text in Set(listed.keys).union(others).sorted() {
            guard let path = try? DocumentPath(text) else { continue }
            let format = listed[text]?.format ?? other?.format(of: path) ?? .file
            guard format != .webBundle else { continue }
            guard format != .file else {
                documents[text] = Document(path: path, format: .file, sha256: listed[text]?.sha256, body: nil)
                continue
            }
            switch try find(path) {
            case .nothing: break
            case .problem(let message, let hint):
                problems.append(Problem(path: text, message: "\(environment)/\(text) \(message)", hint: hint))
            case .bodies(let bodies): proven.append((path, format, bodies))
            }
        }
        func side(_ choice: ([ProvenBody]) -> ProvenBody?) -> ComparedTree {
            var documents = documents
            var retired = Set(index.map { $0.key.isRetired ? [$0.key.name] : [] } ?? [])
            var bundles: [DocumentPath: [UInt8]] = [:]
            for (path, format, bodies) in proven {
                guard let body = choice(bodies) else { continue }
                if let key = body.retiredKey { retired.insert(key.name) }
                if isAboutBundles(format) {
                    bundles[path] = body.bytes
                } else {
                    documents[path.rawValue] = Document(
                        path: path, format: format, body: body.bytes, knowledge: listed[path.rawValue]?.knowledge)
                }
            }
            return ComparedTree(
                environment: environment, documents: documents, bundles: ComparedBundles { bundles[$0] },
                signing: index.map { Signing($0) }, ring: publication?.keys ?? [],
                delivery: publication.map { Delivery($0) }, problems: problems, policy: policy,
                isComplete: problems.isEmpty, retiredKeys: retired, signed: index?.date.instant)
        }
        let isOne = proven.allSatisfy { $0.bodies.count < 2 }
        return [side(\.first)] + (isOne ? [] : [side(\.last)])
    }
}

extension BodyProofs {
    /// The bodies that are proven at a path of a tree; none for one that is larger than a client reads.
    fileprivate func bodies(at path: DocumentPath, in tree: TreeFolder) throws(FileError) -> [ProvenBody] {
        let document: TreeDocument?
        do throws(FileError) {
            document = try tree.read(path, bodyLimit: Limits.manifestBytes)
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            return []
        }
        guard let document else { return [] }
        let fields = document.headers.flatMap { try? [HeaderField](received: $0) } ?? []
        let jws = try tree.read(.jws, of: path, bodyBytes: Limits.manifestBytes)
        return bodies(at: path, (document.body, fields), sidecar: document.signature, jws: jws)
    }
}
