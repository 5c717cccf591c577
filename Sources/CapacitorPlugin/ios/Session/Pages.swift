/// The pages of a session: which bundle each was loaded from, and what none of them has been told yet.
///
/// All bundles have the same address, so a page is known by an id that it makes itself. One that is being left may still say
/// that it works; that is not said of the bundle that comes next.
struct Pages {
    private static let kept = 16

    private var bundles: [(page: String, bundle: Int)] = []
    private var untold: [SessionEvent] = []

    /// - Parameter bundle: the number of the bundle in the order in which they were shown.
    mutating func attach(_ page: String, to bundle: Int) {
        bundles.removeAll { $0.page == page }
        bundles = bundles.suffix(Self.kept - 1) + [(page, bundle)]
    }

    /// What no page was told before.
    mutating func takeUntold() -> [SessionEvent] {
        defer { untold = [] }
        return untold
    }

    func isPage(_ page: String, of bundle: Int) -> Bool { bundles.contains { $0 == (page, bundle) } }

    /// Whether a page of a bundle can be told now; one that was told while the page is being left would be lost.
    mutating func canTell(_ event: SessionEvent, of bundle: Int) -> Bool {
        if bundles.contains(where: { $0.bundle == bundle }) { return true }
        untold.append(event)
        return false
    }
}
