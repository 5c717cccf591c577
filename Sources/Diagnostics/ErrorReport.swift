import ManifestVerifier

/// An error as it is reported to a person: what went wrong, where, and what to do next.
package struct ErrorReport: Error, Equatable, Sendable {
    /// The class of an error; the command line maps each to one exit code. The raw value is stable: it is the code of the
    /// error in `--json`.
    package enum Kind: String, Sendable, CaseIterable {
        /// Something that was checked is wrong.
        case refused
        /// The command was called incorrectly.
        case usage
        /// A policy, catalog, key ring or key cannot be read.
        case unparsable
        /// Something named does not exist.
        case missingInput = "missing-input"
        /// A peer, the network, or a program that does the work cannot be reached.
        case unavailable
        /// A file or folder cannot be created.
        case cannotCreate = "cannot-create"
        /// Reading or writing failed.
        case inputOutput = "input-output"
        /// A key file's permissions are wrong.
        case keyPermissions = "key-permissions"
    }

    package let kind: Kind
    /// A lowercase sentence without a full stop, behind the place: `policy.json:14:7: duplicate member "ios"`.
    package let message: String
    package let hint: String?

    package init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    package init(_ error: JSONError, in path: String) {
        self.init(.unparsable, "\(path):\(error.position): \(error.message)", hint: error.hint)
    }

    /// The same report with a place before its message.
    package func at(_ place: String) -> ErrorReport { ErrorReport(kind, "\(place): \(message)", hint: hint) }
}

package protocol ReportableError: Error {
    var report: ErrorReport { get }
}

extension ErrorReport: ReportableError {
    package var report: ErrorReport { self }

    package init(_ error: any Error) {
        self = (error as? any ReportableError)?.report ?? ErrorReport(.inputOutput, "\(error)")
    }
}
