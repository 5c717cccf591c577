import Diagnostics
import ManifestVerifier

/// One line of a CSV file (RFC 4180), which goes on over the line breaks in its quoted fields.
struct CSVLine {
    struct Field {
        /// Where it begins, with its quote.
        let start: Int
        /// Its content as it is spelled: between the quotes, with quotes doubled.
        let content: Range<Int>
        let isQuoted: Bool
        /// All of it, with its quotes.
        var spelling: Range<Int> { start..<content.upperBound + (isQuoted ? 1 : 0) }
    }

    /// The fields, at least one.
    private(set) var fields: [Field] = []
    /// Where the next line begins.
    private(set) var end = 0
    private let start: Int

    /// Where its last field ends, before the line break.
    var contentEnd: Int { fields.last?.spelling.upperBound ?? start }

    var isBlank: Bool { fields.count == 1 && !fields[0].isQuoted && fields[0].content.isEmpty }

    /// Reads the line that begins at `start`; nil when it does not end in `bytes` and `isLast` does not say that the file does.
    init?(_ bytes: [UInt8], from start: Int, isLast: Bool) throws(CSVError) {
        self.start = start
        var at = start
        repeat {
            guard let field = try Self.field(bytes, from: at, isLast: isLast) else { return nil }
            fields.append(field)
            at = contentEnd
            guard at - start <= Limits.populationLineBytes else {
                throw CSVError(
                    start, "the line is longer than \(Limits.populationLineBytes) bytes",
                    hint: "give the file only the columns that are needed")
            }
            guard let next = try Self.separator(bytes, at, isLast: isLast) else {
                return nil
            }
            (at, end) = (next.end, next.end)
            if next.endsLine { break }
        } while true
        try Self.checkEncoding(bytes, start..<end)
    }

    /// Where a byte of the line is: its line in the file, of which this line is `line`, and the scalar in that.
    static func position(of offset: Int, in bytes: [UInt8], from start: Int, line: Int) -> TextPosition {
        let before = bytes[start..<min(max(start, offset), bytes.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
        return TextPosition(
            line: line + before.count { $0 == UInt8(ascii: "\n") },
            column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
    }

    // MARK: Parts

    private static func field(_ bytes: [UInt8], from start: Int, isLast: Bool) throws(CSVError) -> Field? {
        let isQuoted = start < bytes.count && bytes[start] == quote
        var at = isQuoted ? start + 1 : start
        scan: while at < bytes.count {
            guard at - start <= Limits.populationFieldBytes else { throw tooLong(start, isQuoted: isQuoted) }
            switch bytes[at] {
            case quote where isQuoted:
                guard at + 1 < bytes.count else {
                    if isLast { break scan }
                    return nil
                }
                guard bytes[at + 1] == quote else { break scan }
                at += 1
            case quote:
                throw CSVError(
                    at, "a quote in a field that is not enclosed in quotes",
                    hint: #"enclose the field in quotes and double those in it: "a ""b"" c""#)
            case 0: throw CSVError(at, "a NUL byte", hint: CSVError.saveAsUTF8)
            case comma where !isQuoted, lineFeed where !isQuoted, carriageReturn where !isQuoted: break scan
            default: break
            }
            at += 1
        }
        if at == bytes.count {
            guard isLast else { return nil }
            if isQuoted { throw CSVError(start, "this quote is never closed") }
        }
        return Field(start: start, content: (isQuoted ? start + 1 : start)..<at, isQuoted: isQuoted)
    }

    private static func separator(
        _ bytes: [UInt8], _ at: Int, isLast: Bool
    ) throws(CSVError) -> (end: Int, endsLine: Bool)? {
        guard at < bytes.count else { return isLast ? (at, true) : nil }
        switch bytes[at] {
        case comma: return (at + 1, false)
        case lineFeed: return (at + 1, true)
        case carriageReturn:
            guard at + 1 < bytes.count || isLast else { return nil }
            guard at + 1 < bytes.count, bytes[at + 1] == lineFeed else {
                throw CSVError(at, "a carriage return without a line feed", hint: "end lines with LF or CRLF")
            }
            return (at + 2, true)
        default:
            throw CSVError(
                at, "expected a comma or the end of the line behind the closing quote",
                hint: #"double a quote within a field: "a ""b"" c""#)
        }
    }

    private static func tooLong(_ start: Int, isQuoted: Bool) -> CSVError {
        CSVError(
            start, "a field is longer than \(Limits.populationFieldBytes) bytes",
            hint: isQuoted
                ? "its closing quote may be missing" : "lines end with LF or CRLF, and commas separate fields")
    }

    private static func checkEncoding(_ bytes: [UInt8], _ line: Range<Int>) throws(CSVError) {
        guard bytes[line].contains(where: { $0 >= 0x80 }) else { return }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(line))
        } catch {
            throw CSVError(line.lowerBound + error.byteOffsets.lowerBound, "invalid UTF-8", hint: CSVError.saveAsUTF8)
        }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

struct CSVError: Error {
    let offset: Int
    /// What is wrong, without the place.
    let message: String
    let hint: String?

    init(_ offset: Int, _ message: String, hint: String? = nil) {
        self.offset = offset
        self.message = message
        self.hint = hint
    }

    static let saveAsUTF8 = "save the file as UTF-8"
}
