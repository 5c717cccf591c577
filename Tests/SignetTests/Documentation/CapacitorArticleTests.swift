import AppGate
import CapacitorSession
import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// The way from the installation of the plugin to the first update, as the article has it.
@Suite struct CapacitorArticleTests {
    private let article: Article

    init() throws { article = try Article("WebBundles/BundlesInCapacitor") }

    private func code(_ section: String, _ language: String) throws -> String {
        try article.blocks(in: section, language: language).map(\.code).joined()
    }

    @Test func `from npm i to the first update there are ten commands, and forty lines to paste`() throws {
        let commands = try (code("Put it into the app", "sh") + code("The first update", "sh"))
            .replacing("\\\n", with: "")
            .split { $0 == "\n" || $0 == "&" }.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("cd ") }
        #expect(commands.first == "npm i ./vendor/signet-capacitor")
        #expect(commands.last?.hasPrefix("signet publish ") == true)
        // One of them is the app's own build, twice.
        #expect(commands.filter { $0 != "npm run build" }.count <= 10)
        let lines = try code("Put it into the app", "ts") + code("Put it into the app", "js")
        #expect(lines.split(separator: "\n").count <= 40)
    }

    /// `npm` and `npx` are stand-ins: they copy the package, build the page, and set a version.
    private static let npm = """
        #!/bin/sh
        set -e
        case "$1" in
        i)  mkdir -p node_modules/@capacitor; cp -r "$2" node_modules/; cp -r "$WEB/core" "$WEB/cli" node_modules/@capacitor/ ;;
        version) printf '{ "name": "shop", "version": "%s" }\\n' "$2" > package.json ;;
        run)
            mkdir -p dist
            version=$(sed 's/.*"version": "\\([^"]*\\)".*/\\1/' package.json)
            policy="default-src 'self'"
            printf '<!doctype html><meta http-equiv="content-security-policy" content="%s"><title>%s</title>\\n' \\
                "$policy" "$version" > dist/index.html ;;
        *)  exit 64 ;;
        esac

        """

    /// An app in a folder beside a checkout, with the lines of the article in it.
    private func app(_ folder: TemporaryFolder) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("signet"), withDestinationPath: repositoryRoot.path)
        try folder.write("bin/npm", Self.npm)
        try folder.write("bin/npx", "#!/bin/sh\n[ \"$*\" = 'cap sync' ]\n")
        try check("chmod", ["+x", "bin/npm", "bin/npx"], in: folder.root)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bin/signet"), withDestinationPath: signetPath)
        try folder.write("shop/package.json", "{ \"name\": \"shop\", \"version\": \"1.4.0\" }\n")
        try folder.write("shop/capacitor.config.ts", code("Put it into the app", "ts"))
        try folder.write("shop/main.js", code("Put it into the app", "js"))
    }

    private func run(_ section: String, in folder: TemporaryFolder) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try TestSupport.run(
            "sh", ["-ec", code(section, "sh")], in: folder.path("shop"),
            environment: [
                "PATH": "\(folder.path("bin")):\(path)",
                "WEB": repositoryRoot.appending(path: "Tests/Clients/capacitor/web").path,
            ])
        #expect(result.status == 0, "\(section): \(result.errors)")
        // Those of the update are about addresses that are examples.
        #expect(section == "The first update" || !result.errors.contains("warning"), "\(section): \(result.errors)")
    }

    /// The app with the package in it.
    private func appWithPackage() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try app(folder)
        try run("Make the package", in: folder)
        try run("Put it into the app", in: folder)
        return folder
    }

    @Test(.inCI, .peers(.typescript)) func `the article's code for Capacitor has the types of the package`() throws {
        let folder = try appWithPackage()
        let flags = [
            "--strict", "--noEmit", "--allowJs", "--checkJs", "--lib", "es2022,dom", "--target", "es2022", "--module",
            "es2022", "--moduleResolution", "node", "--resolveJsonModule", "--esModuleInterop",
        ]
        try check("tsc", flags + ["main.js", "capacitor.config.ts"], in: folder.path("shop"))
    }

    /// Prints the plugin's part of the configuration, as Capacitor puts it into the app: without a look at the types.
    private static let settings = #"""
        const { readFileSync, realpathSync, writeFileSync } = require("fs");
        const typescript = require(realpathSync(process.argv[1]).replace(/bin\/tsc$/, "lib/typescript.js"));
        const compilerOptions = { module: "commonjs", target: "es2022", esModuleInterop: true };
        const text = readFileSync("capacitor.config.ts", "utf8");
        writeFileSync("capacitor.config.js", typescript.transpileModule(text, { compilerOptions }).outputText);
        JSON.stringify(require("./capacitor.config.js").default.plugins.Signet)
        """#

    @Test(.peers(.typescript, .node)) func `the article on Capacitor leads from the installation to the first update`()
        async throws
    {
        let folder = try appWithPackage()
        let compiler = try #require(Peer.path(of: "tsc"))
        let json = try check("node", ["-p", Self.settings, compiler], in: folder.path("shop"))
        let settings = try PluginSettings(json: Array(json.utf8), appVersion: "1.0.0")
        try FileManager.default.copyItem(atPath: folder.path("shop/dist"), toPath: folder.path("embedded"))

        try run("The first update", in: folder)
        #expect(try !folder.text("shop/publishing/bundles.json").contains("\"bundles\": []"))

        // A device with the app of before gets it.
        let device = URL(fileURLWithPath: folder.path("device"))
        let channel = KeptChannel(in: device, usually: settings.channel)
        let store = settings.store(
            in: device, embedded: URL(fileURLWithPath: folder.path("embedded")), app: "2.1.0 (7)",
            channel: channel)
        let updater = settings.updater(
            of: store, transport: PublishedFolder(path: folder.path("shop/public")))
        let phone = Phone()
        let session = BundleSession(
            store: store, updater: updater, channel: channel, settings: settings, shell: phone)
        #expect(try await session.begin().version == .embedded)
        await session.attach("page")
        let result = await session.sync()
        #expect(result.first.flatMap { try? $0.value.asString() } == "updateReady", "\(result)")
        try await session.reload()
        await session.attach("another page")
        let ready = try await session.ready("another page")
        #expect(try ready.first { $0.name == "version" }?.value.asString() == "1.4.1")
        #expect(try ready.first { $0.name == "isConfirmed" }?.value.asBool() == true)
        #expect(phone.shown.withLock { $0 } == ["v1.4.1"])
        let served = device.appending(path: "bundles/v1.4.1/index.html").path
        #expect(try String(contentsOfFile: served, encoding: .utf8).contains("<title>1.4.1</title>"))
    }
}

private final class Phone: SessionShell {
    let shown = Locked<[String]>([])

    func show(_ bundle: StartedBundle) { shown.withLock { $0.append("\(bundle.version)") } }

    func tell(_ event: SessionEvent) {}
}

/// A static host that is a folder.
private struct PublishedFolder: DocumentTransport, FileTransport {
    let path: String

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path + url.path)) else {
            return DocumentResponse(status: 404, headers: [], body: [])
        }
        return DocumentResponse(status: 200, headers: [], body: [UInt8](bytes))
    }

    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        let response = try await response(for: request.url, byteLimit: request.byteLimit, timeLimit: .zero)
        do {
            if try receiver.begin(status: response.status, headers: []) { try receiver.receive(response.body) }
        } catch {
            throw .rejected("\(error)")
        }
    }
}
