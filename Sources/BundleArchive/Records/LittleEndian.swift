/// Reads the numbers of a record, whose length the caller has checked, from its beginning on.
struct RecordReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next two bytes as a number, the lowest first.
    mutating func uint16() -> Int { number(2) }

    /// The next four bytes as a number, the lowest first.
    mutating func uint32() -> Int { number(4) }

    private mutating func number(_ count: Int) -> Int {
        defer { position += count }
        return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Adds a number of two bytes, the lowest first.
    mutating func append(uint16 number: Int) {
        precondition((0...0xFFFF).contains(number), "the number needs more than two bytes")
        append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)])
    }

    /// Adds a number of four bytes, the lowest first.
    mutating func append(uint32 number: Int) {
        precondition((0...0xFFFF_FFFF).contains(number), "the number needs more than four bytes")
        append(uint16: number & 0xFFFF)
        append(uint16: number >> 16)
    }
}
