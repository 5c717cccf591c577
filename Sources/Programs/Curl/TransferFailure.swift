import Diagnostics

/// Why one file could not be fetched.
package enum TransferFailure: Equatable, Sendable {
    /// The host answered with this HTTP status.
    case status(Int)
    /// The host answered that the file is elsewhere, with this HTTP status; redirects are not followed.
    case redirect(Int)
    /// The file is larger than it may be, in bytes.
    case tooLarge(limit: Int)
    /// The file is not the one that the signed index lists.
    case differs
    /// There was no answer, or no end of it, in time.
    case timedOut
    /// The host has no address or accepts no connection.
    case unreachable(String)
    /// The host cannot prove its identity.
    case untrustedHost(String)
    /// A service of AWS did not give it.
    case service(ErrorReport)
    /// Any other failure of curl, with its exit code.
    case other(code: Int, String)

    /// What curl reported of a transfer that did not succeed.
    ///
    /// The numbers are those of "EXIT CODES" in curl(1).
    init(status: Int, exitCode: Int, message: String, byteLimit: Int) {
        switch exitCode {
        // A 304 leads nowhere.
        case 0 where (300..<400).contains(status) && status != 304: self = .redirect(status)
        case 0, 22: self = .status(status)
        case 5, 6, 7: self = .unreachable(message)
        case 28: self = .timedOut
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: self = .untrustedHost(message)
        case 63: self = .tooLarge(limit: byteLimit)
        default: self = .other(code: exitCode, message)
        }
    }

    package var message: String {
        switch self {
        case .status(let status): "the host answers with HTTP status \(status)"
        case .redirect(let status): "the host answers with a redirect (HTTP status \(status)), which is not followed"
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .differs: "is not the file that publication.jws lists"
        case .timedOut: "the host did not answer in time"
        case .unreachable(let message): "the host cannot be reached: \(message)"
        case .untrustedHost(let message): "no trusted connection to the host: \(message)"
        case .service(let report): report.message
        case .other(let code, let message): "curl failed with \(code): \(message)"
        }
    }

    package var hint: String {
        switch self {
        case .service(let report): report.hint ?? "check the address and the credentials"
        case .status(500...): "the host has a problem; try again in a few minutes"
        case .status: "check that the address is that of the folder with publication.jws"
        case .redirect: "give the address where the tree is actually published"
        case .tooLarge, .differs: "the host may be in the middle of an update; try again in a few minutes"
        case .timedOut, .unreachable: "check the address and the network, then try again"
        case .untrustedHost: "check the address; the certificates to trust are those of curl (CURL_CA_BUNDLE)"
        case .other: "curl(1) explains its exit codes"
        }
    }

    /// The next step for a document that was asked for by its own address.
    package var documentHint: String {
        switch self {
        case .status(..<500): "check that the address is that of the document"
        case .redirect: "give the address where the document is actually published"
        case .tooLarge: "no document is that large; check the address"
        default: hint
        }
    }

    package var kind: ErrorReport.Kind {
        switch self {
        case .tooLarge, .differs: .refused
        case .service(let report): report.kind
        case .status, .redirect, .timedOut, .unreachable, .untrustedHost, .other: .unavailable
        }
    }
}
