import Diagnostics

/// How a run ends; the numbers above 1 are those of sysexits.h.
enum ExitCode: Int32 {
    case done = 0
    case refused = 1
    case usage = 64
    case unparsable = 65
    case missingInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case keyPermissions = 77

    var isSuccess: Bool { self == .done }

    init(_ kind: ErrorReport.Kind) {
        self =
            switch kind {
            case .refused: .refused
            case .usage: .usage
            case .unparsable: .unparsable
            case .missingInput: .missingInput
            case .unavailable: .unavailable
            case .cannotCreate: .cannotCreate
            case .inputOutput: .inputOutput
            case .keyPermissions: .keyPermissions
            }
    }
}
