import Diagnostics
import ManifestVerifier

/// A line that needs no thought: printable ASCII without quotes, of a kind that has been seen.
///
/// Most lines of a large file are, and they are read by words of eight bytes. Any other line, and any that may be wrong, is
/// left to `CSVLine`; both give the same for the same bytes.
struct PlainLine {
    /// Where the next line begins.
    let end: Int
    /// Where its kind is kept.
    let place: Int
    let devices: Int
}

/// Reads plain lines.
struct PlainLines {
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
    /// The key of the line that is being read.
    private var key = InlineArray<32, UInt64>(repeating: 0)

    init(_ layout: PopulationLayout) {
        var roles = [UInt8](repeating: 0, count: layout.fieldCount)
        for run in layout.runs {
            roles[run.start] |= Role.beginsRun
            roles[run.start + run.columns.count - 1] |= Role.endsRun
        }
        roles[layout.devices] = Role.devices
        self.roles = roles
    }

    /// Reads the line that begins at `start`; nil when it is not plain, or of a kind that is not in `memo`.
    @inline(__always)
    mutating func line(_ bytes: Span<UInt8>, from start: Int, _ memo: borrowing KindMemo) -> PlainLine? {
        var (at, runStart, keyCount, devices) = (start, start, 0, 0)
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
                    guard let word = bytes.word(at: wordStart), keyCount < key.count else { return nil }
                    let left = at &- wordStart
                    if left < 8 {
                        key[keyCount] = KindKey.lastWord(word, keeping: left)
                        keyCount &+= 1
                        break
                    }
                    key[keyCount] = word
                    keyCount &+= 1
                    wordStart &+= 8
                }
            }
            if role == Role.devices {
                guard let word = bytes.word(at: fieldStart), let number = word.number(ofDigits: at &- fieldStart) else {
                    return nil
                }
                devices = number
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
        guard at &- start <= lineBytes,
            let place = memo.place(of: key.span.extracting(first: keyCount))
        else { return nil }
        return PlainLine(end: at, place: place, devices: devices)
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
