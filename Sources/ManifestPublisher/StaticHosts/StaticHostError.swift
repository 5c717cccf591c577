import Diagnostics
import ManifestVerifier

/// Why a site for a static host could not be written; what was there before is as it was.
package enum StaticHostError: ReportableError, Equatable {
    /// The path names no folder that could be replaced: the root, `.` or `..`.
    case notReplaceable(String)
    /// Something is there that Signet did not write.
    case notOurs(String)
    /// The folder is in the tree, or the tree in it.
    case insideTree(String, tree: String)
    /// A document at a path that static hosts obey instead of serving it.
    case reservedPath(DocumentPath)
    /// A header that is longer than hosts take.
    case headerTooLong(DocumentPath, header: String)
    /// A file of the tree is no longer the one that was verified.
    case changed(String)

    package var report: ErrorReport {
        switch self {
        case .notReplaceable(let path):
            ErrorReport(
                .usage, "\(path) cannot be replaced as a whole", hint: "name a new folder, for example public/site")
        case .notOurs(let path):
            ErrorReport(
                .cannotCreate, "\(path) is there and was not written by signet publish",
                hint: "name a new folder, or one that signet publish wrote; it is replaced as a whole")
        case .insideTree(let path, let tree):
            ErrorReport(
                .usage, "\(path) and the tree \(tree) lie one in the other",
                hint: "write the site to a folder outside the tree")
        case .reservedPath(let path):
            ErrorReport(
                .refused, "\(path) is a file that static hosts obey and do not serve",
                hint: "give the document another path in the policy")
        case .headerTooLong(let path, let header):
            ErrorReport(
                .refused, "\(path): header \(header) is longer than the \(Limits.headerRuleBytes) bytes hosts take",
                hint: "build the tree with signet build, which writes none that long")
        case .changed(let path):
            ErrorReport(.refused, "\(path) was changed while it was looked at", hint: "run the same command again")
        }
    }
}
