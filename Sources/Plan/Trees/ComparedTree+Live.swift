import ManifestVerifier
import PublicationTree

extension ComparedTree {
    /// What is live at a place, as far as it is proven: one side for each set of bodies that devices may have.
    ///
    /// Usually there is one. Where a body and its `.jws` prove different things, as after an upload that was cut off,
    /// there is a second one, with what the `.jws` says.
    ///
    /// - Parameter new: what is to be published, which tells the formats where no index does.
    package static func sides(of live: ProvenTree, comparedWith new: ComparedTree) -> [ComparedTree] {
        let first = ComparedTree(live, comparedWith: new) { $0.first }
        guard live.bodies.values.contains(where: { $0.count > 1 }) else { return [first] }
        return [first, ComparedTree(live, comparedWith: new) { $0.last }]
    }

    private init(
        _ live: ProvenTree, comparedWith new: ComparedTree, choosing choice: ([ProvenBody]) -> ProvenBody?
    ) {
        let publication = live.index?.publication
        let listed = Dictionary((publication?.documents ?? []).map { ($0.path.rawValue, $0) }) { first, _ in first }
        var documents: [String: Document] = [:]
        var problems: [Problem] = []
        var retired: Set<String> = []
        var bundles: [DocumentPath: [UInt8]] = [:]
        for text in Set(listed.keys).union(live.bodies.keys).sorted() {
            guard let path = try? DocumentPath(text) else { continue }
            let format = listed[text]?.format ?? new.format(of: path)
            guard format != .webBundle else { continue }
            guard format != .file else {
                documents[text] = Document(path: path, format: .file, sha256: listed[text]?.sha256, body: nil)
                continue
            }
            guard let bodies = live.bodies[text] else {
                // What was removed by an upload that was cut off is in neither.
                if new.documents[text] != nil {
                    problems.append(
                        Problem(
                            path: text, message: "\(live.environment)/\(text) is listed as published, but is not there",
                            hint: "what devices have of it cannot be told; check what is published with: signet verify")
                    )
                }
                continue
            }
            guard let body = choice(bodies) else {
                problems.append(
                    Problem(
                        path: text,
                        message: "\(live.environment)/\(text) was published without any signature that verifies",
                        hint: "it was not compared; check what is published with: signet verify"))
                continue
            }
            if let key = body.retiredKey { retired.insert(key.name) }
            guard !Self.isAboutBundles(format) else {
                bundles[path] = body.bytes
                continue
            }
            documents[text] = Document(
                path: path, format: format, body: body.bytes, knowledge: listed[text]?.knowledge)
        }
        if let key = live.index?.key, key.isRetired { retired.insert(key.name) }
        self.init(
            environment: live.environment, documents: documents, bundles: ComparedBundles { bundles[$0] },
            signing: live.index.map { Signing($0) }, ring: publication?.keys ?? [],
            delivery: publication.map { Delivery($0) }, problems: problems, policy: nil,
            isComplete: problems.isEmpty, retiredKeys: retired, signed: live.index?.date.instant)
    }
}
