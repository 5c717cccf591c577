import Diagnostics
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import SigningKeys
import WebBundles

extension ComparedTree {
    /// What is live at a place, or was built, as far as it is proven: one side for each set of bodies that devices may have.
    ///
    /// Usually there is one. Where a body and its `.jws` prove different things, as after an upload that was cut off, there is
    /// a second one, with what the `.jws` says.
    ///
    /// - Parameters:
    ///   - other: the other side, which tells the formats where no index does.
    ///   - policy: what it was built from, if that is known.
    ///   - reason: why apps have keys of it, so that it has an index; nil where there may be none.
    package static func sides(
        of live: ProvenTree, comparedWith other: ComparedTree? = nil, policy: EnvironmentPolicy? = nil,
        isIndexed reason: String? = nil
    ) -> [ComparedTree] {
        let index = live.verifiedIndex
        let publication = index?.publication
        let listed = Dictionary((publication?.documents ?? []).map { ($0.path.rawValue, $0) }) { first, _ in first }
        var (problems, documents): ([Problem], [String: Document]) = ([], [:])
        var proven: [(path: DocumentPath, format: DocumentFormat, bodies: [FoundBody])] = []
        func report(_ path: String, _ message: String, hint: String) {
            problems.append(Problem(path: path, message: "\(live.environment)/\(path) \(message)", hint: hint))
        }
        if case .failure(let failure)? = live.index {
            report(DocumentPath.publication.file, failure.message, hint: failure.hint)
        } else if live.index == nil, let reason, !(other?.begins(with: live) ?? true) {
            report(
                DocumentPath.publication.file, "is not there, though documents are, and \(reason)",
                hint: "keys, envelopes, caches and documents that are gone were not compared; that is so once where "
                    + "they were published by other means; else find out who removed it")
        }
        let paths = Set(listed.keys).union(live.bodies.keys).union(live.failures.keys)
        for path in paths.sorted().compactMap({ try? DocumentPath($0) }) {
            let name = path.rawValue
            let known = listed[name]?.format ?? (other?.has(path) == true ? other?.format(of: path) : nil)
            let format = known ?? format(of: path, live.bodies[name]?.first?.bytes)
            if let failure = live.failures[name] {
                report(
                    name, "was published, but could not be downloaded: \(failure.message)", hint: failure.hint)
            } else if let bodies = live.bodies[name] {
                if bodies.isEmpty {
                    report(
                        name, "was published without a signature that verifies",
                        hint: "it was not compared; check what is published with: signet verify")
                } else {
                    proven.append((path, format, bodies))
                }
            } else if format == .file, let digest = live.files.map({ $0[name] }) ?? listed[name]?.digest {
                documents[name] = Document(path: path, format: format, sha256: digest.hexadecimal, body: nil)
            } else if format != .file, format != .webBundle, other?.has(path) ?? true {
                report(
                    name, "is listed as published, but is not there",
                    hint: "what devices have of it cannot be told; check what is published with: signet verify")
            } else if !format.concernsWebBundles, other?.has(path) == false {
                // An upload that was cut off has removed it already, and the index still lists it.
                documents[name] = Document(path: path, format: format, sha256: listed[name]?.sha256, body: nil)
            }
        }
        func side(_ choice: ([FoundBody]) -> FoundBody?) -> ComparedTree {
            var documents = documents
            var others: [String: KeyState] = [:]
            if let key = index?.key, !key.signs { others[key.name] = key.state }
            var bundles: [DocumentPath: [UInt8]] = [:]
            var offered: Instant?
            for (path, format, bodies) in proven {
                guard let body = choice(bodies) else { continue }
                if let key = body.otherKey { others[key.name] = key.state }
                let isDated = format.needsDate || publication?.profile != .body
                let signed = body.date?.instant ?? (isDated ? index?.date.instant : nil)
                if format.concernsWebBundles {
                    bundles[path] = body.bytes
                    if path == .webBundleIndex { offered = signed }
                } else {
                    documents[path.rawValue] = Document(
                        path: path, format: format, body: body.bytes, knowledge: listed[path.rawValue]?.knowledge,
                        signed: signed)
                }
            }
            var tree = ComparedTree(
                environment: live.environment, documents: documents,
                bundles: ComparedBundles(beside: other?.bundles ?? .none, signed: offered) { bundles[$0] },
                signing: index.map { Signing(keyName: $0.key.name, profile: $0.publication.profile) },
                ring: publication?.keys ?? [],
                delivery: publication.map { Delivery($0) }, problems: problems, policy: policy,
                isComplete: problems.isEmpty, otherKeys: others, signed: index?.date.instant)
            // An upload that was cut off has put it there.
            tree.unproven = live.unproven.filter { path, digest in
                digest.map { $0.hexadecimal != other?.documents[path]?.sha256 } ?? true
            }.keys.sorted()
            return tree
        }
        let isOne = proven.allSatisfy { $0.bodies.count < 2 }
        return [side(\.first)] + (isOne ? [] : [side(\.last)])
    }

    /// Whether nothing is there but documents of this side: its first publication was cut off.
    private func begins(with live: ProvenTree) -> Bool {
        live.bodies.allSatisfy { path, bodies in
            documents[path].map { own in bodies.allSatisfy { $0.digest.hexadecimal == own.sha256 } }
                ?? (try? DocumentPath(path)).map(bundles.has) ?? false
        }
    }

    /// The format of a document that neither index nor policy names, by its path or by what it says.
    private static func format(of path: DocumentPath, _ body: [UInt8]?) -> DocumentFormat {
        let byPath = ComparedBundles.format(ofPath: path)
        let recognized = body.flatMap { DocumentFormat(recognizing: $0) } ?? .file
        return byPath != .file || recognized.concernsWebBundles ? byPath : recognized
    }
}
