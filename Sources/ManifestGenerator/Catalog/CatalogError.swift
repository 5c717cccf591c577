import ManifestFormat

/// What is wrong with a string catalog, and where.
package enum CatalogError: ReportableError, Equatable {
    case syntax(file: String, JSONError)
    case shape(file: String, JSONShapeError)

    package var report: ErrorReport {
        switch self {
        case .syntax(let file, let error):
            ErrorReport(.unparsable, "\(file):\(error.position): \(error.message)")
        case .shape(let file, let error):
            ErrorReport(.unparsable, "\(PolicyError.place(file, error.position)): \(error.message)", hint: error.hint)
        }
    }
}
