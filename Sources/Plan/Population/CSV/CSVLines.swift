import Diagnostics
import ManifestVerifier

/// Gives up to so many bytes of a file from an offset on; fewer only at the end.
typealias ByteSource = @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

/// The lines of a file, of which a part is in memory. It begins where a line begins, so that no line is put together from
/// pieces.
struct CSVLines {
    let path: String
    private let source: ByteSource
    private let blockBytes: Int
    /// Where `bytes` begin in the file.
    private var offset: Int
    /// The part of the file in which the next line begins, and with it every place in a line that was read.
    private(set) var bytes: [UInt8] = []
    /// Whether the file ends where the part ends.
    private var isLast = false
    /// Where the next line begins in `bytes`.
    private var position = 0
    /// The number of that line in the file.
    private(set) var number: Int

    /// Lines from `offset` on, where line `number` begins.
    init(_ source: @escaping ByteSource, path: String, from offset: Int, number: Int, blockBytes: Int) throws {
        (self.source, self.path, self.offset) = (source, path, offset)
        (self.number, self.blockBytes) = (number, blockBytes)
        try load(blockBytes)
    }

    private mutating func load(_ count: Int) throws {
        bytes = try source(offset, count)
        isLast = bytes.count < count
    }

    /// Reads the next line without going on; nil at the end of the file.
    mutating func next() throws -> CSVLine? {
        while !isLast || position < bytes.count {
            do throws(CSVError) {
                if let line = try CSVLine(bytes, from: position, isLast: isLast) { return line }
            } catch {
                throw report(error)
            }
            // From the first line on, twice as much is read as before.
            let count = position > 0 ? blockBytes : 2 * bytes.count
            offset += position
            position = 0
            try load(count)
        }
        return nil
    }

    mutating func skip(_ line: CSVLine) {
        number += max(1, bytes[position..<line.end].count { $0 == UInt8(ascii: "\n") })
        position = line.end
    }

    /// What is wrong with the next line, and where in the file that is.
    func report(_ error: CSVError) -> ErrorReport {
        let place = CSVLine.position(of: error.offset, in: bytes, from: position, line: number)
        return ErrorReport(.unparsable, "\(path):\(place): \(error.message)", hint: error.hint)
    }
}
