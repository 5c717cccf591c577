import Diagnostics
import ManifestVerifier

/// Why existing documents were not turned into a policy.
package enum ImportError: ReportableError, Equatable {
    case syntax(file: String, JSONError)
    /// The document is no availability document, or holds what a policy cannot carry.
    case shape(file: String, JSONShapeError)
    /// The document lacks one of the members that deployed clients need.
    case missingMinimum(file: String, String, TextPosition?)
    /// No language is in every text: one text has this language and another has not.
    case noCommonLanguage(LanguageTag, in: String, missingIn: String)

    package var report: ErrorReport {
        switch self {
        case .syntax(let file, let error):
            ErrorReport(.unparsable, "\(file):\(error.position): \(error.message)")
        case .shape(let file, let error):
            ErrorReport(.unparsable, "\(Self.place(file, error.position)): \(error.message)", hint: error.hint)
        case .missingMinimum(let file, let name, let position):
            ErrorReport(
                .refused, "\(Self.place(file, position)): missing member \"\(name)\"",
                hint: "deployed clients cannot decode an availability document without it; add it and import again")
        case .noCommonLanguage(let language, let text, let other):
            ErrorReport(
                .refused,
                "no language is in every text: \"\(text)\" has \"\(language)\", which \"\(other)\" lacks",
                hint: "a string catalog needs a source language; add one to every text and import again")
        }
    }

    private static func place(_ file: String, _ position: TextPosition?) -> String {
        position.map { "\(file):\($0)" } ?? file
    }
}
