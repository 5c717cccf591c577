import Diagnostics
import ManifestVerifier

/// Lines that need no thought: printable ASCII without quotes, of kinds that have been seen.
///
/// Most lines of a large file are plain, and they are read by words of eight bytes. Any other line, and any that may be
/// wrong, is left to `CSVLine`; both give the same for the same bytes.
///
/// A few lines are read before their kinds are looked up, all at once: the memory in which kinds are kept is slow to
/// answer, and answers to many questions come as fast as one.
struct PlainLines {
    /// A line whose kind has not been looked up yet.
    struct Line {
        /// Where its key begins in `words`.
        var keyStart = 0
        var keyEnd = 0
        var hash: UInt64 = 0
        var devices = 0
        /// Where the next line begins.
        var end = 0
    }

    /// How many lines are read before they are looked up.
    static let room = 16

    /// The lines that were read last.
    private(set) var lines = [Line](repeating: Line(), count: PlainLines.room)
    private(set) var count = 0
    /// Their keys.
    private(set) var words = [UInt64](repeating: 0, count: 16 * PlainLines.room)
    private let fields: PlainFields

    init(_ layout: PopulationLayout, _ seed: KindSeed) { fields = PlainFields(layout, seed) }

    /// Reads lines from `start` on until one is not plain, or there is no room for more.
    ///
    /// - Parameter special: the special bytes from `start` on.
    mutating func read(_ bytes: Span<UInt8>, from start: Int, _ special: inout SpecialBytes) {
        count = fields.read(bytes, from: start, &special, &lines, &words)
    }
}

/// What the fields of a line are to a kind.
private struct PlainFields {
    // One bit for each role that a field has.
    private static let beginsRun: UInt8 = 1
    private static let endsRun: UInt8 = 2
    private static let devices: UInt8 = 4

    private let roles: [UInt8]
    private let seed: KindSeed
    // Read once: each is asked for in every line.
    private let fieldBytes = Limits.populationFieldBytes
    private let lineBytes = Limits.populationLineBytes

    init(_ layout: PopulationLayout, _ seed: KindSeed) {
        self.seed = seed
        var roles = [UInt8](repeating: 0, count: layout.fieldCount)
        for run in layout.runs {
            roles[run.start] |= Self.beginsRun
            roles[run.start + run.columns.count - 1] |= Self.endsRun
        }
        roles[layout.devices] = Self.devices
        self.roles = roles
    }

    /// Reads lines and their keys as long as there is room; gives the number of lines.
    func read(
        _ bytes: Span<UInt8>, from start: Int, _ special: inout SpecialBytes, _ lines: inout [PlainLines.Line],
        _ words: inout [UInt64]
    ) -> Int {
        var (at, found, wordCount) = (start, 0, 0)
        let roles = roles.span
        var lines = lines.mutableSpan
        var words = words.mutableSpan
        reading: while found < lines.count {
            let lineStart = at
            var (runStart, line) = (at, PlainLines.Line())
            line.keyStart = wordCount
            line.hash = seed.start
            for field in roles.indices {
                let fieldStart = at
                guard let end = special.next(in: bytes), end &- fieldStart <= fieldBytes else { break reading }
                let role = roles[field]
                if role & Self.beginsRun != 0 { runStart = fieldStart }
                if role & Self.endsRun != 0 {
                    var (start, left) = (runStart, end &- runStart)
                    while true {
                        guard let word = bytes.word(at: start), wordCount < words.count else { break reading }
                        let key = left < 8 ? KindKey.lastWord(word, keeping: left) : word
                        words[wordCount] = key
                        line.hash = KindKey.hash(line.hash, key, seed)
                        wordCount &+= 1
                        if left < 8 { break }
                        (start, left) = (start &+ 8, left &- 8)
                    }
                }
                if role == Self.devices {
                    guard let word = bytes.word(at: fieldStart), let number = word.number(ofDigits: end &- fieldStart)
                    else { break reading }
                    line.devices = number
                }
                at = end &+ 1
                if field < roles.count &- 1 {
                    guard bytes[end] == UInt8(ascii: ",") else { break reading }
                } else if bytes[end] == UInt8(ascii: "\r") {
                    guard special.next(in: bytes) == at, bytes[at] == UInt8(ascii: "\n") else { break reading }
                    at &+= 1
                } else {
                    guard bytes[end] == UInt8(ascii: "\n") else { break reading }
                }
            }
            guard at &- lineStart <= lineBytes else { break }
            (line.keyEnd, line.end) = (wordCount, at)
            lines[found] = line
            found &+= 1
        }
        return found
    }
}

/// The places of the bytes that are a comma, a quote, a control character or no ASCII.
struct SpecialBytes {
    /// Where the part begins that `bits` is about.
    private var start: Int
    /// The special bytes of a part of 64 that have not been given, the first in the lowest bit.
    private var bits: UInt64 = 0

    /// Those from `start` on.
    init(from start: Int) { self.start = start &- 64 }

    /// The next one; nil when fewer than 64 bytes are left to look at.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> Int? {
        while bits == 0 {
            start &+= 64
            var offset = start &+ 56
            guard bytes.word(at: offset) != nil else {
                start &-= 64
                return nil
            }
            repeat {
                guard let word = bytes.word(at: offset) else { return nil }
                bits = bits &<< 8 | word.specialBytes
                offset &-= 8
            } while offset >= start
        }
        let place = start &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        return place
    }
}

extension UInt64 {
    /// A bit for each byte that is special.
    @inline(__always)
    fileprivate var specialBytes: UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let ascii = self & low
        // Each sum sets the highest bit of a byte that is something else; none carries into the next byte.
        let other =
            ((ascii ^ 0x2C2C_2C2C_2C2C_2C2C) &+ low) & ((ascii ^ 0x2222_2222_2222_2222) &+ low)
            & (ascii &+ 0x6060_6060_6060_6060)
        // The product moves the bit of each byte to its place in the highest byte.
        return (((~other | self) & ~low) &>> 7 &* 0x0102_0408_1020_4080) &>> 56
    }

    /// The number that the first 1 to 8 bytes spell; nil when they are no digits.
    @inline(__always)
    fileprivate func number(ofDigits count: Int) -> Int? {
        guard count > 0, count <= 8 else { return nil }
        let missing = UInt64(truncatingIfNeeded: 8 &* (8 &- count))
        let zeros: UInt64 = 0x3030_3030_3030_3030
        // Zeros before the digits, so that there are always eight; then pairs, fours and all eight are put together.
        let digits = missing == 0 ? self : self &<< missing | zeros &>> (64 &- missing)
        guard digits & 0xF0F0_F0F0_F0F0_F0F0 == zeros,
            (digits &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0 == zeros
        else { return nil }
        let values = digits &- zeros
        let pairs = values &* 10 &+ values &>> 8
        let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return Int(truncatingIfNeeded: (low &+ high) &>> 32)
    }
}
