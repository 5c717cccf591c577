import Diagnostics
import ManifestVerifier

/// Reads the lines of a population behind the first one.
struct PopulationReader {
    private let layout: PopulationLayout
    private var lines: CSVLines
    private var plainLines: PlainLines
    private var memo: KindMemo
    /// All devices so far.
    private var total = 0
    /// The report of the first blank line, behind which only blank lines may be.
    private var blankLine: ErrorReport?

    /// - Parameter memo: takes the kinds; a memo that is empty.
    init(_ layout: PopulationLayout, _ lines: CSVLines, memo: KindMemo) {
        self.layout = layout
        self.lines = lines
        self.memo = memo
        plainLines = PlainLines(layout, memo.seed)
    }

    /// Reads all lines, and gives the kinds to `body` at the end and whenever no more fit into memory.
    mutating func read(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        repeat { takePlainLines() } while try takeLine(body)
        try giveKinds(to: body)
    }

    /// Reads all lines of a part of a file; nil when not all is well, or there are more kinds than fit.
    ///
    /// - Parameter isLast: whether the file ends with the part; blank lines may be there only.
    consuming func wholePart(isLast: Bool) -> (memo: KindMemo, total: Int)? {
        struct NoRoom: Error {}
        do {
            repeat { takePlainLines() } while try takeLine { _, _ in throw NoRoom() }
        } catch {
            return nil
        }
        return isLast || blankLine == nil ? (memo, total) : nil
    }

    /// Gives kinds to `body`.
    static func give(
        _ memo: inout KindMemo, _ layout: PopulationLayout,
        to body: (PopulationDevice, _ devices: Int) throws -> Void
    ) throws {
        try memo.removeAll { key, devices in
            guard let device = try? PopulationDevice(KindKey.texts(key, layout)) else {
                preconditionFailure("only what was read as a kind of device is kept")
            }
            try body(device, devices)
        }
    }

    private mutating func takePlainLines() {
        guard blankLine == nil else { return }
        let bytes = lines.bytes
        let span = bytes.span
        var (position, count, left) = (lines.position, 0, Limits.populationDevices - total)
        var special = SpecialBytes(from: position)
        var known = 0
        repeat {
            plainLines.read(span, from: position, &special)
            known = memo.add(plainLines, atMost: &left)
            if known > 0 { position = plainLines.lines[known - 1].end }
            count += known
        } while known == PlainLines.room
        total = Limits.populationDevices - left
        lines.skip(to: position, lines: count)
    }

    /// Takes one line of any form; false at the end of the file.
    private mutating func takeLine(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws -> Bool {
        guard let line = try lines.next() else { return false }
        if line.isBlank {
            blankLine = blankLine ?? lines.report(CSVError(line.fields[0].start, "the line is blank"))
        } else {
            if let blankLine { throw blankLine }
            let (key, devices): ([UInt64], Int)
            do throws(CSVError) { (key, devices) = try kind(line) } catch { throw lines.report(error) }
            total += devices
            if let place = memo.place(of: key.span) {
                memo.add(devices, at: place)
            } else if !memo.insert(key, devices: devices) {
                try giveKinds(to: body)
                _ = memo.insert(key, devices: devices)
            }
        }
        lines.skip(line)
        return true
    }

    /// The kind of the devices of a line, and their number.
    private func kind(_ line: CSVLine) throws(CSVError) -> (key: [UInt64], devices: Int) {
        let (bytes, fields) = (lines.bytes, line.fields)
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
        let devices = try devices(fields[layout.devices])
        var texts = ColumnTexts()
        for run in layout.runs {
            for (column, field) in zip(run.columns, fields[run.start...]) { texts[column] = field.text(in: bytes) }
        }
        let key = KindKey.words(texts, layout)
        if let key, memo.place(of: key.span) != nil { return (key, devices) }
        do throws(ColumnError) {
            _ = try PopulationDevice(texts)
        } catch {
            throw CSVError(fields[layout.field(of: error.column)].start, error.message, hint: error.hint)
        }
        guard let key else { preconditionFailure("a text without control characters has a key") }
        return (key, devices)
    }

    private func devices(_ field: CSVLine.Field) throws(CSVError) -> Int {
        let text = field.text(in: lines.bytes)
        let limit = Limits.populationDevices
        guard (1...Limits.versionDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
            let devices = Int(text), devices <= limit
        else {
            let error = ColumnError(.devices, text, expected: "a whole number from 0 to \(limit)")
            throw CSVError(field.start, error.message)
        }
        guard total + devices <= limit else {
            throw CSVError(field.start, "with these there are more than \(limit) devices")
        }
        return devices
    }

    private mutating func giveKinds(to body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        try Self.give(&memo, layout, to: body)
    }
}
