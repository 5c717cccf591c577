import Diagnostics

/// The numbers that builds have in the stores.
package enum BuildNumber {
    /// The greatest version code that Google Play takes.
    package static let limit = 2_100_000_000

    /// The build number of a run of a build machine: `floor + run`.
    ///
    /// - Parameters:
    ///   - run: the number of the run, which grows by itself.
    ///   - floor: what all numbers lie above, so that another machine can begin to count anew.
    ///   - previous: the last number that a store has, if it is known.
    package static func next(run: Int, floor: Int, previous: Int? = nil) throws -> Int {
        let (number, overflows) = floor.addingReportingOverflow(run)
        guard !overflows, number <= limit else { throw BuildNumberError.aboveLimit(floor: floor, run: run) }
        if let previous, number <= previous {
            throw BuildNumberError.notAbove(previous: previous, number: number, run: run)
        }
        return number
    }
}

/// Why a run has no build number.
package enum BuildNumberError: ReportableError, Equatable {
    /// Google Play does not take the sum.
    case aboveLimit(floor: Int, run: Int)
    /// A store has this number or a greater one already.
    case notAbove(previous: Int, number: Int, run: Int)

    package var report: ErrorReport {
        switch self {
        case .aboveLimit(let floor, let run):
            ErrorReport(
                .refused, "\(floor) + \(run) is too great for a build number",
                hint: "Google Play takes at most \(BuildNumber.limit)")
        case .notAbove(let previous, let number, _) where previous >= BuildNumber.limit:
            ErrorReport(
                .refused, "build number \(number) is not above the previous one, \(previous)",
                hint: "no greater one is left: Google Play takes at most \(BuildNumber.limit)")
        case .notAbove(let previous, let number, let run):
            ErrorReport(
                .refused, "build number \(number) is not above the previous one, \(previous)",
                hint: "raise --floor to at least \(previous - run + 1)")
        }
    }
}
