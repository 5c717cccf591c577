import Foundation
import LocalFiles
import ManifestVerifier
import TestSupport
import Testing
import WebBundles

/// Plays what happens to one device, and to those who publish for it, against a real store.
struct Simulation {
    /// What came of a step.
    struct Line: Sendable {
        /// The step as it is written.
        let step: String
        /// What came of it; nil when there is nothing to say.
        let result: String?
        /// What a start has shown: `embedded` or `v1.5.0`.
        let shown: String?
        /// What the app's telemetry was told.
        let events: [BundleEvent]
    }

    private let root: URL
    /// What the app ships, and archives while they are made.
    private let temporary: TemporaryFolder
    private let folder: Folder
    private let clock = SimulatedClock()
    private let publisher: SimulatedPublisher
    private var embedded: EmbeddedBundle?
    private var app: String?
    private var shell: NumericVersion?
    private let health = HealthPolicy()
    private var download = DownloadRules()
    private var session: StartedBundle?
    /// What the app has learned since it started: all steps are of one process.
    private let known = IndexSession()
    private var shown: BundleVersion?
    private let events = Guarded<[BundleEvent]>([])
    private var isRevoked = false

    /// Plays steps, one a line.
    static func run(_ steps: String) async throws -> [Line] {
        var simulation = try Simulation()
        var lines: [Line] = []
        for step in steps.split(separator: "\n") { lines.append(try await simulation.play(String(step))) }
        return lines
    }

    private init() throws {
        temporary = try TemporaryFolder()
        root = URL(fileURLWithPath: temporary.path("store"), isDirectory: true)
        folder = try Folder(creating: temporary.path("site"))
        publisher = try SimulatedPublisher(in: folder)
        download.pause = { _ in .zero }
    }

    // MARK: Steps

    private mutating func play(_ step: String) async throws -> Line {
        events.with { $0 = [] }
        let result = try await result(of: step.split(separator: " ").map(String.init))
        return Line(
            step: step, result: result, shown: step == "start" ? shown?.description : nil, events: events.with { $0 })
    }

    private mutating func result(of words: [String]) async throws -> String? {
        func version() throws -> SemanticVersion { try #require(SemanticVersion(words[1])) }
        func count() throws -> Int { try #require(Int(words[1])) }
        // Two documents of one second are one too many.
        if ["offer", "withdraw", "retire"].contains(words[0]) { clock.wait(1) }
        switch words[0] {
        case "embedded": try ship(version())
        case "app": (app, session) = (words[1], nil)
        case "shell": (shell, session) = (NumericVersion(words[1]), nil)
        case "offer":
            let bounds = words[3].components(separatedBy: "..")
            try await publisher.offer(
                version(), from: #require(NumericVersion(bounds[0])), to: NumericVersion(bounds[1]),
                at: clock.signedDate)
        case "withdraw": try await publisher.withdraw(version(), at: clock.signedDate)
        case "retire": try await publisher.retire(version(), at: clock.signedDate)
        case "attempts": download.attempts = try count()
        case "metered":
            let isMetered = words[1] == "on"
            download.isUnmetered = { !isMetered }
        case "update":
            publisher.cutArchives(words.last == "cut")
            return try await update()
        case "start": return try await start()
        case "confirm": return try await confirm()
        case "crash":
            defer { session = nil }
            return session.map { "the session of \($0.version) ends" }
        case "hang": return try await hang()
        case "reject":
            let session = try #require(session)
            let next = try #require(try await session.reject())
            self.session = nil
            return "\(session.version) was rejected; next is \(next)"
        case "damage":
            let file = URL(fileURLWithPath: "\(root.path)/\(words[1])")
            var bytes = try [UInt8](Data(contentsOf: file))
            bytes[0] ^= 1
            try Data(bytes).write(to: file)
        case "request": return try await request(words[1])
        case "revoke": (isRevoked, session) = (true, nil)
        case "wait": clock.wait(try count())
        case "expect": return shown?.description == words[1] ? "yes" : "no"
        default: throw CannotRun(description: "there is no step \(words)")
        }
        return nil
    }

    private mutating func ship(_ version: SemanticVersion) throws {
        let name = "embedded-\(version)"
        if folder.kind(of: name) == nil {
            try folder.folder(creating: name)
                .write("index.html", Array("<!doctype html><title>\(version)</title>\n".utf8))
        }
        embedded = EmbeddedBundle(
            version: version, folder: URL(fileURLWithPath: folder.child(name), isDirectory: true))
        session = nil
    }

    private func request(_ file: String) async throws -> String {
        let session = try #require(session)
        let responder = try BundleResponder(session, prefix: session.version.description)
        let status = responder.response(method: "GET", path: file, headers: []).status
        if status == 500 {
            let store = try store()
            try await eventually("it steps aside") { (try? await store.status().stored.isEmpty) == true }
        }
        return "status \(status)"
    }

    private func store() throws -> BundleStore {
        let clock = clock
        var store = BundleStore(
            root: root, embedded: try #require(embedded), shell: try #require(shell),
            keyRing: try publisher.keyRing(isRevoked: isRevoked),
            environment: try #require(EnvironmentName(SimulatedPublisher.environment)), app: app,
            health: health, events: { [events] event in events.with { $0.append(event) } }, clock: clock,
            now: { clock.date })
        store.session = known
        return store
    }

    private mutating func start() async throws -> String {
        let store = try store()
        session = nil
        let started = try await store.start()
        session = started
        shown = started.version
        var words = ["shows \(started.version)"]
        if started.version == .embedded { words[0] += " \(started.semanticVersion)" }
        for failure in started.failures {
            words.append("v\(failure) has failed: not confirmed in \(health.starts) starts")
        }
        if started.needsConfirmation {
            let trial = try await store.status().trial
            words.append("must be confirmed, start \(trial?.starts ?? 1) of \(health.starts)")
        }
        return words.joined(separator: "; ")
    }

    private func confirm() async throws -> String {
        let session = try #require(session)
        return try await session.confirm()
            ? "\(session.version) works" : "\(session.version) was given up or withdrawn before"
    }

    private mutating func hang() async throws -> String {
        let session = try #require(session)
        guard case .failed(let next) = try await session.outcome() else { return "\(session.version) goes on" }
        self.session = nil
        return "\(session.version) has failed: not confirmed in time; next is \(next)"
    }

    private func update() async throws -> String {
        let base = try #require(URL(string: SimulatedPublisher.origin))
        let updater = BundleUpdater(
            UpdateConfiguration(base: base, download: download), store: try store(), transport: publisher)
        switch await updater.update() {
        case .upToDate: return "nothing better"
        case .installed(let version): return "installed v\(version), for the next start"
        case .appUpdateNeeded(let need):
            return
                "v\(need.bundle) needs shell \(need.minimumShell): the app \(need.isRequired ? "must" : "should") be updated"
        case .withdrawnCurrent(let next): return "what is shown is withdrawn; next is \(next)"
        case .failed(let failure): return "came to nothing: \(failure.message)"
        }
    }
}
