import Diagnostics
import ManifestVerifier

/// Why a rendered tree is not signed; each case has the tree's folder first.
package enum UnsignedTreeError: ReportableError, Equatable {
    /// The folder is not called like an environment.
    case namesNoEnvironment(String)
    case noIndex(String)
    /// The index is none; its place and the reason.
    case notAnIndex(String, String)
    /// The tree is signed already.
    case isSigned(String)
    case otherEnvironment(String, EnvironmentName)
    /// The index is not the one that was reviewed.
    case otherDigest(String, expected: String, found: String)
    /// There is something that the index does not list.
    case stranger(String, String)
    case missing(String, DocumentPath)
    /// A body is not the one that the index lists.
    case differs(String, DocumentPath)
    case notADocument(String, DocumentPath, DocumentFormat, DocumentError)
    /// The headers of a document are not a content type and the cache control of all.
    case headers(String, DocumentPath)
    case tooLarge(String)
    /// Web bundles, whose manifest holds signatures.
    case webBundles(String, DocumentPath)
    /// A document is where only Signet's own files are.
    case reservedPath(String, DocumentPath)

    package var report: ErrorReport {
        switch self {
        case .namesNoEnvironment(let path):
            ErrorReport(
                .usage, "\(path) is not a folder called like its environment",
                hint: "name the tree: signet sign --publication output/production")
        case .noIndex(let path):
            ErrorReport(
                .missingInput, "\(path): there is no \(DocumentPath.publication)",
                hint: "make the tree with: \(Self.make)"
            )
        case .notAnIndex(let place, let reason): ErrorReport(.unparsable, "\(place): \(reason)")
        case .isSigned(let path):
            ErrorReport(
                .refused, "\(path): is signed already",
                hint: "signet build signs what the policy gives; \(Self.make) makes a tree to be signed elsewhere")
        case .otherEnvironment(let path, let environment):
            ErrorReport(.refused, "\(path): is for environment \"\(environment)\", and the folder is called otherwise")
        case .otherDigest(let path, let expected, let found):
            ErrorReport(
                .refused, "\(path)/\(DocumentPath.publication): has SHA-256 \(found), not \(expected)",
                hint: "this is not what was reviewed; find out what changed it")
        case .stranger(let path, let name):
            ErrorReport(
                .refused, "\(path)/\(name): is not listed in \(DocumentPath.publication)", hint: Self.changed)
        case .missing(let path, let document):
            ErrorReport(.refused, "\(path)/\(document): is missing", hint: Self.changed)
        case .differs(let path, let document):
            ErrorReport(
                .refused, "\(path)/\(document): is not the body that \(DocumentPath.publication) lists",
                hint: Self.changed)
        case .notADocument(let path, let document, let format, let error):
            ErrorReport(
                .refused,
                "\(path)/\(document)\(error.place.map { ":\($0)" } ?? ""): is no \(format.rawValue) document: "
                    + error.reason, hint: Self.changed)
        case .headers(let path, let document):
            ErrorReport(
                .refused,
                "\(path)/\(document): \(DocumentPath.publication) gives it other headers than a content type and the "
                    + "cache control of all documents", hint: Self.changed)
        case .webBundles(let path, let document):
            ErrorReport(
                .refused, "\(path)/\(document): concerns web bundles, which an unsigned tree cannot",
                hint: "sign the rest without them, and pack them where the key is: signet bundle pack")
        case .reservedPath(let path, let document):
            ErrorReport(.refused, "\(path)/\(document): is a path that no policy can name", hint: Self.changed)
        case .tooLarge(let path):
            ErrorReport(.refused, "\(path): has more than \(Limits.treeBytes) bytes")
        }
    }

    private static let make = "signet build --unsigned"
    private static let changed = "something changed the tree after it was made; make it again with: \(make)"
}
