import AppGate
import Diagnostics
import LocalFiles
import ManifestVerifier

/// A CSV file (RFC 4180) of installed versions with their numbers of devices.
package struct PopulationFile: Sendable {
    /// Where it is, for messages.
    package let path: String
    /// The columns that it has, as far as they are known.
    package let columns: Set<PopulationColumn>
    private let lines: [Substring]
    private let order: [PopulationColumn?]

    /// Opens a file and reads its first line.
    package init(path: String) throws {
        self.path = path
        let bytes = try ReadableFile(following: path).bytes(limit: 64 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        lines = text.split(separator: "\n")
        order = (lines.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .map { PopulationColumn(rawValue: String($0)) }
        columns = Set(order.compactMap(\.self))
    }

    /// Calls `body` for each kind of device with the number of devices.
    ///
    /// A kind can come again when the file has more kinds than are kept in memory.
    package func forEachKind(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        for line in lines.dropFirst() {
            var fields: [PopulationColumn: String] = [:]
            for (column, field) in zip(order, line.split(separator: ",", omittingEmptySubsequences: false)) {
                if let column { fields[column] = String(field) }
            }
            guard let platform = fields[.platform].flatMap(Platform.init), let os = fields[.os],
                let count = fields[.devices].flatMap({ Int($0) })
            else { throw ErrorReport(.unparsable, "\(path): is not a population") }
            let system: Device.System? =
                switch platform {
                case .ios: NumericVersion(os).map { .ios($0) }
                case .android: Int(os).map { .android(sdk: $0) }
                }
            guard let system else { throw ErrorReport(.unparsable, "\(path): is not a population") }
            try body(
                PopulationDevice(
                    device: Device(
                        system: system, reportedVersion: fields[.app], reportedBuild: fields[.build],
                        languages: fields[.language].map { [$0] } ?? []),
                    store: fields[.store].flatMap { NumericVersion($0) }.map { StoreVersion(version: $0) }),
                count)
        }
    }
}
