import Foundation
import Testing
import TestPublisher
import TestSupport

/// An app in a package of its own: it depends on the libraries by path, and has the articles' code and an exported ring.
private struct ConsumerPackage {
    let project: Project

    init() throws {
        project = try Project()
        try project.expectDone(["build"])
        let ring = try project.expectDone(["keys", "export", "--swift", "--environment", "production"]).output
        let article = try Article("AppGate/GateAnApp")
        func code(_ section: String, _ blocks: Int = 1) throws -> String {
            let found = try article.blocks(in: section, language: "swift")
            try #require(found.count == blocks)
            return found.map(\.code).joined(separator: "\n")
        }
        // The same code, against a server of the test and for a device of the test.
        let gate = try code("Read a document of another format").replacingOccurrences(
            of: "\"https://distribution.example.com\"", with: "CommandLine.arguments[1]"
        ).replacingOccurrences(
            of: "folder: try folder()", with: "folder: URL(fileURLWithPath: CommandLine.arguments[2])"
        ).replacingOccurrences(
            of: "configuration.storeURL =", with: "configuration = patient(configuration)\n    configuration.storeURL ="
        )
        try #require(gate.contains("arguments[1]") && gate.contains("arguments[2]") && gate.contains("patient("))
        try write(
            "Shop",
            ["KeyRing.swift": ring, "Gate.swift": gate, "main.swift": Self.main])
        try write(
            "Start",
            [
                "KeyRing.swift": ring, "Gate.swift": try code("Make a gate", 2),
                "Rules.swift": try code("Go by rules"),
                "main.swift":
                    "import AppGate\nimport Foundation\nimport ManifestVerifier\nimport URLSessionTransport\n\n"
                    + (try code("Ask it at start")),
            ])
        try write(
            "Rehearsal",
            [
                "KeyRing.swift": ring, "Rehearsal.swift": try code("Previews and tests without a network"),
                "main.swift": Self.rehearsalMain,
            ])

        // Type-checked against what the article's code uses of Apple's frameworks.
        for name in ["SwiftUI", "BackgroundTasks"] {
            try write(name, ["\(name).swift": testText("Clients/apple/\(name).swift")])
        }
        for name in ["UIKit", "Combine"] { try write(name, ["\(name).swift": "@_exported import SwiftUI\n"]) }
        try write(
            "Screens",
            ["Screens.swift": try code("The screens", 3), "Background.swift": try code("In the background")])

        let bundles = try Article("WebBundles/ServingBundles").blocks(in: "Open a store")
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
        try write("Web", ["KeyRing.swift": ring, "Store.swift": store, "main.swift": Self.webMain])
        try write(
            "WebStart",
            ["KeyRing.swift": ring, "Store.swift": bundles[0].code, "main.swift": "print(try makeStore())\n"])
        try project.folder.write("App/Package.swift", try Self.manifest(code("Add the libraries")))
    }

    private func write(_ target: String, _ sources: [String: String]) throws {
        for (name, text) in sources { try project.folder.write("App/Sources/\(target)/\(name)", text) }
    }

