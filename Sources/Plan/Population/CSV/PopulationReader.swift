import Diagnostics
import ManifestVerifier

/// Reads the lines of a population behind the first one.
struct PopulationReader {
    private let layout: PopulationLayout
    private var lines: CSVLines
    /// How many kinds are kept in memory.
    private let limit: Int
    /// The kinds that are kept, in the order in which they first appeared.
    private var kinds: [(device: PopulationDevice, devices: Int)] = []
    /// Where each of them is, by its key: bytes, as strings that differ can be equal.
    private var places: [[UInt8]: Int] = [:]
    private var keyBytes = 0
    private var total = 0
    /// The report of the first blank line, behind which only blank lines may be.
    private var blankLine: ErrorReport?

    init(_ layout: PopulationLayout, _ lines: CSVLines, kinds limit: Int) {
        (self.layout, self.lines, self.limit) = (layout, lines, limit)
    }

    /// Reads all lines, and gives the kinds to `body` at the end and whenever no more fit into memory.
    mutating func read(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        while let line = try lines.next() {
            if line.isBlank {
                blankLine = blankLine ?? lines.report(CSVError(line.fields[0].start, "the line is blank"))
            } else {
                if let blankLine { throw blankLine }
                do throws(CSVError) { try checkFieldCount(line) } catch { throw lines.report(error) }
                try take(line, body)
            }
            lines.skip(line)
        }
        try giveKinds(to: body)
    }

    private func checkFieldCount(_ line: CSVLine) throws(CSVError) {
        let fields = line.fields
        guard fields.count >= layout.fieldCount else {
            throw CSVError(
                line.contentEnd, "a field is missing: there are \(fields.count) of \(layout.fieldCount)",
                hint: "every line has as many fields as the first one")
        }
        guard fields.count <= layout.fieldCount else {
            throw CSVError(
                fields[layout.fieldCount].start, "a field too many: the first line names \(layout.fieldCount) columns",
                hint: #"enclose a field with a comma in quotes: "a, b""#)
        }
    }

    private mutating func take(_ line: CSVLine, _ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        let (devices, key) = (try devices(line.fields[layout.devices]), key(line))
        total += devices
        if let place = places[key] {
            kinds[place].devices += devices
            return
        }
        let device = try device(line)
        if kinds.count >= limit || keyBytes + key.count > Limits.populationKeyBytes { try giveKinds(to: body) }
        places[key] = kinds.count
        kinds.append((device, devices))
        keyBytes += key.count
    }

    /// The fields that make a kind, as they are spelled.
    private func key(_ line: CSVLine) -> [UInt8] {
        var key: [UInt8] = []
        for (_, index) in layout.kind {
            key += lines.bytes[line.fields[index].spelling]
            key.append(UInt8(ascii: ","))
        }
        return key
    }

    private func device(_ line: CSVLine) throws -> PopulationDevice {
        let texts = layout.kind.map { column, index in (column, line.fields[index].text(in: lines.bytes)) }
        do throws(ColumnError) {
            return try PopulationDevice(Dictionary(uniqueKeysWithValues: texts))
        } catch {
            throw lines.report(
                CSVError(line.fields[layout.field(of: error.column)].start, error.message, hint: error.hint))
        }
    }

    private func devices(_ field: CSVLine.Field) throws -> Int {
        let text = field.text(in: lines.bytes)
        let limit = Limits.populationDevices
        guard (1...Limits.versionDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
            let devices = Int(text), devices <= limit
        else {
            let error = ColumnError(.devices, text, expected: "a whole number from 0 to \(limit)")
            throw lines.report(CSVError(field.start, error.message))
        }
        guard total + devices <= limit else {
            throw lines.report(CSVError(field.start, "with these there are more than \(limit) devices"))
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
