import ManifestVerifier
import Testing
import WebBundles

/// The health of versions, as pure transitions of the state.
@Suite struct `The state of a store` {
    private let health = HealthPolicy(starts: 2)

    /// That of a session in which all of the bundles are offered.
    private func selection(_ shell: String = "2.0.0", of state: StoreState = StoreState()) throws -> Selection {
        Selection(
            shell: try #require(NumericVersion(shell)), embedded: try StoreBench.version("1.4.0"),
            offering: state.bundles)
    }

    private func state(
        _ stored: [String], current: String? = nil, previous: String? = nil, trial: StoreState.Trial? = nil,
        failed: [String] = []
    ) throws -> StoreState {
        StoreState(
            bundles: try stored.map(StoredBundle.init(text:)), current: try current.map(StoreBench.bundle),
            previous: try previous.map(StoreBench.bundle), trial: trial,
            failures: Dictionary(uniqueKeysWithValues: try failed.map { (try StoreBench.version($0), 7) }),
            withdrawn: [])
    }

    private func index(halted: [String] = [], withdrawn: String...) throws -> WebBundleIndex {
        WebBundleIndex(
            [], halted: try halted.map(StoreBench.version), withdrawn: try withdrawn.map(StoreBench.version))
    }

    private func trial(_ version: String, starts: Int) throws -> StoreState.Trial {
        StoreState.Trial(version: try StoreBench.version(version), starts: starts, since: 7)
    }

    @Test func `begins with the embedded bundle, which needs no trial`() throws {
        var state = StoreState()
        #expect(state.begin(try selection(of: state), health: health, now: 1) == [])
        #expect(state.current == .embedded)
        #expect(state.previous == nil)
        #expect(state.trial == nil)
    }

    @Test func `counts the starts of a version that is not confirmed`() throws {
        var state = try state(["1.5.0"], current: "embedded")
        #expect(state.begin(try selection(of: state), health: health, now: 7) == [])
        #expect(state.trial == (try trial("1.5.0", starts: 1)))
        #expect(state.previous == .embedded)
        #expect(state.begin(try selection(of: state), health: health, now: 9) == [])
        #expect(state.trial == (try trial("1.5.0", starts: 2)))
    }

    @Test func `gives a version up at the start after the last that it was allowed`() throws {
        let version = try StoreBench.version("1.5.1")
        var state = try state(
            ["1.5.0!", "1.5.1"], current: "v1.5.1", previous: "v1.5.0", trial: try trial("1.5.1", starts: 2))
        #expect(state.begin(try selection(of: state), health: health, now: 9) == [version])
        #expect(state.current == (try StoreBench.bundle("v1.5.0")))
        #expect(state.previous == .embedded)
        #expect(state.trial == nil)
        #expect(state.failed == [version])
        #expect(state.bundle(version) == nil)
    }

    @Test func `forgets all but withdrawals when it is reset`() throws {
        var state = try state(["1.5.0!", "1.5.1"], current: "v1.5.0", failed: ["1.4.9"])
        state.obey(try index(withdrawn: "1.3.0"))
        state.reset()
        #expect(state.bundles.isEmpty && state.failed.isEmpty)
        #expect(state.withdrawn == [try StoreBench.version("1.3.0")])
        _ = state.begin(try selection(of: state), health: health, now: 9)
        #expect(state.current == .embedded)
    }

