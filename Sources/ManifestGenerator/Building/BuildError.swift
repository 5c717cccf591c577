import Diagnostics
import ManifestVerifier

/// Why a tree was not built.
package enum BuildError: ReportableError, Equatable {
    /// A signature that was just made does not verify.
    case unverified(EnvironmentName, DocumentPath, String)
    /// The date of a former signature is so far ahead of the clock that no later one can be signed.
    case dateGoesBack(EnvironmentName, DocumentPath, former: SignedDate, date: SignedDate)
    /// The date to sign is further ahead of the clock than a development key may.
    case dateAhead(EnvironmentName, SignedDate)

    package var report: ErrorReport {
        switch self {
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
        }
    }
}
