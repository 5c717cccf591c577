import AppGate
import CapacitorSession
import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// Plays a scenario of `sessions.txt`: an app with the plugin for Capacitor, its pages, and the team that publishes.
final class SessionPlayer: SessionShell {
    private let folder: TemporaryFolder
    private let network: SessionNetwork
    private let clock = ManualClock()
    private let wakefulClock = ManualClock()
    private let said = Locked<[String]>([])
    private let kept = Locked<BundleSession?>(nil)
    /// The session and the bundles that it has shown, as long as anything holds them.
    private let held = Locked<[Held]>([])

    private struct Held {
        weak var object: (any AnyObject & Sendable)?
    }

    private var session: BundleSession? { kept.withLock { $0 } }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("embedded/index.html", "<!doctype html>")
        network = SessionNetwork(try SimulatedPublisher(in: Folder(creating: folder.path("publisher"))))
    }

    func show(_ bundle: StartedBundle) {
        held.withLock { $0.append(Held(object: bundle)) }
        say("shows \(bundle.version)")
    }

    func tell(_ event: SessionEvent) {
        say("tells \(event.kind.rawValue)\(event.version.map { " \($0)" } ?? ""): \(event.reason)")
        guard case .string(let time) = event.members.first(where: { $0.name == "time" })?.value.content,
            time.wholeMatch(of: /2026-01-01T00:\d\d:\d\dZ/) != nil
        else { return say("at a wrong time") }
    }

    private func say(_ what: String) { said.withLock { $0.append(what) } }

    /// What comes of a step.
    func play(_ step: String, expecting count: Int) async throws -> String {
        said.withLock { $0 = [] }
        let words = step.split(separator: " ").map(String.init)
        switch words[0] {
        case "offer":
            let bounds = (words.count > 3 ? words[3] : "2.0.0..").components(separatedBy: "..")
            let (version, minimum) = (try #require(SemanticVersion(words[1])), try #require(NumericVersion(bounds[0])))
            try await network.publisher.offer(version, from: minimum, to: NumericVersion(bounds[1]), at: nextDate())
        case "beta":
            try await network.publisher.offer(
                #require(SemanticVersion(words[1])), from: #require(NumericVersion("2.0.0")), to: nil, channel: "beta",
                at: nextDate())
        case "withdraw":
            try await network.publisher.withdraw(#require(SemanticVersion(words[1])), at: nextDate())
        case "network": network.set(words[1])
        case "launch": try await launch(shell: words.count > 1 ? words[1] : "2.1.0")
        // Launches the app in the background.
        case "push": try await launch(isInBackground: true)
        case "auto":
            try await launch(isAutomatic: true)
            try await eventually("\(step)") { said.withLock { $0.count >= count } }
        // The device sleeps, and the app is in the background.
        case "sleep": wakefulClock.advance(by: try #require(TimeInterval(words[1])))
        case "page": await session?.attach(words[1], age: words.count > 2 ? try #require(TimeInterval(words[2])) : 0)
        case "wait":
            let time = try #require(TimeInterval(words[1]))
            wakefulClock.advance(by: time)
            clock.advance(by: time)
            // What follows from it happens elsewhere; nothing must follow that is not expected.
            if count > 0 { try await eventually("\(step)") { said.withLock { $0.count >= count } } }
            try await Task.sleep(for: .milliseconds(20))
        case "background":
            await session?.background()
            try await eventually("the trial stands still") { clock.sleeps.isEmpty }
            try await Task.sleep(for: .milliseconds(20))
        case "foreground":
            await session?.foreground()
            if count > 0 { try await eventually("\(step)") { said.withLock { $0.count >= count } } }
        case "plant": try folder.write("bundles/v\(words[1])/planted.js", "forged")
        case "break": try FileManager.default.removeItem(atPath: folder.path("bundles/v\(words[1])"))
        default:
            do {
                if let answer = try await answer(words) { say(answer) }
            } catch let error as SessionError {
                say("refused: \(error)")
            }
        }
        return said.withLock { $0.joined(separator: "; ") }
    }

    private func answer(_ words: [String]) async throws -> String? {
        let session = try #require(session)
        switch words[0] {
        case "ready": return Self.told(try await session.ready(words[1]))
        case "current": return Self.told(try await session.currentBundle())
        case "sync":
            // What is slow comes as soon as it is asked for.
            network.hurry()
            return "outcome \(Self.text("outcome", in: await session.sync()) ?? "")"
        case "bundles":
            guard case .array(let bundles) = try await session.bundles().content else { return nil }
            return bundles.map { bundle in
                guard case .object(let members) = bundle.content else { return "" }
                let isCurrent = Self.isTrue("isCurrent", in: members)
                return "\(Self.text("version", in: members) ?? "") \(Self.text("state", in: members) ?? "")"
                    + (isCurrent ? " (shown)" : "")
            }.joined(separator: ", ")
        case "reload": try await session.reload()
        case "reset": try await session.reset()
        case "reject": try await session.reject(words[1], because: words.dropFirst(2).joined(separator: " "))
        case "channel": try await session.setChannel(words[1] == "-" ? nil : words[1])
        default: Issue.record("no such step: \(words[0])")
        }
        return nil
    }

    private func launch(
        shell: String = "2.1.0", isInBackground: Bool = false, isAutomatic: Bool = false
    ) async throws {
        try await end()
        let ring = network.publisher.exportedRing()
        let settings = try PluginSettings(
            json: Array(
                """
                { "origin": "\(SimulatedPublisher.origin)", "environment": "\(SimulatedPublisher.environment)",
                  "keys": \(ring), "version": "1.4.0", "autoUpdate": \(isAutomatic), "shell": "\(shell)" }
                """.utf8), appVersion: "9")
        let now: @Sendable () -> Date = { [clock] in SessionPlayer.date(clock) }
        let root = URL(fileURLWithPath: folder.path("bundles"))
        let channel = KeptChannel(in: URL(fileURLWithPath: folder.root), usually: settings.channel)
        let store = BundleStore(
            root: root,
            embedded: EmbeddedBundle(
                version: settings.version, folder: URL(fileURLWithPath: folder.path("embedded"))),
            shell: settings.shell, keyRing: settings.keys, environment: settings.environment,
            health: HealthPolicy(time: TimeInterval(settings.readyTimeout) / 1_000), channel: channel.current,
            clock: clock,
            now: now)
        let updater = BundleUpdater(
            UpdateConfiguration(base: settings.origin), store: store, transport: network)
        let session = BundleSession(
            store: store, updater: updater,
            channel: channel, settings: settings, shell: self, clock: clock,
            wakefulClock: wakefulClock, now: now)
        kept.withLock { $0 = session }
        if isInBackground { await session.background() }
        async let started = session.begin()
        if network.isSlow {
            try await eventually("a start waits for the index") { clock.sleeps == [3] }
            clock.advance(by: 3)
        }
        let bundle = try await started
        held.withLock { $0 += [Held(object: session), Held(object: bundle)] }
        let version = bundle.version
        said.withLock { $0.insert("starts with \(version)", at: 0) }
    }

    /// Ends the app: of a process that is gone nothing holds the folder of a bundle.
    private func end() async throws {
        // Its trial waits no longer; an update from a slow network would.
        await session?.background()
        kept.withLock { $0 = nil }
        guard !network.isSlow else { return }
        try await eventually("the session has ended") { held.withLock { $0.allSatisfy { $0.object == nil } } }
        held.withLock { $0 = [] }
    }

    // MARK: Words

    private static func told(_ members: [JSONMember]) -> String {
        let next = text("next", in: members).map { ", next \($0)" } ?? ""
        let channel = text("channel", in: members).map { ", channel \($0)" } ?? ""
        return "page of \(text("version", in: members) ?? "")\(isTrue("isEmbedded", in: members) ? " embedded" : "")"
            + (isTrue("isConfirmed", in: members) ? " confirmed" : "") + next + channel
    }

    private static func text(_ name: String, in members: [JSONMember]) -> String? {
        guard case .string(let text) = members.first(where: { $0.name == name })?.value.content else { return nil }
        return text
    }

    private static func isTrue(_ name: String, in members: [JSONMember]) -> Bool {
        guard case .bool(let isTrue) = members.first(where: { $0.name == name })?.value.content else { return false }
        return isTrue
    }

    // MARK: Time

    /// 2026-01-01T00:00:00Z, and what has passed since.
    private static func date(_ clock: ManualClock) -> Date {
        Date(timeIntervalSince1970: 1_767_225_600 + clock.now.rounded(.down))
    }

    /// Two documents of one second are one too many.
    private func nextDate() throws -> SignedDate {
        clock.advance(by: 1)
        return try #require(SignedDate(secondsSince1970: Int64(Self.date(clock).timeIntervalSince1970)))
    }
}

/// The network between a publisher and a device: there, gone, or slow.
final class SessionNetwork: DocumentTransport, FileTransport {
    let publisher: SimulatedPublisher
    private let mode = Locked("back")

    init(_ publisher: SimulatedPublisher) { self.publisher = publisher }

    var isSlow: Bool { mode.withLock { $0 == "slow" } }

    func set(_ mode: String) { self.mode.withLock { $0 = mode } }

    func hurry() { mode.withLock { if $0 == "slow" { $0 = "back" } } }

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        while isSlow { await Task.yield() }
        if mode.withLock({ $0 == "gone" }) { return DocumentResponse(status: 503, headers: [], body: []) }
        return try await publisher.response(for: url, byteLimit: byteLimit, timeLimit: timeLimit)
    }

    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        try await publisher.download(request, to: receiver)
    }
}
