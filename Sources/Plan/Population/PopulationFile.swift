import Diagnostics
import LocalFiles
import ManifestVerifier

/// A CSV file (RFC 4180, UTF-8) of installed versions with their numbers of devices.
///
/// The first line names the columns, in any order and with any others among them. Errors name the line of the file and, in
/// that line, the column of the wrong character, counted as Unicode scalars from 1 like all places in files.
package struct PopulationFile: Sendable {
    private let layout: PopulationLayout
    /// What is behind the first line.
    private let records: CSVRecords
    private let kinds: Int

    /// Opens a file and reads its first line. Links are followed; a pipe is refused.
    package init(path: String) throws {
        let file: ReadableFile
        do throws(FileError) {
            file = try ReadableFile(following: path)
        } catch {
            guard error.reason == .notAFile else { throw error }
            throw ErrorReport(.unparsable, error.message, hint: "write it into a file first; a pipe is not read")
        }
        try self.init(path: path) { (offset, count) in try file.bytes(at: offset, count: count) }
    }

    /// Reads the first line of a file.
    ///
    /// - Parameters:
    ///   - blockBytes: how much is read at once.
    ///   - kinds: how many kinds are kept in memory.
    package init(
        path: String, blockBytes: Int = Limits.populationBlockBytes, kinds: Int = Limits.populationKinds,
        source: @escaping ByteSource
    ) throws {
        self.kinds = kinds
        let first = try source(0, 4)
        guard !first.isUTF16 else {
            throw ErrorReport(
                .unparsable, "\(path):1:1: the text is UTF-16 instead of UTF-8", hint: CSVRecords.saveAsUTF8)
        }
        let start = first.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var records = CSVRecords(source, path: path, from: start, blockBytes: blockBytes)
        guard try records.next() else {
            throw ErrorReport(.unparsable, "\(path): the file is empty", hint: PopulationLayout.hint)
        }
        layout = try PopulationLayout(records)
        self.records = records
    }

    /// Calls `body` for each kind of device with the number of devices, in the order in which they first appear.
    ///
    /// A kind can come again: when the file has more kinds than are kept in memory, or spells it in another way.
    package func forEachKind(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        var reader = PopulationReader(layout, records, kinds: kinds)
        try reader.read(body)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

private struct PopulationReader {
    private let layout: PopulationLayout
    private var records: CSVRecords
    private let limit: Int
    /// The kinds that are kept, in the order in which they first appeared.
    private var kinds: [(device: PopulationDevice, devices: Int)] = []
    /// Where each of them is, by its key: bytes, as strings that differ can be equal.
    private var places: [[UInt8]: Int] = [:]
    private var keyBytes = 0
    private var total = 0

    init(_ layout: PopulationLayout, _ records: CSVRecords, kinds limit: Int) {
        (self.layout, self.records, self.limit) = (layout, records, limit)
    }

    /// Reads all lines, and gives the kinds to `body` at the end and whenever no more fit into memory.
    mutating func read(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        var blankLine: ErrorReport?
        while try records.next() {
            if records.isBlank {
                blankLine = blankLine ?? records.error(at: 0, "the line is blank")
                continue
            }
            // Only blank lines may be behind one.
            if let blankLine { throw blankLine }
            try checkFieldCount()
            try take(body)
        }
        try giveKinds(to: body)
    }

    private func checkFieldCount() throws {
        let fields = records.fields
        guard fields.count >= layout.fieldCount else {
            throw records.error(
                at: records.bytes.count, "a field is missing: there are \(fields.count) of \(layout.fieldCount)",
                hint: "every line has as many fields as the first one")
        }
        guard fields.count <= layout.fieldCount else {
            throw records.error(
                at: fields[layout.fieldCount].spelling.lowerBound,
                "a field too many: the first line names \(layout.fieldCount) columns",
                hint: #"enclose a field with a comma in quotes: "a, b""#)
        }
    }

    private mutating func take(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        let devices = try devices(records.fields[layout.devices])
        let key = layout.kind.flatMap { records.bytes[records.fields[$0.field].spelling] + [UInt8(ascii: ",")] }
        total += devices
        if let place = places[key] {
            kinds[place].devices += devices
            return
        }
        let device = try device()
        if kinds.count >= limit || keyBytes + key.count > Limits.populationKeyBytes { try giveKinds(to: body) }
        places[key] = kinds.count
        kinds.append((device, devices))
        keyBytes += key.count
    }

    private func device() throws -> PopulationDevice {
        let texts = layout.kind.map { column, index in (column, records.text(of: records.fields[index])) }
        do throws(ColumnError) {
            return try PopulationDevice(Dictionary(uniqueKeysWithValues: texts))
        } catch {
            let field = records.fields[layout.field(of: error.column)]
            throw records.error(at: field.spelling.lowerBound, error.message)
        }
    }

    private func devices(_ field: CSVRecords.Field) throws -> Int {
        let (text, limit) = (records.text(of: field), Limits.populationDevices)
        guard (1...Limits.versionDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
            let devices = Int(text), devices <= limit
        else {
            let error = ColumnError(.devices, text, expected: "a whole number from 0 to \(limit)")
            throw records.error(at: field.spelling.lowerBound, error.message)
        }
        guard total + devices <= limit else {
            throw records.error(at: field.spelling.lowerBound, "with these there are more than \(limit) devices")
        }
        return devices
    }

    private mutating func giveKinds(to body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        for (device, devices) in kinds { try body(device, devices) }
        kinds.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        keyBytes = 0
    }
}

/// Which fields of a line are which columns, as the first line says.
struct PopulationLayout: Sendable {
    let fieldCount: Int
    /// The field of the number of devices.
    let devices: Int
    /// The fields that make a kind of device, in the order of the file.
    let kind: [(column: PopulationColumn, field: Int)]

    init(_ header: CSVRecords) throws {
        var places: [PopulationColumn: Int] = [:]
        for (index, field) in header.fields.enumerated() {
            guard let column = PopulationColumn(named: header.text(of: field)) else { continue }
            guard places.updateValue(index, forKey: column) == nil else {
                throw header.error(
                    at: field.spelling.lowerBound, "the column \"\(column.rawValue)\" is there twice", hint: Self.hint)
            }
        }
        let missing = PopulationColumn.allCases.filter { $0.isRequired && places[$0] == nil }
        guard missing.isEmpty, let devices = places[.devices] else {
            let names = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            let isSeparatedOtherwise = header.fields.count == 1 && header.bytes.contains { ";\t|".utf8.contains($0) }
            throw header.error(
                at: 0, "the first line does not name the column\(missing.count == 1 ? "" : "s") \(names)",
                hint: isSeparatedOtherwise ? "separate the fields by commas" : Self.hint)
        }
        fieldCount = header.fields.count
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
}

extension PopulationColumn {
    /// The column with a name in any case, with spaces around it or not; nil for one that is not used.
    fileprivate init?(named name: String) {
        var bytes = name.utf8[...]
        while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        self.init(rawValue: String(Substring(bytes)).asciiLowercased)
    }
}
