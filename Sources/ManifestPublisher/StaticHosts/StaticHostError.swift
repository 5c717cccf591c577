import ManifestFormat
import PublicationTree

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
    /// A file cannot be read or written.
    case file(FileError)

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
        case .file(let error): error.report
        }
    }
}

/// What some static host would leave out without a word.
package enum StaticHostWarning: Equatable, Sendable {
    /// More rules than Cloudflare Pages takes.
    case tooManyRules(Int)
    /// Pages that Cloudflare Pages serves only at a path without `.html`.
    case redirectedPages([DocumentPath])

    /// What is left out, and where.
    package var message: String {
        switch self {
        case .tooManyRules(let count):
            "Cloudflare Pages takes \(Limits.cloudflareRules) rules of a _headers file and drops the rest; this one has "
                + "\(count)"
        case .redirectedPages(let paths):
            "Cloudflare Pages redirects from .html to a path without it, which clients do not follow: "
                + Self.list(paths)
        }
    }

    /// The next step.
    package var hint: String {
        switch self {
        case .tooManyRules: "on Cloudflare Pages publish fewer documents; Netlify, nginx and buckets take them all"
        case .redirectedPages: "Netlify, nginx and buckets serve them as they are"
        }
    }

    private static func list(_ paths: [DocumentPath]) -> String {
        paths.prefix(3).map(\.rawValue).joined(separator: ", ")
            + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
    }
}
