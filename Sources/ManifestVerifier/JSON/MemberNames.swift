/// The member names of one object so far, by their bytes.
///
/// Few are compared one by one. Of many only the places are kept, in a hash table with open addressing, so that the
/// names of an object of any size take less memory than its text.
struct MemberNames {
    private var few: [(name: String, place: UInt32)] = []
    /// Where names begin; 0, where no name can begin, is a free slot. The number of slots is a power of two.
    private var slots: [UInt32] = []
    private var count = 0

    /// Whether the name is new; then it is kept.
    ///
    /// - Parameters:
    ///   - place: where the opening quote of the name is.
    ///   - reader: what reads the text that the name is from.
    mutating func insert(_ name: String, at place: Int, of reader: JSONReader) -> Bool {
        let place = UInt32(place)
        if slots.isEmpty {
            if few.contains(where: { $0.name.hasSameBytes(as: name) }) { return false }
            few.append((name, place))
            if few.count > 8 { useSlots() }
            return true
        }
        guard let slot = freeSlot(for: name, of: reader) else { return false }
        slots[slot] = place
        count += 1
        if count > slots.count / 4 * 3 { doubleSlots(of: reader) }
        return true
    }

    private mutating func useSlots() {
        slots = [UInt32](repeating: 0, count: 64)
        for (name, place) in few { slots[anySlot(for: name)] = place }
        count = few.count
        few = []
    }

    private mutating func doubleSlots(of reader: JSONReader) {
        let former = slots
        slots = [UInt32](repeating: 0, count: 2 * former.count)
        for place in former where place != 0 { slots[anySlot(for: reader.name(at: place))] = place }
    }

    /// Where to put a name that is known to be new.
    private func anySlot(for name: String) -> Int {
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// Where to put a name; nil when it is there already.
    private func freeSlot(for name: String, of reader: JSONReader) -> Int? {
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] != 0 {
            if reader.name(at: slots[slot]).hasSameBytes(as: name) { return nil }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    /// Of the bytes: the hash of a `String` is the same for all spellings of a text, of which there can be any number.
    private static func hash(_ name: String) -> Int {
        var hasher = Hasher()
        var word: UInt64 = 0
        var byteCount = 0
        for byte in name.utf8 {
            word = word << 8 | UInt64(byte)
            byteCount += 1
            if byteCount.isMultiple(of: 8) {
                hasher.combine(word)
                word = 0
            }
        }
        hasher.combine(word)
        hasher.combine(byteCount)
        return hasher.finalize()
    }
}
