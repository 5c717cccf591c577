import Diagnostics
import ManifestVerifier

/// The kinds of devices that were seen, with their numbers, as many as fit.
///
/// What comes out depends on neither the seed nor the size of the table: the kinds are kept in the order in which they
/// first appeared.
struct KindMemo {
    /// The kinds one after the other: the number of devices below that of the key's words, then the key.
    private var records: [UInt64] = []
    /// Where in `records` a key begins, below a part of its hash; 0 for a free slot. At most half of them are used.
    private var slots = [UInt32](repeating: 0, count: 1 << 10)
    private var count = 0
    private let seed = KindSeed()
    /// How many kinds fit.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Where the kind with a key is; nil when it has not been seen.
    @inline(__always)
    func place(of key: Span<UInt64>) -> Int? {
        let hash = KindKey.hash(key, seed)
        let (mask, tag) = (slots.count &- 1, Self.tag(hash))
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[index]
            if slot == 0 { return nil }
            let place = Int(slot & Self.placeMask)
            if slot & ~Self.placeMask == tag, isKey(key, at: place) { return place }
            index = (index &+ 1) & mask
        }
    }

    @inline(__always)
    private func isKey(_ key: Span<UInt64>, at place: Int) -> Bool {
        guard place + key.count <= records.count else { return false }
        for index in key.indices where records[place + index] != key[index] { return false }
        return true
    }

    /// Adds devices to a kind.
    @inline(__always)
    mutating func add(_ devices: Int, at place: Int) {
        records[place - 1] &+= UInt64(truncatingIfNeeded: devices)
    }

    /// Adds a kind that has not been seen; false when others must go first.
    mutating func insert(_ key: [UInt64], devices: Int) -> Bool {
        let isRoom = count < limit && records.count + 1 + key.count <= Limits.populationKindWords
        guard isRoom || count == 0 else { return false }
        records.append(UInt64(key.count) << Self.devicesBits | UInt64(devices))
        records += key
        count += 1
        if 2 * count > slots.count {
            slots = [UInt32](repeating: 0, count: 2 * slots.count)
            var place = 1
            while place < records.count { place = takeSlot(forKeyAt: place) }
        } else {
            _ = takeSlot(forKeyAt: records.count - key.count)
        }
        return true
    }

    /// Calls `body` for each kind, and forgets them all.
    mutating func removeAll(_ body: (_ key: ArraySlice<UInt64>, _ devices: Int) throws -> Void) rethrows {
        var place = 1
        while place < records.count {
            let end = place + keyCount(at: place)
            try body(records[place..<end], Int(records[place - 1] & (1 << Self.devicesBits - 1)))
            place = end + 1
        }
        records.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = 0 }
        count = 0
    }

    /// Finds a slot for a key and gives the place of the next one.
    private mutating func takeSlot(forKeyAt place: Int) -> Int {
        let end = place + keyCount(at: place)
        let hash = KindKey.hash(records.span.extracting(place..<end), seed)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Self.tag(hash) | UInt32(place)
        return end + 1
    }

    private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~placeMask }

    private func keyCount(at place: Int) -> Int { Int(records[place - 1] >> Self.devicesBits) }

    /// Enough for all devices of a population; a key has far fewer words than the rest can count.
    private static let devicesBits: UInt64 = 48
    /// Enough for every place in `Limits.populationKindWords`.
    private static let placeMask: UInt32 = 1 << 21 - 1
}
