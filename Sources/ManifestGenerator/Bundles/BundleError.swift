import BundleArchive
import LocalFiles
import ManifestCrypto
import ManifestFormat
import PublicationTree

/// Why a web bundle is not packed, kept or withdrawn.
package enum BundleError: ReportableError, Equatable {
    case file(FileError)
    case keys(KeyFolderError)
    /// Signing or writing the tree failed.
    case build(BuildError)
    /// The archive is none that apps take, or cannot be written.
    case archive(String, ArchiveError)
    /// The folder has no page to begin with.
    case noPage(String)
    /// Something that no bundle has, and why.
    case unusable(String, String)
    /// The folder to pack and a folder of ours are inside one another.
    case overlaps(String, with: String)
    /// The page has something that a reviewer should see, and warnings stop.
    case strict(String, Int)
    case isWithdrawn(SemanticVersion)
    case notOffered(SemanticVersion, [SemanticVersion])
    /// Another archive of that version was offered before.
    case otherArchive(SemanticVersion, former: SHA256Digest, new: SHA256Digest)
    case tooMany
    /// What the former tree lists is not there.
    case missing(String)
    /// What is there is not what the former tree lists.
    case differs(String)
    /// What is listed did not come from the host, for this reason.
    case notDownloaded(String, String, hint: String?)
    /// A document that is no bundle is not what the index of its tree lists.
    case otherDocument(String)
    /// The spelling of a version differs from that of another one only by case.
    case sameButForCase(SemanticVersion, SemanticVersion)
    /// The former index is not believed.
    case untrustedIndex(String, String)
    /// The former tree is not believed.
    case untrustedTree(String, String)
    /// Bundles need a signed date, and the tree has none.
    case profile(String)
    /// A document of the policy is where the bundles are.
    case collision(EnvironmentName, DocumentPath)
    /// Nothing can be signed without a key, bundles least of all.
    case unsigned(String)

    package var report: ErrorReport {
        switch self {
        case .file(let error): error.report
        case .keys(let error): error.report
        case .build(let error): error.report
        case .archive(let place, let error):
            ErrorReport(.refused, "\(place): \(error.message)", hint: error.hint)
        case .noPage(let place):
            ErrorReport(
                .missingInput, "\(place): has no index.html",
                hint: "name the folder that your web build writes, the one with index.html in it")
        case .unusable(let place, let reason):
            ErrorReport(
                .refused, "\(place): \(reason)",
                hint: "a bundle holds what apps are to load and nothing else; remove it")
        case .overlaps(let place, let other):
            ErrorReport(
                .refused, "\(place) and \(other) are inside one another",
                hint: "pack the folder that your web build writes, not the one of the project")
        case .strict(let place, let count):
            ErrorReport(
                .refused, "\(place): there are \(count) warnings, and --strict refuses them",
                hint: "change the page, or leave out --strict when somebody has looked at it")
        case .isWithdrawn(let version):
            ErrorReport(
                .refused, "v\(version) is withdrawn, and stays so: clients never go back to it",
                hint: "give the bundle a higher version")
        case .notOffered(let version, let offered):
            ErrorReport(
                .missingInput, "v\(version) is not offered",
                hint: offered.isEmpty
                    ? "no web bundle is" : "there are \(offered.map { "v\($0)" }.joined(separator: ", "))")
        case .otherArchive(let version, let former, let new):
            ErrorReport(
                .refused, "v\(version) was offered with other bytes: SHA-256 \(former), now \(new)",
                hint: "clients that have it would not load it again; give the bundle a higher version")
        case .tooMany:
            ErrorReport(.refused, "there are \(Limits.webBundles) versions already, offered and withdrawn")
        case .missing(let place):
            ErrorReport(.refused, "\(place): is listed, and missing", hint: Self.restore)
        case .differs(let place):
            ErrorReport(
                .refused, "\(place): is not the archive that the index of bundles offers", hint: Self.restore)
        case .notDownloaded(let place, let reason, let hint):
            ErrorReport(.unavailable, "\(place): \(reason)", hint: hint)
        case .otherDocument(let place):
            ErrorReport(
                .refused, "\(place): is missing or not what \(DocumentPath.publication) lists",
                hint: "run signet build first, which writes the documents of the policy anew")
        case .sameButForCase(let version, let other):
            ErrorReport(
                .refused, "v\(version) differs from v\(other) only by case",
                hint: "some file systems take the two for one; give the bundle another version")
        case .untrustedIndex(let place, let reason):
            ErrorReport(
                .refused, "\(place): is not believed: \(reason)",
                hint: "what cannot be verified is never signed anew; move this tree away and pack the bundles again")
        case .untrustedTree(let place, let reason):
            ErrorReport(
                .refused, "\(place): is not believed: \(reason)",
                hint: "run signet build first, which signs the documents of the policy anew")
        case .profile(let place):
            ErrorReport(
                .refused, "\(place): signs with profile body, and web bundles need a signed date",
                hint:
                    "set \"profile\": \"dated\" in the policy and build again, or give bundles an environment of their own"
            )
        case .collision(let environment, let path):
            ErrorReport(
                .refused, "\(environment)/\(path): the policy puts a document where the web bundles are",
                hint: "give the document another path; \(DocumentPath.webBundleFolder)/ belongs to the bundles")
        case .unsigned(let place):
            ErrorReport(
                .refused, "\(place) holds web bundles, which an unsigned tree cannot",
                hint: "build without --unsigned, or into another folder with --output DIR")
        }
    }

    private static let restore = "take the tree from where it is published: --previous URL"
}
