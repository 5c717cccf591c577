import Policy

/// What tells devices apart, in the order in which an example is chosen.
enum DeviceAttribute: Hashable {
    /// Whether the document was fetched in this session.
    case fetched
    case store
    /// Whether the device has places in roll-outs.
    case install
    case place(String)
    case scope
    case of(RuleAttribute)
    case time
    /// The clock of the device, by which blocks end: rule time, or later where the document is older than a week.
    case clock
    /// For how long the device knows the rule of an id.
    case age(String)
}

/// Some of the cells of one attribute, as bits.
///
/// Its loops are spelled out: a comparison asks for them millions of times, and in a debug build what closures and lazy
/// sequences cost was a fifth of it.
struct CellSet: Equatable {
    private(set) var words: [UInt64]

    init(count: Int, where isIn: (Int) -> Bool) {
        words = Array(repeating: 0, count: (count + 63) / 64)
        for cell in 0..<count where isIn(cell) { words[cell >> 6] |= 1 << UInt64(cell & 63) }
    }

    static func all(_ count: Int) -> CellSet { CellSet(count: count) { _ in true } }

    var first: Int? { first(from: 0) }

    /// The first cell that is not before another.
    func first(from start: Int) -> Int? {
        var word = start >> 6
        guard word < words.count else { return nil }
        var bits = words[word] & (~0 << UInt64(start & 63))
        while bits == 0 {
            word += 1
            guard word < words.count else { return nil }
            bits = words[word]
        }
        return word << 6 + bits.trailingZeroBitCount
    }

    var last: Int? {
        words.indices.last { words[$0] != 0 }.map { $0 << 6 + 63 - words[$0].leadingZeroBitCount }
    }

    var cells: [Int] {
        var cells: [Int] = []
        var next = first
        while let cell = next {
            cells.append(cell)
            next = first(from: cell + 1)
        }
        return cells
    }

    func contains(_ cell: Int) -> Bool { words[cell >> 6] >> UInt64(cell & 63) & 1 == 1 }

    func meets(_ other: CellSet) -> Bool {
        var word = 0
        while word < words.count {
            if words[word] & other.words[word] != 0 { return true }
            word += 1
        }
        return false
    }

    func isWithin(_ other: CellSet) -> Bool {
        var word = 0
        while word < words.count {
            if words[word] & ~other.words[word] != 0 { return false }
            word += 1
        }
        return true
    }

    func intersection(_ other: CellSet) -> CellSet {
        var result = self
        for word in words.indices { result.words[word] &= other.words[word] }
        return result
    }

    func subtracting(_ other: CellSet) -> CellSet {
        var result = self
        for word in words.indices { result.words[word] &= ~other.words[word] }
        return result
    }
}

/// Devices that are alike in all that was asked so far: some cells of each attribute.
struct DeviceBox {
    /// The cells, by the number of the attribute.
    private(set) var sets: [CellSet]

    /// The part of the box within some cells of an attribute, and the rest.
    func split(_ fork: Fork) -> (inside: DeviceBox, outside: DeviceBox) {
        var (inside, outside) = (self, self)
        inside.sets[fork.attribute] = sets[fork.attribute].intersection(fork.cells)
        outside.sets[fork.attribute] = sets[fork.attribute].subtracting(fork.cells)
        return (inside, outside)
    }

    /// Whether what is so in some cells of an attribute is so for the whole box, or for none of it.
    ///
    /// - Throws: the fork itself where it is so for a part of the box.
    func isWithin(_ fork: Fork) throws(Fork) -> Bool {
        guard sets[fork.attribute].meets(fork.cells) else { return false }
        guard sets[fork.attribute].isWithin(fork.cells) else { throw fork }
        return true
    }
}

/// Some cells of an attribute, by which a box must be split before all its devices are alike.
struct Fork: Error {
    let attribute: Int
    let cells: CellSet
}

/// The cost of a comparison so far, in steps that are the same on every machine.
final class ComparisonWork {
    var count = 0
}
