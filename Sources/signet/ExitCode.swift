import Diagnostics

/// How a run ends; the numbers above 1 are those of sysexits.h.
struct ExitCode: Equatable {
    static let done = ExitCode(rawValue: 0)
    static let refused = ExitCode(.refused)

    let rawValue: Int32

    var isSuccess: Bool { self == .done }

    private init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ kind: ErrorReport.Kind) {
        rawValue =
            switch kind {
            case .refused: 1
            case .usage: 64
            case .unparsable: 65
            case .missingInput: 66
            case .unavailable: 69
            case .cannotCreate: 73
            case .inputOutput: 74
            case .keyPermissions: 77
            }
    }
}
