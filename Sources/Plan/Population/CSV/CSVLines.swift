import Diagnostics
import ManifestVerifier

struct CSVLines {
    let path: String
    private var window: FileWindow
    /// Where the next line begins in `bytes`.
    private var position = 0
    /// The number of that line in the file.
    private(set) var number: Int

    /// Lines from `offset` on, where line `number` begins.
    init(_ source: @escaping ByteSource, path: String, from offset: Int, number: Int, blockBytes: Int) throws {
        self.path = path
        self.number = number
        window = try FileWindow(source, from: offset, blockBytes: blockBytes)
    }

    /// The part of the file in which the next line begins, and with it every place in a line that was read.
    var bytes: [UInt8] { window.bytes }

    /// Reads the next line without going on; nil at the end of the file.
    mutating func next() throws -> CSVLine? {
        while !window.isLast || position < bytes.count {
            do throws(CSVError) {
                if let line = try CSVLine(bytes, from: position, isLast: window.isLast) { return line }
            } catch {
                throw report(error)
            }
            try window.move(to: position)
            position = 0
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
