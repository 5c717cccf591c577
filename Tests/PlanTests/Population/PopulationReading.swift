import AppGate
import Diagnostics
import Foundation
import ManifestVerifier
import Plan
import TestSupport

/// What a population says, in a form in which two readings can be compared.
enum PopulationReading: Equatable, CustomStringConvertible {
    /// The numbers of devices by what they are.
    case kinds([String: Int])
    /// The message behind the path, and the hint.
    case refused(String, hint: String?)

    var description: String {
        switch self {
        case .kinds(let kinds):
            kinds.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        case .refused(let message, let hint): message + (hint.map { " | \($0)" } ?? "")
        }
    }

    /// The line and the column that a refusal names.
    var place: TextPosition? {
        guard case .refused(let message, _) = self else { return nil }
        let numbers = message.split(separator: ":", maxSplits: 2).map { Int($0) }
        guard numbers.count == 3, let line = numbers[0], let column = numbers[1] else { return nil }
        return TextPosition(line: line, column: column)
    }
}

/// What a file of some bytes says.
func reading(
    _ bytes: [UInt8], blockBytes: Int = Limits.populationBlockBytes, kinds: Int = Limits.populationKinds
) -> PopulationReading {
    do {
        let file = try PopulationFile(path: "fleet.csv", blockBytes: blockBytes, kinds: kinds) { (offset, count) in
            Array(bytes.dropFirst(offset).prefix(count))
        }
        var counts: [String: Int] = [:]
        try file.forEachKind { device, count in counts[device.text, default: 0] += count }
        return .kinds(counts)
    } catch {
        let report = ErrorReport(error)
        guard report.kind == .unparsable, report.message.hasPrefix("fleet.csv:") else {
            return .refused("?", hint: nil)
        }
        return .refused(String(report.message.dropFirst("fleet.csv:".count)), hint: report.hint)
    }
}

/// What a file with a text says.
func reading(
    _ text: String, blockBytes: Int = Limits.populationBlockBytes, kinds: Int = Limits.populationKinds
) -> PopulationReading {
    reading(Array(text.utf8), blockBytes: blockBytes, kinds: kinds)
}

extension PopulationDevice {
    /// All that is known of a device: `ios 17.4 app 3.2.0 build 40 store 3.3.0`.
    var text: String {
        let system =
            switch device.system {
            case .ios(let version): "ios \(version.spelling)"
            case .android(let sdk): "android \(sdk)"
            }
        let more = [
            ("app", device.version?.spelling), ("build", device.build?.spelling),
            ("channel", device.channel), ("store", store?.version.spelling),
        ]
        return system + more.map { name, value in value.map { " \(name) \($0)" } ?? "" }.joined()
    }
}

/// A population with a text.
func opened(_ text: String) throws -> PopulationFile {
    let bytes = Array(text.utf8)
    return try PopulationFile(path: "fleet.csv") { (offset, count) in
        Array(bytes.dropFirst(offset).prefix(count))
    }
}
