import Diagnostics
import LocalFiles
import ManifestVerifier

/// A small CSV file (RFC 4180, UTF-8) whose first line names the columns, in any order and with any others among them.
package struct CSVTable: Sendable {
    /// A line behind the first one.
    package struct Row: Sendable {
        /// Its number in the file.
        package let line: Int
        fileprivate let fields: [String]
    }

    /// The names of the columns in lower case, without spaces around them.
    package let columns: [String]
    /// The lines that are not blank.
    package let rows: [Row]

    /// Reads a file. Links are followed; a pipe is refused.
    ///
    /// - Parameter hint: which columns there are, for a file that is none.
    package init(path: String, hint: String) throws {
        let file = try ReadableFile(following: path)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = try file.bytes(at: 0, count: mark.count) == mark ? mark.count : 0
        var lines = try CSVLines(
            { (offset, count) in try file.bytes(at: offset, count: count) }, path: path, from: start, number: 1,
            blockBytes: Limits.populationBlockBytes)
        guard let first = try lines.next() else {
            throw ErrorReport(.unparsable, "\(path): the file is empty", hint: hint)
        }
        let names = first.fields.map { $0.text(in: lines.bytes).trimmedName }
        for (index, name) in names.enumerated() where !name.isEmpty && names[..<index].contains(name) {
            throw lines.report(CSVError(first.fields[index].start, "the column \"\(name)\" is there twice", hint: hint))
        }
        lines.skip(first)
        var rows: [Row] = []
        while let line = try lines.next() {
            if !line.isBlank {
                let fields = line.fields
                guard fields.count == names.count else {
                    throw lines.report(
                        CSVError(
                            fields.count > names.count ? fields[names.count].start : line.contentEnd,
                            "there are \(fields.count) fields, and the first line names \(names.count) columns",
                            hint: #"enclose a field with a comma in quotes: "a, b""#))
                }
                guard rows.count < Limits.matrixCases else {
                    throw lines.report(
                        CSVError(fields[0].start, "there are more than \(Limits.matrixCases) lines of cases"))
                }
                rows.append(Row(line: lines.number, fields: fields.map { $0.text(in: lines.bytes) }))
            }
            lines.skip(line)
        }
        (columns, self.rows) = (names, rows)
    }

    /// What a line says in a column; nil when the column is not there or the field is empty.
    package func text(_ column: String, in row: Row) -> String? {
        guard let index = columns.firstIndex(of: column), !row.fields[index].isEmpty else { return nil }
        return row.fields[index]
    }
}

extension String {
    /// The name of a column, in any case and with spaces around it or not.
    fileprivate var trimmedName: String {
        let space = UInt8(ascii: " ")
        let bytes = utf8.drop { $0 == space }.reversed().drop { $0 == space }.reversed()
        return String(decoding: Array(bytes), as: UTF8.self).asciiLowercased
    }
}
