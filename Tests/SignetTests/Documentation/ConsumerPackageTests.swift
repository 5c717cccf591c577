import Foundation
import TestSupport
import Testing

/// An app in a package of its own: it depends on the libraries by path, and has the README's code and an exported ring.
private struct ConsumerPackage {
    let project: Project

    init() throws {
        project = try Project()
        try project.expectDone(["build"])
        let ring = try project.expectDone(["keys", "export", "--swift", "--environment", "production"]).output
        let blocks = try Readme(section: "For apps").blocks.filter { $0.language == "swift" }
        try #require(blocks.count == 2)
        // The same code, against a server of the test and for a device of the test.
        let gate = blocks[0].code.replacingOccurrences(
            of: "\"https://distribution.example.com/distribution/availability-ios\"", with: "CommandLine.arguments[1]"
        ).replacingOccurrences(
            of: "try folder().appending(path: \"availability-ios\")",
            with: "URL(fileURLWithPath: CommandLine.arguments[2])"
        ).replacingOccurrences(
            of: "GateConfiguration(url: url, verifier: verifier)",
            with: "patient(GateConfiguration(url: url, verifier: verifier))")
        try #require(gate.contains("arguments[1]") && gate.contains("arguments[2]") && gate.contains("patient("))
        try project.folder.write("App/Sources/Shop/KeyRing.swift", ring)
        try project.folder.write("App/Sources/Shop/Gate.swift", gate)
        try project.folder.write("App/Sources/Shop/main.swift", Self.main)
        try project.folder.write("App/Sources/Start/KeyRing.swift", ring)
        try project.folder.write("App/Sources/Start/Gate.swift", blocks[0].code)
        let article = Readme(text: try articleText("AppGate/AppGate.docc/GateAnApp"), section: "After a reinstall")
            .blocks
        try #require(article.count == 1)
        try project.folder.write(
            "App/Sources/Start/Embed.swift",
            "import AppGate\nimport Foundation\nimport ManifestVerifier\n\n" + article[0].code)
        try project.folder.write(
            "App/Sources/Start/main.swift",
            "import AppGate\nimport Foundation\nimport ManifestVerifier\nimport URLSessionTransport\n\n"
                + blocks[1].code)
        let bundles = Readme(
            text: try articleText("WebBundles/WebBundles.docc/ServingBundles"), section: "Open a store"
        ).blocks
        try #require(bundles.count == 1)
        // The same code, with a seed and a folder of the test.
        let store = bundles[0].code.replacingOccurrences(
            of: "Bundle.main.url(forResource: \"web\", withExtension: nil)",
            with: "URL(string: \"file://\" + CommandLine.arguments[1])"
        ).replacingOccurrences(
            of: """
                try FileManager.default.url(
                        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
                """, with: "URL(fileURLWithPath: CommandLine.arguments[2])")
        try #require(store.contains("arguments[1]") && store.contains("arguments[2]"))
        try project.folder.write("App/Sources/Web/KeyRing.swift", ring)
        try project.folder.write("App/Sources/Web/Store.swift", store)
        try project.folder.write("App/Sources/Web/main.swift", Self.webMain)
        try project.folder.write("App/Sources/WebStart/KeyRing.swift", ring)
        try project.folder.write("App/Sources/WebStart/Store.swift", bundles[0].code)
        try project.folder.write("App/Sources/WebStart/main.swift", "print(try makeStore())\n")
        try project.folder.write("App/Package.swift", try Self.manifest)
    }

    /// Builds the package, warnings being errors.
    func build() throws {
        let swift = try #require(Peer.path(of: "swift"))
        let result = try TestSupport.run(
            swift, ["build", "--package-path", project.folder.path("App"), "-Xswiftc", "-warnings-as-errors"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// What the app says of a device, with its documents at an address.
    func decision(_ url: String, app: String) throws -> String {
        try check(project.folder.path("App/.build/debug/Shop"), [url, project.folder.path("store"), app])
    }

    private static let main = """
        import AppGate
        import Foundation
        import ManifestVerifier

        /// Waits for an answer on a machine that is busy with other tests.
        func patient(_ configuration: GateConfiguration) -> GateConfiguration {
            var configuration = configuration
            configuration.checkTimeLimit = .seconds(36_000)
            configuration.requestTimeLimit = .seconds(36_000)
            return configuration
        }

        let device = Device(
            system: .ios(NumericVersion(major: 14, minor: 0, patch: 0)), version: NumericVersion(CommandLine.arguments[3]),
            build: nil, languages: ["ar"])
        let decision = await (try makeGate(for: device)).check()
        print(decision.isBlocked ? "blocked" : "runs", decision.source, decision.update?.description?.text ?? "")

        """

    private static let webMain = """
        let store = try makeStore()
        _ = try makeUpdater(of: store)
        let bundle = try await store.start()
        let response = try makeResponder(for: bundle).response(
            method: "GET", path: "builds/mobile/\\(bundle.version)/", headers: [])
        print(bundle.version, response.status, response.headerFields["content-type"] ?? "")

        """

    private static var manifest: String {
        get throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let libraries = ["AppGate", "ManifestVerifier", "URLSessionTransport", "WebBundles"].map {
                ".product(name: \"\($0)\", package: \"\(root.lastPathComponent)\")"
            }.joined(separator: ", ")
            return """
                // swift-tools-version: 6.2
                import PackageDescription

                let package = Package(
                    name: "App", platforms: [.macOS(.v13), .iOS(.v16)], dependencies: [.package(path: "\(root.path)")],
                    targets: [
                        .executableTarget(name: "Shop", dependencies: [\(libraries)]),
                        .executableTarget(name: "Start", dependencies: [\(libraries)]),
                        .executableTarget(name: "Web", dependencies: [\(libraries)]),
                        .executableTarget(name: "WebStart", dependencies: [\(libraries)]),
                    ])

                """
        }
    }
}

@Test(.peers(.python3), .unlessHung)
func `an app in a package of its own gates itself with the README's code`() throws {
    let package = try ConsumerPackage()
    try package.build()
    let server = try RawHTTPServer()
    let path = "/distribution/availability-ios"
    let folder = package.project.folder
    let headers = try folder.text("output/production\(path).headers").split(separator: "\n").map(String.init)
    try server.answer(
        path, with: RawHTTPServer.Answer(headers: headers, body: try folder.read("output/production\(path)")))
    #expect(try package.decision(server.origin + path, app: "2.9.9") == "blocked fetched حدّث التطبيق\n")
    #expect(try package.decision(server.origin + path, app: "3.0.0") == "runs fetched \n")
    try server.answer(path, with: RawHTTPServer.Answer(status: 404))
    #expect(try package.decision(server.origin + path, app: "2.9.9") == "blocked stored حدّث التطبيق\n")
    // And it serves the bundle that it ships with the article's code.
    try folder.write("web/index.html", "<!DOCTYPE html>")
    #expect(
        try check(folder.path("App/.build/debug/Web"), [folder.path("web"), folder.path("bundles")])
            == "embedded 200 text/html; charset=utf-8\n")
}

@Test func `the article has the README's code`() throws {
    let article = try articleText("AppGate/AppGate.docc/GateAnApp")
    for block in try Readme(section: "For apps").blocks where block.language == "swift" {
        #expect(article.contains("```swift\n\(block.code)```\n"))
    }
}

private func articleText(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
        contentsOf: root.appendingPathComponent("Sources/\(name).md"), encoding: .utf8)
}
