import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Holds a tree that is about to be published against the one that is live: what would take something away from apps
/// needs somebody who says that it may.
package enum GuardRails {
    /// What differs in a way that somebody has to allow, or at least to know.
    ///
    /// - Parameters:
    ///   - tree: the tree to publish.
    ///   - live: the live tree; nothing in it is believed that no key of the environment signed.
    ///   - livePublication: its index, which is verified; nil when there is none to believe.
    package static func findings(
        _ tree: VerifiedTree, against live: TreeFolder, _ livePublication: Publication?, keys: TrustedKeys
    ) throws(FileError) -> [Finding] {
        let publication = tree.publication
        let documents = zip(publication.documents, tree.documents).compactMap { listed, verified in
            verified.content.map { body in
                RenderedDocument(
                    path: listed.path, format: listed.format, contentType: listed.contentType ?? "", body: body,
                    origin: nil)
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
        // What tells of archives is the index of the bundles.
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

extension LintCode {
    /// Whether somebody has to allow it before it is published.
    package var needsAllowance: Bool {
        switch self {
        case .documentRemoved, .recommendationRemoved, .languageRemoved, .minimumLowered, .buildLowered,
            .minimumNeverPublished, .hostChanged, .unverifiedDocument, .bundleReoffered:
            true
        default: false
        }
    }

    /// The codes that can be allowed.
    package static let allowable = LintCode.allCases.filter(\.needsAllowance)
}
