import ManifestFormat
import PublicationTree

/// What is wrong with a policy or with something that it names.
package enum PolicyError: ReportableError, Equatable {
    case file(FileError)
    /// A file or folder that the policy names cannot be read.
    case named(file: String, TextPosition?, FileError)
    case syntax(file: String, JSONError)
    case shape(file: String, JSONShapeError)
    case catalog(CatalogError)
    /// A document cannot be rendered or a file cannot be taken, for this reason.
    case unacceptable(file: String, TextPosition?, String, hint: String? = nil)
    /// An environment was asked for that the policy does not have.
    case noEnvironment(String, file: String, known: [String])

    package var report: ErrorReport {
        switch self {
        case .file(let error):
            error.report
        case .named(let file, let position, let error):
            ErrorReport(
                error.report.kind == .unparsable ? .refused : error.report.kind,
                "\(Self.place(file, position)): \(error.report.message)", hint: error.report.hint)
        case .syntax(let file, let error):
            ErrorReport(.unparsable, "\(file):\(error.position): \(error.message)")
        case .shape(let file, let error):
            ErrorReport(
                .unparsable, "\(Self.place(file, error.position)): \(error.message)", hint: error.hint)
        case .catalog(let error):
            error.report
        case .unacceptable(let file, let position, let reason, let hint):
            ErrorReport(.refused, "\(Self.place(file, position)): \(reason)", hint: hint)
        case .noEnvironment(let name, let file, let known):
            ErrorReport(
                .missingInput, "\(file): there is no environment \"\(name)\"",
                hint: "it has: \(known.joined(separator: ", "))")
        }
    }

    static func place(_ file: String, _ position: TextPosition?) -> String {
        position.map { "\(file):\($0)" } ?? file
    }
}

/// Where a policy names a file, so that an error about the file can say who asked for it.
package struct PolicyPlace: Sendable {
    /// The policy's file name.
    let file: String
    let position: TextPosition?

    /// The result of `body`, with its error put into words that carry this place.
    func reading<Result>(_ body: () throws(FileError) -> Result) throws(PolicyError) -> Result {
        do throws(FileError) { return try body() } catch { throw .named(file: file, position, error) }
    }

    /// An error that what was found at `path` may not be published.
    func refusal(_ path: String, _ reason: String) -> PolicyError {
        .unacceptable(file: file, position, "\(path): \(reason)")
    }
}