    /// Builds the package, warnings being errors.
    func build() throws {
        let swift = try #require(Peer.path(of: "swift"))
        // Without what only a debugger and an editor need, and whole modules at once, in half of the time.
        let words = [
            "build", "--disable-index-store", "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization",
            "-Xswiftc", "-num-threads", "-Xswiftc", "2", "-Xswiftc", "-warnings-as-errors",
        ]
        let result = try TestSupport.run(swift, words + ["--package-path", project.folder.path("App")])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// What the app says of a device, with its documents at an origin.
    func decision(_ origin: String, app: String) throws -> String {
        try check(project.folder.path("App/.build/debug/Shop"), [origin, project.folder.path("store"), app])
    }

    private static let main = """
        import AppGate
        import Foundation
        import ManifestVerifier

        /// Waits for an answer on a machine that is busy with other tests.
        func patient(_ configuration: GateConfiguration) -> GateConfiguration {
            var configuration = configuration
            configuration.checkTimeLimit = 36_000
            configuration.requestTimeLimit = 36_000
            return configuration
        }

        let device = Device(
            system: .ios(NumericVersion(major: 14, minor: 0, patch: 0)), version: NumericVersion(CommandLine.arguments[3]),
            build: nil, languages: ["ar"])
        let decision = await (try makeClassicGate(for: device)).check()
        let button = decision.update?.url == "https://apps.apple.com/app/id123456"
        print(decision.isBlocked ? "blocked" : "runs", button, decision.update?.description?.text ?? "", decision.source)

        """

    private static let webMain = """
        let store = try makeStore()
        _ = try makeUpdater(of: store)
        let bundle = try await store.start()
        let response = try makeResponder(for: bundle).response(
            method: "GET", path: "builds/mobile/\\(bundle.version)/", headers: [])
        print(bundle.version, response.status, response.headerFields["content-type"] ?? "")

        """

    private static let rehearsalMain = """
        import AppGate
        import Classic
        import Foundation
        import ManifestVerifier

        func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

        /// What a gate decides when every request gets this document, or no answer.
        func decision(with document: Download?) async throws -> Decision {
            guard let production = EnvironmentName("production"), let origin = URL(string: "https://app.example.com")
            else { preconditionFailure("both are constants") }
            let verifier = Verifier(
                keyRing: try TrustedKeys(exported: productionKeyRing), environment: production,
                reader: .availability(.ios))
            let device = Device(
                system: .ios(NumericVersion(major: 14, minor: 0, patch: 0)), reportedVersion: "2.9.9",
                reportedBuild: nil, languages: ["en"])
            var configuration = GateConfiguration(
                base: origin, path: try DocumentPath("distribution/availability-ios"), envelope: .jws,
                verifier: verifier)
            configuration.retry.attempts = 1
            return await rehearsed(document, for: device, configuration)
        }

        let document = Download(jws: try contents(CommandLine.arguments[1]))
        print(
            blocked.isBlocked, try rehearsed(version: "2.9.9")?.isBlocked == true,
            try rehearsed(version: "3.0.0")?.isBlocked == true,
            try await decision(with: document).isBlocked, try await decision(with: nil).isBlocked)

        """

    /// The package of the article, which gets the libraries from here and has further programs.
    private static func manifest(_ article: String) throws -> String {
        let address = ".package(url: \"https://git.example.com/signet.git\", from: \"0.1.0\")"
        try #require(article.contains(address) && article.contains("        .target(\n"))
        let root = Article.root
        let own = article.replacingOccurrences(of: address, with: ".package(path: \"\(root.path)\")")
            .replacingOccurrences(of: "package: \"signet\"", with: "package: \"\(root.lastPathComponent)\"")
            .replacingOccurrences(of: "        .target(\n", with: "        .executableTarget(\n")
            .replacingOccurrences(
                of: "name: \"AppGate\"",
                with:
                    "name: \"Classic\", package: \"\(root.lastPathComponent)\"),\n                .product(name: \"AppGate\""
            )
        let libraries = ["AppGate", "Classic", "ManifestVerifier", "URLSessionTransport", "WebBundles"].map {
            ".product(name: \"\($0)\", package: \"\(root.lastPathComponent)\")"
        }.joined(separator: ", ")
        let others = ["Start", "Rehearsal", "Web", "WebStart"].map {
            "    .executableTarget(name: \"\($0)\", dependencies: [\(libraries)]),\n"
        }.joined()
        let screens =
            ["SwiftUI", "BackgroundTasks"].map { "    .target(name: \"\($0)\"),\n" }.joined() + """
                    .target(name: "UIKit", dependencies: ["SwiftUI"]),
                    .target(name: "Combine", dependencies: ["SwiftUI"]),
                    .target(
                        name: "Screens", dependencies: ["SwiftUI", "UIKit", "Combine", "BackgroundTasks", \(libraries)]),

                """
        return "\(own)\npackage.targets += [\n\(others)\(screens)]\n"
    }
}

@Test(.inCI, .peers(.python3), .unlessHung)
func `an app in a package of its own gates itself with the article's code`() throws {
    let package = try ConsumerPackage()
    try package.build()
    let server = try RawHTTPServer()
    let path = "distribution/availability-ios"
    let folder = package.project.folder
    let jws = try RingKey(of: folder).jws(of: folder.read("output/production/\(path)"), path: path)
    try folder.write("ios.jws", jws)
    try server.answer("/\(path).jws", with: RawHTTPServer.Answer(body: jws))
    #expect(try package.decision(server.origin, app: "2.9.9") == "blocked true حدّث التطبيق fetched\n")
    #expect(try package.decision(server.origin, app: "3.0.0") == "runs false  fetched\n")
    try server.answer("/\(path).jws", with: RawHTTPServer.Answer(status: 404))
    #expect(try package.decision(server.origin, app: "2.9.9") == "blocked true حدّث التطبيق stored\n")
    // Without a network it decides by a document of the tree, by requirements that a test wrote down, or not at all.
    #expect(
        try check(folder.path("App/.build/debug/Rehearsal"), [folder.path("ios.jws")])
            == "true true false true false\n")
    // And it serves the bundle that it ships with the article's code.
    try folder.write("web/index.html", "<!DOCTYPE html>")
    #expect(
        try check(folder.path("App/.build/debug/Web"), [folder.path("web"), folder.path("bundles")])
            == "embedded 200 text/html; charset=utf-8\n")
}
