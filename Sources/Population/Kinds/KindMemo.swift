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
    private var slots = [UInt32](repeating: 0, count: 64)
    private var count = 0
    let seed = KindSeed()
    /// How many kinds fit.
    private let limit: Int
    /// How many words their keys and numbers may take.
    private let wordLimit: Int

    init(limit: Int, words: Int = Limits.populationKindWords) {
        self.limit = limit
        wordLimit = words
    }

    /// Where the kind with a key is; nil when it has not been seen.
    func place(of key: Span<UInt64>) -> Int? {
        let hash = KindKey.hash(key, seed)
        return place(of: key, hash, from: candidate(hash))
    }

    /// What the table has first for a hash.
    @inline(__always)
    func candidate(_ hash: UInt64) -> UInt32 { slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)] }

    /// The first word of what a candidate stands for, which is in memory that is near from then on.
    @inline(__always)
    func firstWord(of candidate: UInt32) -> UInt64 {
        let place = Int(candidate & Self.placeMask)
        return place < records.count ? records[place] : 0
    }

    /// Where the kind with a key is; nil when it has not been seen.
    ///
    /// - Parameter candidate: what `candidate` gave for its hash.
    @inline(__always)
    func place(of key: Span<UInt64>, _ hash: UInt64, from candidate: UInt32) -> Int? {
        let (mask, tag) = (slots.count &- 1, Self.tag(hash))
        var (index, slot) = (Int(truncatingIfNeeded: hash) & mask, candidate)
        while slot != 0 {
            let place = Int(slot & Self.placeMask)
            if slot & ~Self.placeMask == tag, isKey(key, at: place) { return place }
            index = (index &+ 1) & mask
            slot = slots[index]
        }
        return nil
    }

    @inline(__always)
    private func isKey(_ key: Span<UInt64>, at place: Int) -> Bool {
        guard place + key.count <= records.count else { return false }
        for index in key.indices where records[place + index] != key[index] { return false }
        return true
    }

    /// Adds the devices of lines as long as their kinds have been seen and they are not more than `left`; gives the
    /// number of these lines.
    mutating func add(_ plain: borrowing PlainLines, atMost left: inout Int) -> Int {
        // First every slot, then every key, then the comparisons: none waits for the one before.
        var slots = InlineArray<16, UInt32>(repeating: 0)
        for index in 0..<plain.count { slots[index] = candidate(plain.lines[index].hash) }
        var near: UInt64 = 0
        for index in 0..<plain.count { near |= firstWord(of: slots[index]) }
        guard near != 0 || plain.count == 0 else { return 0 }
        for index in 0..<plain.count {
            let line = plain.lines[index]
            let key = plain.words.span.extracting(line.keyStart..<line.keyEnd)
            guard line.devices <= left, let place = place(of: key, line.hash, from: slots[index]) else { return index }
            add(line.devices, at: place)
            left -= line.devices
        }
        return plain.count
    }

    /// Adds devices to a kind.
    @inline(__always)
    mutating func add(_ devices: Int, at place: Int) {
        records[place - 1] &+= UInt64(truncatingIfNeeded: devices)
    }

    /// Adds a kind that has not been seen; false when others must go first.
    mutating func insert(_ key: [UInt64], devices: Int) -> Bool {
        let isRoom = count < limit && records.count + 1 + key.count <= wordLimit
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

    /// Adds the devices of all kinds of another memo; false when they are too many, or the kinds are.
    mutating func add(_ other: KindMemo, atMost left: Int) -> Bool {
        var (place, left) = (1, left)
        while place < other.records.count {
            let (end, devices) = (place + other.keyCount(at: place), other.devices(at: place))
            guard devices <= left else { return false }
            left -= devices
            if let known = self.place(of: other.records.span.extracting(place..<end)) {
                add(devices, at: known)
            } else if !insert(Array(other.records[place..<end]), devices: devices) {
                return false
            }
            place = end + 1
        }
        return true
    }

    /// Calls `body` for each kind, and forgets them all.
    mutating func removeAll(_ body: (_ key: ArraySlice<UInt64>, _ devices: Int) throws -> Void) rethrows {
        var place = 1
        while place < records.count {
            let end = place + keyCount(at: place)
            try body(records[place..<end], devices(at: place))
            place = end + 1
        }
        records.removeAll(keepingCapacity: true)
        slots = [UInt32](repeating: 0, count: slots.count)
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

    private func devices(at place: Int) -> Int { Int(records[place - 1] & (1 << Self.devicesBits - 1)) }

    private func keyCount(at place: Int) -> Int { Int(records[place - 1] >> Self.devicesBits) }

    /// Enough for all devices of a population; a key has far fewer words than the rest can count.
    private static let devicesBits: UInt64 = 48
    /// Enough for every place in `Limits.populationKindWords`.
    private static let placeMask: UInt32 = 1 << 21 - 1
}
