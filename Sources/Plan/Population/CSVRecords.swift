import Diagnostics
import ManifestVerifier

/// Gives up to so many bytes of a file from an offset on; fewer only at the end.
package typealias ByteSource = @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

/// The records of a CSV file (RFC 4180), of which one is in memory. It goes on over the line breaks in its quoted fields.
struct CSVRecords: Sendable {
    struct Field {
        /// All of it, with its quotes.
        let spelling: Range<Int>
        let isQuoted: Bool
    }

    private let path: String
    private let source: ByteSource
    private let blockBytes: Int
    private var block: [UInt8] = []
    /// Where the next block begins in the file.
    private var offset: Int
    /// Where the next byte is in this one.
    private var place = 0
    private var isLastBlock = false
    /// The line on which this record begins.
    private var line = 1
    private var nextLine = 1
    /// The record, without the break that ends its line.
    private(set) var bytes: [UInt8] = []
    /// At least one, once a record was read.
    private(set) var fields: [Field] = []

    init(_ source: @escaping ByteSource, path: String, from offset: Int, blockBytes: Int) {
        (self.source, self.path, self.offset, self.blockBytes) = (source, path, offset, blockBytes)
    }

    var isBlank: Bool { fields.count == 1 && fields[0].spelling.isEmpty }

    /// The field as it is meant: without its quotes, and a doubled quote is one.
    func text(of field: Field) -> String {
        let bytes = bytes[field.spelling]
        guard field.isQuoted else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self).replacingScalars("\"\"", with: "\"")
    }

    /// What is wrong, and where in the file: a column counts Unicode scalars.
    func error(at offset: Int, _ message: String, hint: String? = nil) -> ErrorReport {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
        let position = TextPosition(
            line: line + before.count { $0 == Self.lineFeed },
            column: 1 + before[start...].count { $0 & 0xC0 != 0x80 })
        return ErrorReport(.unparsable, "\(path):\(position): \(message)", hint: hint)
    }

    static let saveAsUTF8 = "save the file as UTF-8"

    /// Reads the next record; false at the end of the file.
    mutating func next() throws -> Bool {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        line = nextLine
        guard try peek() != nil else { return false }
        repeat {
            try readField()
            guard bytes.count <= Limits.populationLineBytes else {
                throw error(
                    at: 0, "the line is longer than \(Limits.populationLineBytes) bytes",
                    hint: "give the file only the columns that are needed")
            }
        } while try readSeparator()
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw self.error(at: error.byteOffsets.lowerBound, "invalid UTF-8", hint: Self.saveAsUTF8)
        }
        nextLine += 1 + bytes.count { $0 == Self.lineFeed }
        return true
    }

    private mutating func readField() throws {
        let start = bytes.count
        let isQuoted = try peek() == Self.quote
        if isQuoted { take(Self.quote) }
        var isOpen = isQuoted
        scan: while let byte = try peek() {
            guard bytes.count - start <= Limits.populationFieldBytes else {
                throw error(
                    at: start, "a field is longer than \(Limits.populationFieldBytes) bytes",
                    hint: isQuoted
                        ? "its closing quote may be missing" : "lines end with LF or CRLF, and commas separate fields")
            }
            switch byte {
            case Self.quote where isQuoted:
                take(byte)
                isOpen = try peek() == Self.quote
                if !isOpen { break scan }
            case Self.quote:
                throw error(
                    at: bytes.count, "a quote in a field that is not enclosed in quotes",
                    hint: #"enclose the field in quotes and double those in it: "a ""b"" c""#)
            case 0: throw error(at: bytes.count, "a NUL byte", hint: Self.saveAsUTF8)
            case Self.comma where !isQuoted, Self.lineFeed where !isQuoted, Self.carriageReturn where !isQuoted:
                break scan
            default: break
            }
            take(byte)
        }
        guard !isOpen else { throw error(at: start, "this quote is never closed") }
        fields.append(Field(spelling: start..<bytes.count, isQuoted: isQuoted))
    }

    /// Reads what is behind a field; false where the record ends.
    private mutating func readSeparator() throws -> Bool {
        switch try peek() {
        case nil: return false
        case Self.comma?:
            take(Self.comma)
            return true
        case Self.carriageReturn?:
            place += 1
            guard try peek() == Self.lineFeed else {
                throw error(
                    at: bytes.count, "a carriage return without a line feed", hint: "end lines with LF or CRLF")
            }
            fallthrough
        case Self.lineFeed?:
            place += 1
            return false
        default:
            throw error(
                at: bytes.count, "expected a comma or the end of the line behind the closing quote",
                hint: #"double a quote within a field: "a ""b"" c""#)
        }
    }

    private mutating func peek() throws -> UInt8? {
        if place == block.count, !isLastBlock {
            block = try source(offset, blockBytes)
            (offset, place, isLastBlock) = (offset + block.count, 0, block.count < blockBytes)
        }
        return place < block.count ? block[place] : nil
    }

    private mutating func take(_ byte: UInt8) {
        bytes.append(byte)
        place += 1
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
