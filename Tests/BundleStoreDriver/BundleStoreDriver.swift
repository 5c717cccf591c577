import AppGate
import Foundation
import ManifestVerifier
import WebBundles

/// `BundleStoreDriver ROOT SITE STEP…`: works in a store as an app does, one line a step.
///
/// The site is a folder with `ring.json`, `index.json.jws`, archives and `embedded/`. A step is `update`, `learn` (of an update
/// only what makes first starts possible), `start`, `confirm`, `collect`, or `pause` for some milliseconds with the bundle
/// open.
@main struct BundleStoreDriver {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    private struct Usage: Error {}

    private static func run(_ arguments: [String]) async throws {
        guard arguments.count > 2, let version = SemanticVersion("1.4.0"), let shell = NumericVersion("2.0.0"),
            let environment = EnvironmentName("production"), let base = URL(string: "https://example.com")
        else { throw Usage() }
        let (root, site) = (arguments[0], arguments[1])
        let ring = try TrustedKeys(exported: [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(site)/ring.json"))))
        var store = BundleStore(
            root: URL(fileURLWithPath: root),
            embedded: EmbeddedBundle(version: version, folder: URL(fileURLWithPath: "\(site)/embedded")),
            shell: shell, keyRing: ring, environment: environment, health: HealthPolicy(starts: 1_000_000),
            // The time when the documents of the tests are a minute old.
            now: { Date(timeIntervalSince1970: 1_596_495_635) })
        // However slow the disk is that all tests write to.
        store.patience = 36_000
        let updater = BundleUpdater(
            UpdateConfiguration(base: base), store: store, transport: FolderTransport(path: site))
        var started: StartedBundle?
        for step in arguments.dropFirst(2) {
            switch step {
            case "update": print("update \(await updater.update())")
            case "learn":
                let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(site)/index.json.jws")))
                let index = try WebBundleIndex(body: JWS(file).body)
                guard let signed = Instant(secondsSince1970: 1_596_495_575) else { throw Usage() }
                await store.session.learn(FetchedIndex(index, signed: signed), on: SystemClock.suspending)
                print("learn")
            case "start":
                let bundle = try await store.start()
                started = bundle
                print("start \(bundle.version) \(try files(in: bundle.folder)) \(bundle.problem.map { "\($0)" } ?? "")")
            case "confirm": print("confirm \(try await started?.confirm() ?? false)")
            case "collect": print("collect \(try await store.collectGarbage())")
            case "pause": try await Task.sleep(for: .milliseconds(Int.random(in: 0..<10)))
            default: throw Usage()
            }
        }
        withExtendedLifetime(started) {}
    }

    /// How many files a bundle has that say which version they are of, and that of the start page.
    private static func files(in folder: URL) throws -> String {
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return "nothing" }
        var (versions, count): (Set<String>, Int) = ([], 0)
        while let name = walk.nextObject() as? String {
            guard walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            versions.insert(String(text.prefix { $0 != "\n" }))
            count += 1
        }
        return "\(versions.sorted().joined(separator: "+"))*\(count)"
    }
}
