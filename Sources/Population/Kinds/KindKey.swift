/// What tells kinds of devices apart, as words of eight bytes that are quickly hashed and compared.
///
/// It has the runs of a layout one after the other: fields joined by commas, then a line feed, then zero bytes up to a
/// whole word. Neither is in a field that is printable; a comma in a field is spelled as the control character U+0001.
enum KindKey {
    static let fieldEnd = UInt8(ascii: ",")
    static let runEnd = UInt8(ascii: "\n")
    private static let commaInField: UInt8 = 1

    /// The last word of a run: as many bytes of a word as are left, and the end of the run.
    @inline(__always)
    static func lastWord(_ word: UInt64, keeping bytes: Int) -> UInt64 {
        let bits = UInt64(truncatingIfNeeded: 8 * bytes)
        return (word & ((1 &<< bits) &- 1)) | (UInt64(runEnd) &<< bits)
    }

    /// The words of a line that may have anything in its fields; nil when that is an ASCII control character.
    static func words(_ texts: ColumnTexts, _ layout: PopulationLayout) -> [UInt64]? {
        var words: [UInt64] = []
        for run in layout.runs {
            var bytes: [UInt8] = []
            for column in run.columns {
                if !bytes.isEmpty || column != run.columns[0] { bytes.append(fieldEnd) }
                for byte in texts[column].utf8 {
                    guard byte >= 0x20 else { return nil }
                    bytes.append(byte == fieldEnd ? commaInField : byte)
                }
            }
            bytes.append(runEnd)
            for start in stride(from: 0, to: bytes.count, by: 8) {
                words.append(
                    bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
        }
        return words
    }

    /// What the line said.
    static func texts(_ words: ArraySlice<UInt64>, _ layout: PopulationLayout) -> ColumnTexts {
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        var texts = ColumnTexts()
        for (run, columns) in zip(
            bytes.split(separator: runEnd, omittingEmptySubsequences: false), layout.runs.map(\.columns))
        {
            let fields = run.drop { $0 == 0 }.split(separator: fieldEnd, omittingEmptySubsequences: false)
            for (column, field) in zip(columns, fields) {
                texts[column] = String(decoding: field.map { $0 == commaInField ? fieldEnd : $0 }, as: UTF8.self)
            }
        }
        return texts
    }

    /// A number that is the same for the same words and, without knowledge of the seed, of no use to make others with it.
    static func hash(_ words: Span<UInt64>, _ seed: KindSeed) -> UInt64 {
        var hash = seed.start
        for index in words.indices { hash = Self.hash(hash, words[index], seed) }
        return hash
    }

    /// The number for one more word, from `seed.start` on.
    @inline(__always)
    static func hash(_ hash: UInt64, _ word: UInt64, _ seed: KindSeed) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: seed.factor)
        return product.high ^ product.low
    }
}

/// What hashes depend on, new in every run: no file can be made in which all kinds have the same hash.
struct KindSeed {
    let start = UInt64.random(in: .min ... .max)
    let factor = UInt64.random(in: .min ... .max) | 1
}
