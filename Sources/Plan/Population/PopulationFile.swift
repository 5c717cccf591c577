import Diagnostics
import LocalFiles
import ManifestVerifier

/// A CSV file (RFC 4180, UTF-8) of installed versions with their numbers of devices.
///
/// The first line names the columns, in any order and with any others among them. Errors name the line of the file and, in
/// that line, the column of the wrong character, counted as Unicode scalars from 1 like all places in files.
package struct PopulationFile: Sendable {
    private let layout: PopulationLayout
    private let lines: CSVLines
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
    ///   - path: where it is, for messages.
    ///   - blockBytes: how much is read at once.
    ///   - kinds: how many kinds are kept in memory.
    ///   - source: gives up to so many bytes from an offset on, fewer only at the end.
    package init(
        path: String, blockBytes: Int = Limits.populationBlockBytes, kinds: Int = Limits.populationKinds,
        source: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    ) throws {
        self.kinds = kinds
        let first = try source(0, 4)
        guard !first.isUTF16 else {
            throw ErrorReport(
                .unparsable, "\(path):1:1: the text is UTF-16 instead of UTF-8", hint: CSVError.saveAsUTF8)
        }
        let start = first.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var lines = try CSVLines(
            source, path: path, from: start, number: 1, blockBytes: blockBytes)
        guard let header = try lines.next() else {
            throw ErrorReport(.unparsable, "\(path): the file is empty", hint: PopulationLayout.hint)
        }
        do throws(CSVError) {
            layout = try PopulationLayout(header, in: lines.bytes)
        } catch {
            throw lines.report(error)
        }
        lines.skip(header)
        self.lines = lines
    }

    /// Calls `body` for each kind of device with the number of devices, in the order in which they first appear.
    ///
    /// A kind can come again: when the file has more kinds than are kept in memory, or spells it in another way.
    package func forEachKind(_ body: (PopulationDevice, _ devices: Int) throws -> Void) throws {
        var reader = PopulationReader(layout, lines, kinds: kinds)
        try reader.read(body)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
