import Diagnostics
import ManifestVerifier

/// Which fields of a line are which columns, as the first line says.
struct PopulationLayout: Sendable {
    let fieldCount: Int
    /// The field of the number of devices.
    let devices: Int
    /// The fields that make a kind of device, in the order of the file.
    let kind: [(column: PopulationColumn, field: Int)]

    init(_ line: CSVLine, in bytes: [UInt8]) throws(CSVError) {
        var places: [PopulationColumn: Int] = [:]
        for (index, field) in line.fields.enumerated() {
            guard let column = PopulationColumn(field.text(in: bytes)) else { continue }
            guard places.updateValue(index, forKey: column) == nil else {
                throw CSVError(field.start, "the column \"\(column.rawValue)\" is there twice", hint: Self.hint)
            }
        }
        let missing = PopulationColumn.allCases.filter { $0.isRequired && places[$0] == nil }
        guard missing.isEmpty, let devices = places[.devices] else {
            let names = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            let isSeparatedOtherwise =
                line.fields.count == 1 && bytes[line.fields[0].content].contains { Self.otherSeparators.contains($0) }
            throw CSVError(
                line.fields[0].start,
                "the first line does not name the column\(missing.count == 1 ? "" : "s") \(names)",
                hint: isSeparatedOtherwise ? "separate the fields by commas" : Self.hint)
        }
        fieldCount = line.fields.count
        self.devices = devices
        kind = places.sorted { $0.value < $1.value }.filter { $0.key != .devices }.map { ($0.key, $0.value) }
    }

    /// The field of a column; the first one for a column that the file does not have.
    func field(of column: PopulationColumn) -> Int { kind.first { $0.column == column }?.field ?? 0 }

    /// Which columns there are, for a file that lacks one.
    static let hint: String = {
        let (required, optional) = (
            PopulationColumn.allCases.filter(\.isRequired), PopulationColumn.allCases.filter { !$0.isRequired }
        )
        return "the first line is: \(required.map(\.rawValue).joined(separator: ",")), in any order, and where it is "
            + "known \(optional.map(\.rawValue).joined(separator: ","))"
    }()

    private static let otherSeparators = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
}

extension PopulationColumn {
    /// The column with a name in any case, with spaces around it or not; nil for one that is not used.
    fileprivate init?(_ name: String) {
        var bytes = name.utf8[...]
        while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        self.init(rawValue: String(Substring(bytes)).asciiLowercased)
    }
}

extension CSVLine.Field {
    /// The field as it is meant: a doubled quote is one.
    func text(in bytes: [UInt8]) -> String {
        let bytes = bytes[content]
        guard isQuoted, bytes.contains(UInt8(ascii: "\"")) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self).replacingScalars("\"\"", with: "\"")
    }
}
