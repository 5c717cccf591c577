/// What is different between a key ring and the one before it.
package struct KeyRingChange: Equatable, Sendable {
    /// One key that is new or not what it was.
    package struct Difference: Equatable, Sendable {
        /// The key as it was; nil for a new one.
        package let before: KeyRing.Entry?
        package let after: KeyRing.Entry
    }

    /// The ring as it is now.
    package let ring: KeyRing
    /// The keys that differ, in the order of the ring.
    package let differences: [Difference]

    /// Compares two rings; no change takes a key off a ring.
    init(from before: KeyRing, to after: KeyRing) {
        ring = after
        differences = after.entries.compactMap { entry in
            let former = before.entries.first { $0.id == entry.id }
            return former == entry ? nil : Difference(before: former, after: entry)
        }
    }
}
