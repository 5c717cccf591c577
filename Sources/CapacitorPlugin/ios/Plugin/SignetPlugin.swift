import AppGate
import Capacitor
import CapacitorSession
import Foundation
import ManifestVerifier
import UIKit
import URLSessionTransport
import WebBundles

/// The bridge between Capacitor and a `BundleSession`; it decides nothing.
@objc(SignetPlugin)
public final class SignetPlugin: CAPPlugin, CAPBridgedPlugin, SessionShell, @unchecked Sendable {
    public let identifier = "SignetPlugin"
    public let jsName = "Signet"
    public let pluginMethods: [CAPPluginMethod] = [
        "attach", "ready", "sync", "getCurrentBundle", "getBundles", "reload", "reset", "reject", "setChannel",
    ].map { CAPPluginMethod(name: $0, returnType: CAPPluginReturnPromise) }

    /// Both are set by `load()`, before any page can call.
    private var session: BundleSession?
    /// Why no session could begin; empty while one runs.
    private var problem = ""
    private var observers: [any NSObjectProtocol] = []

    /// Capacitor calls this before it loads the first page, and serves what is set here.
    override public func load() {
        // What another updater has left there would be served whenever this plugin is not. Its own choice is never kept in it:
        // Capacitor forgets it with each new app, and ends an app that was moved to another device.
        KeyValueStore.standard["serverBasePath"] = nil as String?
        var folder = Self.embedded
        do {
            // A page of a development server must not confirm a bundle that it does not show.
            if let config = bridge?.config, config.serverURL != config.localURL { throw ServerURLError() }
            let session = try makeSession()
            // A silent push launches the app where no page may run, and ends it before one could say that it works.
            let isInBackground = MainActor.assumeIsolated { UIApplication.shared.applicationState == .background }
            folder = try Self.wait {
                if isInBackground { await session.background() }
                return try await session.begin().folder
            }
            self.session = session
            observeApp()
        } catch {
            problem = (error as? BundleStoreError)?.message ?? "\(error)"
            CAPLog.print("Signet: the embedded bundle is shown: \(problem)")
        }
        bridge?.setServerBasePath(folder.path)
    }

    private static let embedded = Bundle.main.bundleURL.appendingPathComponent("public", isDirectory: true)

    private func makeSession() throws -> BundleSession {
        let json = try JSONSerialization.data(withJSONObject: getConfig().getConfigJSON())
        let appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? ""
        let settings = try PluginSettings(json: [UInt8](json), appVersion: appVersion)
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        var folder = support.appendingPathComponent("signet", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        let channel = KeptChannel(in: folder, usually: settings.channel)
        let build = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? ""
        let store = settings.store(
            in: folder, embedded: Self.embedded, app: "\(appVersion) (\(build))", channel: channel)
        let updater = settings.updater(of: store, transport: SessionTransport())
        return BundleSession(store: store, updater: updater, channel: channel, settings: settings, shell: self)
    }

    /// Waits on the main thread, where Capacitor loads plugins, for work that needs none of it.
    private static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let result = WaitedFor<Value>()
        Task.detached { result.come(await Result(catching: work)) }
        return try result.value().get()
    }

    private func observeApp() {
        observe(UIApplication.didEnterBackgroundNotification) { await $0.background() }
        observe(UIApplication.willEnterForegroundNotification) { await $0.foreground() }
    }

    private func observe(
        _ name: Notification.Name, _ work: @escaping @Sendable (BundleSession) async -> Void
    ) {
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
            guard let session = self?.session else { return }
            Task { await work(session) }
        }
        observers.append(observer)
    }

    // MARK: What a session asks of the app

    package func show(_ bundle: StartedBundle) {
        let path = bundle.folder.path
        DispatchQueue.main.async { [weak self] in
            (self?.bridge?.viewController as? CAPBridgeViewController)?.setServerBasePath(path: path)
        }
    }

    package func tell(_ event: SessionEvent) {
        notifyListeners(event.kind.rawValue, data: PageValue.object(event.members), retainUntilConsumed: true)
    }

    // MARK: What a page asks of a session

    @objc func attach(_ call: CAPPluginCall) {
        let (page, age) = (call.getString("page", ""), call.getDouble("age", 0) / 1_000)
        let said = call.getDouble("at", .infinity) / 1_000
        answer(call) { session in
            await session.attach(page, age: age + max(0, Date().timeIntervalSince1970 - said))
            return []
        }
    }

    @objc func ready(_ call: CAPPluginCall) {
        let page = call.getString("page", "")
        answer(call) { session in try await session.ready(page) }
    }

    @objc func sync(_ call: CAPPluginCall) {
        answer(call) { session in await session.sync() }
    }

    @objc func getCurrentBundle(_ call: CAPPluginCall) {
        answer(call) { session in try await session.currentBundle() }
    }

    @objc func getBundles(_ call: CAPPluginCall) {
        answer(call) { session in [JSONMember("bundles", try await session.bundles())] }
    }

    @objc func reload(_ call: CAPPluginCall) {
        answer(call) { session in
            try await session.reload()
            return []
        }
    }

    @objc func reset(_ call: CAPPluginCall) {
        answer(call) { session in
            try await session.reset()
            return []
        }
    }

    @objc func reject(_ call: CAPPluginCall) {
        let (page, reason) = (call.getString("page", ""), call.getString("reason", "no reason given"))
        answer(call) { session in
            try await session.reject(page, because: reason)
            return []
        }
    }

    @objc func setChannel(_ call: CAPPluginCall) {
        let channel = call.getString("channel")
        answer(call) { session in
            try await session.setChannel(channel)
            return []
        }
    }

    private func answer(
        _ call: CAPPluginCall, _ work: @escaping @Sendable (BundleSession) async throws -> [JSONMember]
    ) {
        guard let session else { return call.reject(problem) }
        let answer = PluginAnswer(call: call)
        Task { await answer.settle { try await work(session) } }
    }
}

private struct ServerURLError: Error, CustomStringConvertible {
    let description =
        "server.url is set: its page is shown and no bundle, so that none can be confirmed; "
        + "take it out of capacitor.config"
}

/// A call of a page, which waits for its answer on no thread. Unchecked: Capacitor's calls are answered from any thread, each
/// by one task.
private struct PluginAnswer: @unchecked Sendable {
    let call: CAPPluginCall

    func settle(_ work: @Sendable () async throws -> [JSONMember]) async {
        do {
            call.resolve(PageValue.object(try await work()))
        } catch {
            call.reject((error as? BundleStoreError)?.message ?? "\(error)")
        }
    }
}

/// A result that one thread waits for. Unchecked: it is set before the signal, and read after it.
private final class WaitedFor<Value: Sendable>: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private var result: Result<Value, any Error>?

    func come(_ result: Result<Value, any Error>) {
        self.result = result
        semaphore.signal()
    }

    func value() -> Result<Value, any Error> {
        semaphore.wait()
        guard let result else { preconditionFailure("it came before the signal") }
        return result
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
