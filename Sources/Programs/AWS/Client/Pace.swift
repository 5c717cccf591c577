/// How many requests are sent at once: more while that brings more answers a second, half as many when a service is too busy.
struct Pace: Sendable {
    /// Requests at the same time.
    private(set) var atOnce = Self.start
    private let most: Int
    private var formerRate = 0.0
    private var isGrowing = true

    /// - Parameter descriptors: how many files and connections a program may have open.
    init(descriptors: Int) {
        // A transfer has a connection, the file that it sends and the one that it writes.
        most = max(1, min(Self.most, (descriptors - Self.otherDescriptors) / 3))
        atOnce = min(atOnce, most)
    }

    /// How many requests one run of curl gets: enough that starting it does not count, and at first so few that their pace is
    /// known soon.
    var round: Int { min(Self.longestRound, atOnce * 16) }

    /// Takes in how long a round took in which no request has to be repeated.
    mutating func succeeded(_ count: Int, in duration: Duration) {
        guard isGrowing, count >= atOnce * 8 else { return }
        let rate = Double(count) / max(0.001, duration.seconds)
        guard rate > formerRate * 1.2 else {
            // The last step brought nothing.
            isGrowing = false
            return
        }
        formerRate = rate
        atOnce = min(most, atOnce * 2)
        isGrowing = atOnce < most
    }

    /// Takes in that requests have to be repeated.
    mutating func failed() {
        atOnce = max(1, atOnce / 2)
        isGrowing = false
    }

    private static let start = 16
    private static let most = 128
    private static let longestRound = 2_000
    private static let otherDescriptors = 40
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
