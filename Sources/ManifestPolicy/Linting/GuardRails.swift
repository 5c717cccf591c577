import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Compares a tree that is about to be published with the live one: what would take something away from apps must be
/// allowed explicitly.
package enum GuardRails {
    /// The differences that must be allowed, or at least be shown.
    ///
    /// - Parameters:
    ///   - tree: the tree to publish.
    ///   - live: the live tree; only what a key of the environment signed is trusted.
    ///   - livePublication: its verified index; nil when there is none to trust.
    package static func findings(
        _ tree: VerifiedTree, against live: TreeFolder, _ livePublication: Publication?, keys: TrustedKeys
    ) throws(FileError) -> [Finding] {
        let publication = tree.publication
        let documents = zip(publication.documents, tree.documents).compactMap { listed, verified in
            verified.content.map { body in
                RenderedDocument(
                    path: listed.path, format: listed.format, contentType: listed.contentType ?? "",
                    cacheControl: listed.headers.cacheControl ?? .standard, body: body, origin: nil)
            }
        }
        let findings = Findings()
        let inEnvironment = FileFindings(publication.environment.rawValue, findings)
        let bundles = WebBundleRules(
            new: documents.first { $0.format == .webBundleIndex }.flatMap { try? WebBundleIndex(body: $0.body) },
            live: try livePublication.map { (publication) throws(FileError) in
                try WebBundleRules.index(of: publication, in: live)
            } ?? nil, findings: inEnvironment)
        bundles.check()
        // Archives are compared by the index of the bundles.
        let published = (livePublication?.documents ?? []).filter { $0.format != .webBundle }
        try PublishedRules(
            new: NewDocuments(publication.environment, documents),
            kept: Set(publication.documents.map(\.path.rawValue)),
            previous: PreviousTree(live, documents: Set(published.map(\.path.rawValue))),
            keys: keys,
            findings: inEnvironment
        ).check()
        return findings.sorted
    }
}
