import LocalFiles

extension FileError: ReportableError {
    package var report: ErrorReport {
        ErrorReport(kind, message, hint: hint)
    }

    private var kind: ErrorReport.Kind {
        switch (reason, operation) {
        case (.notFound, .read), (.permissionDenied, .read): .missingInput
        case (.changed, _): .refused
        case (.system, .read): .inputOutput
        case (.system, .write), (.noSpace, _): .inputOutput
        case (_, .read): .unparsable
        case (_, .write): .cannotCreate
        }
    }

    private var hint: String? {
        switch reason {
        case .noSpace: "nothing was changed; free some space and run the same command again"
        case .cannotExchange: "nothing was changed; choose another place with --output DIR"
        case .changed: "nothing was written; find out what changed it, and build the tree again"
        case .locked: "wait for it to end, or end it, and run the same command again"
        case .lockOfAnotherUser: "wait for that run to end; if none is running, remove this empty folder"
        default: nil
        }
    }
}
