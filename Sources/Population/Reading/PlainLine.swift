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
        /// Where its key begins in `words`, and how long that is.
        var key = 0
        var keyCount = 0
        var hash: UInt64 = 0
        var devices = 0
        /// Where the next line begins.
        var end = 0
    }

    /// What a field is to a kind.
    private enum Role {
        static let beginsRun: UInt8 = 1
        static let endsRun: UInt8 = 2
        static let devices: UInt8 = 4
    }

    /// The role of each field of a line.
    private let roles: [UInt8]
    // Read once: each is asked for in every line.
    private let fieldBytes = Limits.populationFieldBytes
    private let lineBytes = Limits.populationLineBytes
    private let seed: KindSeed
    /// The lines that were read last.
    private(set) var lines = InlineArray<16, Line>(repeating: Line())
    private(set) var count = 0
    /// Their keys.
    private(set) var words = InlineArray<256, UInt64>(repeating: 0)
    private var wordCount = 0

    init(_ layout: PopulationLayout, _ seed: KindSeed) {
        self.seed = seed
        var roles = [UInt8](repeating: 0, count: layout.fieldCount)
        for run in layout.runs {
            roles[run.start] |= Role.beginsRun
            roles[run.start + run.columns.count - 1] |= Role.endsRun
        }
        roles[layout.devices] = Role.devices
        self.roles = roles
    }

    /// Reads lines from `start` on until one is not plain, or there is no room for more.
    mutating func read(_ bytes: Span<UInt8>, from start: Int) {
        (count, wordCount) = (0, 0)
        var at = start
        while count < lines.count, let line = line(bytes, from: at) {
            lines[count] = line
            count &+= 1
            at = line.end
        }
    }

    @inline(__always)
    private mutating func line(_ bytes: Span<UInt8>, from start: Int) -> Line? {
        var line = Line()
        line.key = wordCount
        var (at, runStart) = (start, start)
        for field in roles.indices {
            let fieldStart = at
            // The first byte that is no plain part of a field.
            var found: UInt64 = 0
            repeat {
                guard let word = bytes.word(at: at) else { return nil }
                found = word.specialBytes
                at &+= found == 0 ? 8 : found.trailingZeroBitCount &>> 3
            } while found == 0
            guard at &- fieldStart <= fieldBytes else { return nil }

            let role = roles[field]
            if role & Role.beginsRun != 0 { runStart = fieldStart }
            if role & Role.endsRun != 0 {
                var wordStart = runStart
                while true {
                    guard let word = bytes.word(at: wordStart), wordCount < words.count else { return nil }
                    let left = at &- wordStart
                    if left < 8 {
                        words[wordCount] = KindKey.lastWord(word, keeping: left)
                        wordCount &+= 1
                        break
                    }
                    words[wordCount] = word
                    wordCount &+= 1
                    wordStart &+= 8
                }
            }
            if role == Role.devices {
                guard let word = bytes.word(at: fieldStart), let number = word.number(ofDigits: at &- fieldStart) else {
                    return nil
                }
                line.devices = number
            }
            // The word was in the bounds, and with it this byte.
            var byte = bytes[at]
            at &+= 1
            if field < roles.count &- 1 {
                guard byte == UInt8(ascii: ",") else { return nil }
            } else {
                if byte == UInt8(ascii: "\r") {
                    guard at < bytes.count else { return nil }
                    byte = bytes[at]
                    at &+= 1
                }
                guard byte == UInt8(ascii: "\n") else { return nil }
            }
        }
        guard at &- start <= lineBytes else { return nil }
        line.end = at
        line.keyCount = wordCount &- line.key
        line.hash = KindKey.hash(words.span.extracting(line.key..<wordCount), seed)
        return line
    }
}

extension UInt64 {
    /// The highest bit of each byte that is a comma, a quote, a control character or no ASCII.
    @inline(__always)
    fileprivate var specialBytes: UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let ascii = self & low
        // Each sum sets the highest bit of a byte that is something else; none carries into the next byte.
        let other =
            ((ascii ^ 0x2C2C_2C2C_2C2C_2C2C) &+ low) & ((ascii ^ 0x2222_2222_2222_2222) &+ low)
            & (ascii &+ 0x6060_6060_6060_6060)
        return (~other | self) & ~low
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
