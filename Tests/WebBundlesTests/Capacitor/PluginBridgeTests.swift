import Foundation
import LocalFiles
import Testing
import TestSupport

/// The plugin's bridges with stand-ins for Capacitor, Android and UIKit, and its session on Android against the real store.
@Suite struct PluginBridgeTests {
    private static func javaFiles(in folder: URL) -> [String] {
        let names = FileManager.default.subpaths(atPath: folder.path) ?? []
        return names.filter { $0.hasSuffix(".java") }.sorted().map { folder.appending(path: $0).path }
    }

    /// The plugin with stand-ins and its driver, compiled once for all tests.
    private static let client = Result<AndroidClient, any Error> { () throws -> AndroidClient in
        let publisher = repositoryRoot.appending(path: "Tests/Clients/android/bundles")
        let plugin = AssembledPlugin.source.appending(path: "android/src/main/java")
        return try AndroidClient(
            [publisher, plugin, AssembledPlugin.tests.appending(path: "android")].flatMap(javaFiles))
    }

    private func drive(_ words: [String]) throws -> CommandResult {
        try Self.client.get().run("signet.bundles.SessionDriver", words, ["-Dfile.encoding=UTF-8"])
    }

    private func written(_ name: String) throws -> String {
        try String(contentsOf: AssembledPlugin.tests.appending(path: name), encoding: .utf8)
    }

    private func changes(_ said: String, from written: String) -> [String] {
        func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
        return lines(said).difference(from: lines(written)).map { "\($0)" }
    }

    @Test(.inCI, .peers(.java), arguments: ["sessions.txt", "android/sessions.txt"])
    func `a session on Android does what is written`(name: String) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let result = try drive(["scenarios", folder.path("sessions"), AssembledPlugin.tests.appending(path: name).path])
        #expect(result.status == 0, "\(result.said)")
        #expect(try changes(result.output, from: written(name)) == [])
    }

    @Test(.inCI, .peers(.java))
    func `a configuration is read on Android as it is written, and a mistake in it is named`() throws {
        let result = try drive(["settings", AssembledPlugin.tests.appending(path: "settings.txt").path])
        #expect(result.status == 0, "\(result.said)")
        #expect(try changes(result.output, from: written("settings.txt")) == [])
    }

    @Test(.inCI, .peers(.java)) func `the bridge on Android starts what the store chooses, also after an app update`()
        throws
    {
        let folder = try TemporaryFolder()
        let result = try drive(["bridge", folder.root])
        #expect(result.status == 0, "\(result.said)")
        #expect(result.output == "the bridge starts what the store chooses\n", "\(result.said)")
    }

    /// Attributes of Objective-C are taken away: this machine has none of it.
    @Test(.inCI, .unlessHung) func `the assembled package builds, and its bridge answers a page`() throws {
        let plugin = try AssembledPlugin()
        let folder = plugin.folder
        for name in ["capacitor-swift-pm", "App"] {
            try FileManager.default.copyItem(
                atPath: AssembledPlugin.tests.appending(path: "ios/\(name)").path, toPath: folder.path(name))
        }
        let address = #"url: "https://github.com/ionic-team/capacitor-swift-pm.git", from: "8.0.0""#
        let manifest = try plugin.text("Package.swift")
        #expect(manifest.contains(address))
        try folder.write(
            "\(AssembledPlugin.name)/Package.swift",
            manifest.replacing(address, with: #"path: "../capacitor-swift-pm""#))
        let bridge = "ios/Plugin/SignetPlugin.swift"
        try folder.write(
            "\(AssembledPlugin.name)/\(bridge)",
            plugin.text(bridge).replacing("@objc(SignetPlugin)\n", with: "").replacing(
                "@objc func", with: "public func"))
        // Without what only a debugger and an editor need, and whole modules at once, in half of the time.
        let words = [
            "build", "--disable-index-store", "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization",
            "-Xswiftc", "-num-threads", "-Xswiftc", "2", "-Xswiftc", "-warnings-as-errors",
        ]
        let built = try run("swift", words, in: folder.path("App"))
        try #require(built.status == 0, "\(built.said)")
        let products = folder.path("App/.build/debug")
        try folder.write("App/.build/debug/public/index.html", "<!doctype html>")
        let publisher = try SimulatedPublisher(in: Folder(creating: folder.path("publisher")))
        try folder.write("ring.json", publisher.exportedRing("production"))
        let said = try check(
            "\(products)/App", [folder.path("ring.json")],
            environment: ["XDG_DATA_HOME": folder.path("data"), "HOME": folder.root])
        let ready =
            #""isConfirmed":true,"isEmbedded":true,"next":null,"shell":"2.1.0","version":"1.4.0"}"#
        #expect(
            said == """
                serves public
                rejected: plugins.Signet.origin: it is missing
                serves public
                {}
                {"channel":null,\(ready)
                {"bundles":[{"isCurrent":true,"state":"embedded","version":"1.4.0"}]}
                rejected: the embedded bundle cannot be rejected: there is nothing to go back to
                {}
                {"channel":"beta",\(ready)
                {}
                serves public
                rejected: server.url is set: its page is shown and no bundle, so that none can be confirmed; \
                take it out of capacitor.config

                """)
    }
}
