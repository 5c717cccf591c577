import LocalFiles
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Why a tree was not built.
package enum BuildError: ReportableError, Equatable {
    case file(FileError)
    case policy(PolicyError)
    case keys(KeyFolderError)
    /// A document cannot be signed.
    case signing(EnvironmentName, DocumentPath, SigningError)
    /// A signature that was just made does not verify.
    case unverified(EnvironmentName, DocumentPath, String)
    /// The date of a former signature is so far ahead of the clock that no later one can be signed.
    case dateGoesBack(EnvironmentName, DocumentPath, former: SignedDate, date: SignedDate)
    /// The date to sign is further ahead of the clock than a development key may.
    case dateAhead(EnvironmentName, SignedDate)
    /// The URL of the former tree is none.
    case address(TreeAddressError)
    /// The former tree did not come from its host.
    case download(TreeDownloadError)
    /// One URL was named for several environments.
    case oneURLForSeveral(String, [EnvironmentName])
    /// A tree that was to be signed is not what was reviewed.
    case unsignedTree(UnsignedTreeError)
    /// The web bundles of the former tree cannot be kept.
    indirect case bundles(BundleError)
    /// The former tree that was named is not there.
    case noFormerTree(EnvironmentName, String)

    /// What was found in the policy, if that is why.
    package var findings: [Finding] {
        guard case .policy(let error) = self else { return [] }
        return error.findings
    }

    package var report: ErrorReport {
        switch self {
        case .file(let error): error.report
        case .policy(let error): error.report
        case .keys(let error): error.report
        case .signing(let environment, let path, let error):
            ErrorReport(error.kind, "\(environment)/\(path): \(error.message)", hint: error.hint)
        case .unverified(let environment, let path, let reason):
            ErrorReport(
                .refused, "\(environment)/\(path): the new signature does not verify: \(reason)",
                hint: "nothing was written; check that the private key belongs to the key ring")
        case .dateGoesBack(let environment, let path, let former, let date):
            ErrorReport(
                .refused,
                "\(environment)/\(path): its former date, \(former), is more than 24 hours after \(date)",
                hint:
                    "a signed date never goes back, and apps refuse one that far ahead; check the clock of this machine, "
                    + "or --at")
        case .dateAhead(let environment, let date):
            ErrorReport(
                .refused, "\(environment): the date \(date) is more than 5 minutes ahead of the clock",
                hint: "check the clock of this machine, or --at; only the environment development may go further")
        case .unsignedTree(let error): error.report
        case .bundles(let error): error.report
        case .address(let error): error.report
        case .download(let error): error.report
        case .oneURLForSeveral(let url, let environments):
            ErrorReport(
                .usage, "\(url) is the tree of one environment, and there are \(environments.count)",
                hint: "name one: "
                    + environments.map { "--environment \($0)" }.joined(separator: ", or "))
        case .noFormerTree(let environment, let path):
            ErrorReport(
                .missingInput, "\(path): there is no tree of environment \"\(environment)\"",
                hint: "--previous names a tree with its publication.json, or a folder of such trees")
        }
    }
}
