import Diagnostics
import Foundation
import LocalFiles
import ManifestVerifier
import TestSupport
import Testing
import WebBundles

/// Plays a scenario against a real store.
struct Simulation {
    /// What came of a step.
    struct Line: Sendable {
        /// The step as it is written.
        let step: String
        /// What came of it; nil when there is nothing to say.
        let result: String?
        /// What a start has shown: `embedded` or `v1.5.0`.
        let shown: String?
        /// Whether something was expected and is not so.
        let isUnexpected: Bool
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
    private var health = HealthPolicy()
    private var keeping = 3
    private var download = DownloadRules()
    private var session: StartedBundle?
    /// What the app has learned since it started: all steps are of one process.
    private let known = IndexSession()
    private var shown: BundleVersion?
    private let events = Guarded<[BundleEvent]>([])
    private var isRevoked = false

    /// Plays all steps.
    static func run(_ scenario: Scenario) async throws -> [Line] {
        var simulation = try Simulation()
        var lines: [Line] = []
        for line in scenario.lines { lines.append(try await simulation.play(line)) }
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

    private mutating func play(_ line: Scenario.Line) async throws -> Line {
        let before = shown
        events.with { $0 = [] }
        var isUnexpected = false
        let result: String?
        switch line.step {
        case .embedded(let version):
            result = try ship(version)
        case .app(let build):
            app = build
            session = nil
            result = nil
        case .shell(let version):
            shell = version
            session = nil
            result = nil
        case .keep(let count):
            keeping = count
            result = nil
        case .health(let starts, let seconds):
            health = HealthPolicy(starts: starts, time: TimeInterval(seconds))
            result = nil
        case .offer(let version, let minimum, let maximum):
            // Two documents of one second are one too many.
            clock.wait(1)
            guard !publisher.isWithdrawn(version) else {
                throw ErrorReport.impossible(line.number, "v\(version) is withdrawn, and never comes back")
            }
            try await publisher.offer(version, from: minimum, to: maximum, at: clock.signedDate)
            result = nil
        case .withdraw(let version):
            clock.wait(1)
            // What the app ships was perhaps never offered, and must be left all the same.
            guard publisher.isListed(version) || embedded?.version == version else {
                throw ErrorReport.impossible(line.number, "v\(version) is not offered")
            }
            try await publisher.withdraw(version, at: clock.signedDate)
            result = nil
        case .retire(let version):
            clock.wait(1)
            guard publisher.isOffered(version) else {
                throw ErrorReport.impossible(line.number, "v\(version) is not offered")
            }
            try await publisher.retire(version, at: clock.signedDate)
            result = nil
        case .update(let isCut):
            publisher.cutArchives(isCut)
            result = try await update(line)
        case .attempts(let count):
            download.attempts = count
            result = nil
        case .metered(let isMetered):
            download.isUnmetered = { !isMetered }
            result = nil
        case .start:
            result = try await start(line)
        case .confirm:
            result = try await confirm(line)
        case .crash:
            result = session.map { "the session of \($0.version) ends" } ?? "nothing runs"
            session = nil
        case .hang:
            result = try await hang(line)
        case .reject:
            if let session, let next = try await session.reject() {
                result = "\(session.version) was rejected; next is \(next)"
            } else {
                result = session.map { "\($0.version) cannot be rejected" } ?? "nothing runs"
            }
            session = nil
        case .damage(let file):
            let path = "\(root.path)/\(file)"
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            bytes[0] ^= 1
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            result = nil
        case .request(let file):
            result = try await request(file, line)
        case .revoke:
            isRevoked = true
            session = nil
            result = nil
        case .wait(let seconds):
            clock.wait(seconds)
            result = nil
        case .list:
            let store = try store(line)
            result = try await storing(line) { () async throws(BundleStoreError) in try await store.list() }
                .versions.joined(separator: ", ")
        case .expect(_, let version):
            let expected: BundleVersion = version.map { .stored($0) } ?? .embedded
            isUnexpected = expected != shown
            result = isUnexpected ? "no: the last start has shown \(shown?.description ?? "nothing")" : "yes"
        }
        let isStart = line.step == .start
        return Line(
            step: line.text, result: result, shown: isStart ? (shown ?? before)?.description : nil,
            isUnexpected: isUnexpected, events: events.with { $0 })
    }

    private mutating func ship(_ version: SemanticVersion) throws -> String? {
        let name = "embedded-\(version)"
        if folder.kind(of: name) == nil {
            try folder.folder(creating: name)
                .write("index.html", Array("<!doctype html><title>\(version)</title>\n".utf8))
        }
        embedded = EmbeddedBundle(
            version: version, folder: URL(fileURLWithPath: folder.child(name), isDirectory: true))
        session = nil
        return nil
    }

    private func request(_ file: String, _ line: Scenario.Line) async throws -> String {
        guard let session else { return "nothing runs" }
        let responder = try BundleResponder(session, prefix: session.version.description)
        let status = responder.response(method: "GET", path: file, headers: []).status
        if status == 500 {
            let store = try store(line)
            try await eventually("it steps aside") { (try? await store.status().stored.isEmpty) == true }
        }
        return "status \(status)"
    }

    private func store(_ line: Scenario.Line) throws -> BundleStore {
        guard let embedded, let shell else {
            throw ErrorReport(
                .unparsable, "line \(line.number): no embedded bundle or shell is declared yet",
                hint: "begin with: embedded 1.4.0, and: shell 2.0.0")
        }
        guard let environment = EnvironmentName(SimulatedPublisher.environment) else {
            preconditionFailure("it is a constant")
        }
        let clock = clock
        var store = BundleStore(
            root: root, embedded: embedded, shell: shell, keyRing: publisher.keyRing(isRevoked: isRevoked),
            environment: environment, app: app,
            health: health, keeping: keeping, events: { [events] event in events.with { $0.append(event) } },
            clock: clock,
            now: { clock.date })
        store.session = known
        return store
    }

    private mutating func start(_ line: Scenario.Line) async throws -> String {
        let store = try store(line)
        session = nil
        let started = try await storing(line) { () async throws(BundleStoreError) in try await store.start() }
        session = started
        shown = started.version
        var words = ["shows \(started.version)"]
        if started.version == .embedded { words[0] += " \(started.semanticVersion)" }
        for failure in started.failures { words.append("v\(failure) has failed: not confirmed in \(starts)") }
        if started.needsConfirmation {
            let status = try await storing(line) { () async throws(BundleStoreError) in try await store.status() }
            words.append("must be confirmed, start \(status.trial?.starts ?? 1) of \(health.starts)")
        }
        return words.joined(separator: "; ")
    }

    private var starts: String { health.starts == 1 ? "1 start" : "\(health.starts) starts" }

    private func confirm(_ line: Scenario.Line) async throws -> String {
        guard let session else { return "nothing runs" }
        guard session.needsConfirmation else { return "\(session.version) needs no confirmation" }
        let isUsable = try await storing(line) { () async throws(BundleStoreError) in try await session.confirm() }
        return isUsable ? "\(session.version) works" : "\(session.version) was given up or withdrawn before"
    }

    private mutating func hang(_ line: Scenario.Line) async throws -> String {
        guard let session else { return "nothing runs" }
        let outcome = try await storing(line) { () async throws(BundleStoreError) in try await session.outcome() }
        switch outcome {
        case .failed(let next):
            self.session = nil
            return "\(session.version) has failed: not confirmed in time; next is \(next)"
        case .confirmed: return "\(session.version) needs no confirmation"
        case .undecided: return "undecided"
        }
    }

    private func update(_ line: Scenario.Line) async throws -> String {
        guard let url = URL(string: SimulatedPublisher.origin) else { preconditionFailure("it is a constant") }
        let updater = BundleUpdater(
            UpdateConfiguration(base: url, download: download), store: try store(line),
            transport: publisher)
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

    private func storing<Value>(
        _ line: Scenario.Line, _ body: () async throws(BundleStoreError) -> Value
    ) async throws -> Value {
        do throws(BundleStoreError) { return try await body() } catch {
            throw ErrorReport(.inputOutput, "line \(line.number): \(error.message)")
        }
    }
}

extension ErrorReport {
    /// No device could do what this line says, for this reason.
    fileprivate static func impossible(_ line: Int, _ reason: String) -> ErrorReport {
        ErrorReport(.unparsable, "line \(line): \(reason)")
    }
}