    @Test func `goes down one by one when nothing works`() throws {
        var state = try state(["1.5.0", "1.5.1"], current: "embedded")
        let health = HealthPolicy(starts: 1)
        var shown: [String] = []
        for now in 1...4 {
            _ = state.begin(try selection(of: state), health: health, now: now)
            shown.append(try #require(state.current).description)
        }
        #expect(shown == ["v1.5.1", "v1.5.0", "embedded", "embedded"])
        #expect(state.failed.map(\.spelling) == ["1.5.0", "1.5.1"])
    }

    @Test func `ends a trial with the confirmation`() throws {
        var state = try state(["1.5.0"], current: "v1.5.0", trial: try trial("1.5.0", starts: 2))
        #expect(state.confirm(try StoreBench.version("1.5.0")))
        #expect(state.trial == nil)
        for now in 10...15 { #expect(state.begin(try selection(of: state), health: health, now: now) == []) }
        #expect(state.current == (try StoreBench.bundle("v1.5.0")))
        #expect(state.trial == nil)
    }

    @Test func `takes no confirmation of what is given up`() throws {
        var state = try state(["1.5.0"], current: "v1.5.0", trial: try trial("1.5.0", starts: 1))
        state.fail(try StoreBench.version("1.5.0"), now: 8)
        let failed = state
        #expect(!state.confirm(try StoreBench.version("1.5.0")))
        #expect(state == failed)
    }

    @Test func `begins a trial anew for another version`() throws {
        var state = try state(["1.5.0", "1.5.1"], current: "v1.5.0", trial: try trial("1.5.0", starts: 2))
        // Its last start was that of 1.5.0, which is over.
        #expect(state.begin(try selection(of: state), health: health, now: 20).map(\.spelling) == ["1.5.0"])
        #expect(state.trial == StoreState.Trial(version: try StoreBench.version("1.5.1"), starts: 1, since: 20))
    }

    @Test func `drops what was never seen when something newer is installed`() throws {
        var state = try state(["1.5.0!", "1.5.1", "1.5.2"], current: "v1.5.0")
        state.install(try StoredBundle(text: "1.6.0"))
        #expect(state.bundles.map(\.version.spelling) == ["1.5.0", "1.6.0"])
    }

    @Test func `keeps what was seen, and what is newer, when something is installed`() throws {
        var state = try state(
            ["1.4.5", "1.5.0!", "1.5.1", "1.7.0"], current: "v1.5.1", previous: "v1.4.5",
            trial: try trial("1.5.1", starts: 1))
        state.install(try StoredBundle(text: "1.6.0"))
        #expect(state.bundles.map(\.version.spelling) == ["1.4.5", "1.5.0", "1.5.1", "1.6.0", "1.7.0"])
    }

    @Test func `forgets what is withdrawn, and takes the word of the newest index`() throws {
        var state = try state(
            ["1.5.0!", "1.5.1"], current: "v1.5.1", previous: "v1.5.0", trial: trial("1.5.1", starts: 1))
        state.obey(try index(withdrawn: "1.5.1", "1.5.0"))
        #expect(state.bundles.isEmpty)
        #expect(state.trial == nil)
        #expect(state.previous == nil)
        _ = state.begin(try selection(of: state), health: health, now: 1)
        #expect(state.current == .embedded)
        state.obey(try index())
        #expect(state.isUsable(try StoreBench.version("1.5.1")))
    }

    @Test func `shows what fits when the shell is another one`() throws {
        var state = try state(["1.5.0@2.0.0..2.9!", "1.6.0@3.0.0!"], current: "v1.5.0")
        _ = state.begin(try selection("3.0.0"), health: health, now: 1)
        #expect(state.current == (try StoreBench.bundle("v1.6.0")))
        // What was shown before cannot run in this shell.
        #expect(state.previous == .embedded)
    }

    @Test func `goes back to no embedded bundle that is withdrawn`() throws {
        var state = try state(["1.2.0!", "1.3.0!"], current: "embedded")
        state.obey(try index(withdrawn: "1.4.0"))
        _ = state.begin(try selection(of: state), health: health, now: 1)
        #expect(state.current == (try StoreBench.bundle("v1.3.0")))
        #expect(state.previous == (try StoreBench.bundle("v1.2.0")))
    }

    @Test func `remembers the newest of what failed, and no more than can be read again`() throws {
        let versions = (0..<Limits.webBundles).map { "1.\($0).0" }
        var state = try state([], failed: versions)
        state.fail(try StoreBench.version("1.5.1"), now: 8)
        #expect(state.failed.count == Limits.webBundles)
        #expect(state.failed.first?.spelling == "1.1.0")
        #expect(!state.isUsable(try StoreBench.version("1.5.1")))
        #expect(StoreState(kept: state.bytes) == state)
    }

    @Test func `is the same when it is written and read`() throws {
        var state = try state(
            ["1.5.0@2.0.0..2.9!", "1.6.0-rc.1"], current: "v1.6.0-rc.1", previous: "embedded",
            trial: try trial("1.6.0-rc.1", starts: 1), failed: ["1.5.5"])
        #expect(StoreState(kept: state.bytes) == state)
        state.obey(try index(halted: ["1.5.0"], withdrawn: "1.6.0-rc.1"))
        state.installID = .random()
        state.forgive("3.2.0 (7) 2.1.0 1.4.0", now: 8)
        #expect(state.failed.map(\.spelling) == ["1.5.5"])
        #expect(StoreState(kept: state.bytes) == state)
        #expect(StoreState(kept: StoreState().bytes) == StoreState())
    }

    @Test func `gives what failed another trial a day later`() throws {
        let day = 24 * 3_600
        var state = try state([], failed: ["1.5.0"])
        state.fail(try StoreBench.version("1.5.1"), now: 1_000)
        state.forgive("app", now: 7 + day - 1)
        #expect(state.failed.map(\.spelling) == ["1.5.0", "1.5.1"])
        state.forgive("app", now: 7 + day)
        #expect(state.failed.map(\.spelling) == ["1.5.1"])
        state.forgive("app", now: 1_000 + day)
        #expect(state.failed.isEmpty)
    }

    @Test func `gives it one a day after the clock was set back`() throws {
        var state = try state([])
        state.fail(try StoreBench.version("1.5.1"), now: 2_000_000_000)
        state.forgive("app", now: 1_000)
        #expect(state.failed.count == 1)
        state.forgive("app", now: 1_000 + 24 * 3_600)
        #expect(state.failed.isEmpty)
    }

    @Test func `gives all of them one when the app was updated, and begins the trial anew`() throws {
        var state = try state(["1.5.1"], trial: try trial("1.5.1", starts: 2), failed: ["1.5.0"])
        // That it says no app yet is no update.
        state.forgive("3.2.0", now: 8)
        #expect(state.failed.count == 1 && state.trial != nil)
        state.forgive("3.2.0", now: 9)
        #expect(state.failed.count == 1 && state.trial != nil)
        state.forgive("3.2.1", now: 9)
        #expect(state.failed.isEmpty && state.trial == nil)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{ "bundles": [], "failed": [] }"#,
        #"{ "bundles": [], "failed": [], "halted": [], "withdrawn": [], "more": 1 }"#,
        #"{ "bundles": [], "failed": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "failed": [], "halted": [], "withdrawn": [], "install": "7" }"#,
        #"{ "bundles": [], "failed": ["1.0.0"], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "failed": [{ "version": "1.0", "at": 1 }], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "failed": [{ "version": "1.0.0" }], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "current": "1.0.0", "failed": [], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "current": "v1.0.0/..", "failed": [], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [], "trial": { "version": "1.0.0", "starts": -1, "since": 1 }, "failed": [], "halted": [], "withdrawn": [] }"#,
        #"{ "bundles": [{ "version": "1.0.0" }], "failed": [], "halted": [], "withdrawn": [] }"#,
    ])
    func `is read strictly`(text: String) {
        #expect(StoreState(kept: Array(text.utf8)) == nil)
    }
}
