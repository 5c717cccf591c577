import AppGate
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
        var reader = PopulationReader(layout: layout, records: records, limit: kinds)
        try reader.read(body)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

private struct PopulationReader {
    let layout: PopulationLayout
    var records: CSVRecords
    let limit: Int
    /// The kinds that are kept, in the order in which they first appeared.
    var kinds: [(device: PopulationDevice, devices: Int)] = []
    /// Where each of them is, by its key: bytes, as strings that differ can be equal.
    var places: [[UInt8]: Int] = [:]
    var keyBytes = 0
    var total = 0

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
        let devices = try devices()
        let key = layout.kind.flatMap { records.bytes[records.fields[$0].spelling] + [UInt8(ascii: ",")] }
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
        let (platformText, systemText) = (text(.platform), text(.os))
        guard let platform = Platform(rawValue: platformText.asciiLowercased) else {
            throw error(.platform, platformText, expected: "ios or android")
        }
        guard let system = Device.System(systemText, on: platform) else {
            throw error(
                .os, systemText,
                expected: platform == .ios ? "a version of iOS like 17.4" : "an SDK level of Android like 34")
        }
        let store = try known(.store)
        let storeVersion = store.flatMap { NumericVersion($0) }
        if let store, storeVersion == nil {
            throw error(
                .store, store,
                expected: platform == .ios ? "a version like 3.2.0" : "a version like 3.2.0 or a version code")
        }
        var device = Device(
            system: system, reportedVersion: try known(.app), reportedBuild: try known(.build), languages: [])
        (device.channel, device.region, device.model) = (try known(.channel), try known(.region), try known(.model))
        return PopulationDevice(device: device, store: storeVersion.map { StoreVersion(version: $0) })
    }

    private func devices() throws -> Int {
        let (text, limit) = (text(.devices), Limits.populationDevices)
        guard (1...Limits.versionDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
            let devices = Int(text), devices <= limit
        else { throw error(.devices, text, expected: "a whole number from 0 to \(limit)") }
        guard total + devices <= limit else {
            throw error(.devices, "with these there are more than \(limit) devices")
        }
        return devices
    }

    private func text(_ column: PopulationColumn) -> String {
        layout.places[column].map { records.text(of: records.fields[$0]) } ?? ""
    }

    /// nil for an empty text, which says that it is not known.
    private func known(_ column: PopulationColumn) throws -> String? {
        let text = text(column)
        // It is shown to people as the device reports it.
        guard text.isPrintable else {
            throw error(column, "\(column.rawValue) has a character that cannot be printed")
        }
        return text.isEmpty ? nil : text
    }

    private func error(_ column: PopulationColumn, _ text: String, expected: String) -> ErrorReport {
        let start = text.unicodeScalars.prefix(Limits.quotedFieldScalars)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        let shown = "\(String(start).printable)\(isWhole ? "" : "…")"
        return error(column, "\(column.rawValue) is \(expected), not \"\(shown)\"")
    }

    /// - Parameter column: one that the file has.
    private func error(_ column: PopulationColumn, _ message: String) -> ErrorReport {
        records.error(at: records.fields[layout.places[column] ?? 0].spelling.lowerBound, message)
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
    /// The fields of the columns that there are.
    let places: [PopulationColumn: Int]
    /// Those that make a kind of device, in the order of the file.
    let kind: [Int]

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
        guard missing.isEmpty else {
            let names = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            let isSeparatedOtherwise = header.fields.count == 1 && header.bytes.contains { ";\t|".utf8.contains($0) }
            throw header.error(
                at: 0, "the first line does not name the column\(missing.count == 1 ? "" : "s") \(names)",
                hint: isSeparatedOtherwise ? "separate the fields by commas" : Self.hint)
        }
        (fieldCount, self.places) = (header.fields.count, places)
        kind = places.filter { $0.key != .devices }.values.sorted()
    }

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
