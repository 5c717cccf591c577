import Diagnostics
import LocalFiles
import ManifestVerifier

/// A large population as parts that are read at the same time.
///
/// Nothing that a part finds is believed unless all of them end well, each with whole lines: then every part began where a
/// line begins, and together they are what the file says. Everything else, errors above all, is left to a reader of the
/// whole file.
struct PopulationParts {
    private let layout: PopulationLayout
    private let source: ByteSource
    /// Where each part begins, and where the last one ends.
    private let bounds: [Int]
    private let kinds: Int
    private let blockBytes: Int

    /// Nil for a file that is too small to be worth it.
    ///
    /// - Parameters:
    ///   - start: where the first line behind that of the columns begins.
    ///   - size: bytes of the file.
    ///   - partBytes: bytes of the smallest part.
    init?(
        _ layout: PopulationLayout, _ source: @escaping ByteSource, from start: Int, size: Int, partBytes: Int,
        kinds: Int, blockBytes: Int
    ) throws {
        guard size - start >= Self.count * partBytes else { return nil }
        self.layout = layout
        self.source = source
        self.kinds = kinds
        self.blockBytes = blockBytes
        var bounds = [start]
        for part in 1..<Self.count {
            let middle = start + (size - start) / Self.count * part
            let bytes = try source(middle, Limits.populationLineBytes)
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            bounds.append(middle + end + 1)
        }
        self.bounds = bounds + [size]
        guard zip(self.bounds, self.bounds.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    }

    /// Reads all parts; nil when the whole file has to be read from its beginning.
    func read() async -> KindMemo? {
        let parts = await Array(bounds.indices.dropLast()).concurrentMap { part($0) }
        guard var all = parts[0] else { return nil }
        for part in parts.dropFirst() {
            guard let part, all.memo.add(part.memo, atMost: Limits.populationDevices - all.total) else { return nil }
            all.total += part.total
        }
        return all.memo
    }

    private func part(_ index: Int) -> (memo: KindMemo, total: Int)? {
        let (start, end, source) = (bounds[index], bounds[index + 1], source)
        let lines = try? CSVLines(
            { (offset, count) in try source(offset, min(count, end - offset)) }, path: "", from: start, number: 0,
            blockBytes: blockBytes)
        // Together the parts take no more memory than one reader of the whole file.
        return lines.flatMap { lines in
            PopulationReader(
                layout, lines, memo: KindMemo(limit: kinds / Self.count, words: Limits.populationKindWords / Self.count)
            )
            .wholePart(isLast: index == bounds.count - 2)
        }
    }

    /// As many as a machine for builds has cores.
    private static let count = 4
}
