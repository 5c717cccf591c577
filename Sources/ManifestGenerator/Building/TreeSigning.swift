import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// Signs all documents of one environment and writes the tree beside the one it will replace, unless that is the same.
struct TreeSigning {
    let documents: [RenderedDocument]
    /// The archives of web bundles, which are signed already.
    let archives: [SignedDocument]
    let signing: DocumentSigning
    let transaction: TreeTransaction
    /// Whether the former tree is the one that would be replaced.
    let isInPlace: Bool
    let report: @Sendable (BuildEvent) -> Void

    /// Signs, verifies and stages.
    ///
    /// - Returns: what was signed, ordered by path, the index last, and whether the tree in place is already this one.
    func run() async throws -> (documents: [BuildReport.Document], isUnchanged: Bool) {
        let terms = signing.terms
        let made = try await signing.sign(documents) { report(.progress("\(terms.environment): signing", $0, of: $1)) }
        let signed = made + archives
        let publication = terms.listing(signed.map(\.listing), keys: signing.key.ring.map { Publication.Key($0) })
        let reports = signed.map(\.report).sorted { $0.path < $1.path }
        if isInPlace, let index = try await unchanged(signed, publication) { return (reports + [index.report], true) }
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = signing.signIndex(publication)
        let tree = try transaction.stage(terms.environment, for: signed.map(\.path))
        _ = try await signed.concurrentMap { document in
            if let body = document.body { try tree.write(body, to: document.path.rawValue) }
            try tree.write(document.sidecars)
        }
        let index = try await signedIndex
        try tree.write([TreeFile(path: DocumentPath.publication.file, bytes: index.file)])
        let late = signed.filter { $0.signatures.date.map { $0 > signing.date } ?? false && !$0.isKept }
        if let latest = late.compactMap(\.signatures.date).max() {
            let subject = late.count == 1 ? "1 document is" : "\(late.count) documents are"
            report(
                .note(
                    "\(terms.environment): \(subject) dated after the clock, up to \(latest), since the former dates are"
                ))
        }
        return (reports + [index.report], false)
    }

    /// The index in place, if the tree around it is the one that would be written, to the byte.
    private func unchanged(_ signed: [SignedDocument], _ publication: Publication) async throws -> SignedIndex? {
        guard let former = signing.former, signed.allSatisfy(\.isKept), let index = signing.keptIndex(of: publication)
        else { return nil }
        guard former.hasExactly(signed.flatMap(\.filePaths) + [DocumentPath.publication.file]),
            try await signed.concurrentMap({ try former.has($0.sidecars) }).allSatisfy({ $0 })
        else { return nil }
        return index
    }
}

package enum PublicationSigning {
    /// Signs every document and the index of a tree that was rendered without a key, to the byte, and puts the signed tree in
    /// the place of the other in one step.
    ///
    /// - Parameters:
    ///   - path: the tree, whose folder is called like its environment.
    ///   - digest: the SHA-256 that its index must have, in lowercase hexadecimal digits; nil for any.
    package static func run(
        _ path: String, digest: String?, keys: String, secrets: SignerSecrets, date: SignedDate, now: SignedDate,
        report: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        let (parent, name) = path.parentAndName
        guard let environment = EnvironmentName(name) else {
            throw ErrorReport(
                .usage, "\(path) is not a folder called like its environment",
                hint: "name the tree: signet sign --publication output/production")
        }
        try environment.check(date: date, now: now)
        // A folder that does not exist is an error here, and is not made.
        _ = try Folder(path: path)
        return try await TreeTransaction.run(in: parent, report: report) { transaction in
            guard let tree = try transaction.output.tree(of: environment) else {
                throw FileError(path, .read, .notFound)
            }
            let unsigned = try UnsignedTree(tree, environment: environment, digest: digest)
            let key = try await KeyFolder.signer(below: keys, environment: environment, secrets: secrets)
            let signed = try await TreeSigning(
                documents: unsigned.documents, archives: [],
                signing: DocumentSigning(terms: unsigned.terms, key: key, date: date, former: nil),
                transaction: transaction, isInPlace: false, report: report
            ).run().documents
            return BuildReport(
                environment: environment, path: path, key: (key.signer.keyID, key.name), digest: nil,
                profile: unsigned.terms.profile, envelopes: unsigned.terms.envelopes, documents: signed,
                isUnchanged: false, plan: nil, rendered: nil)
        }
    }
}
