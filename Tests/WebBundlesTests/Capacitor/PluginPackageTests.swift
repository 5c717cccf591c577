import Foundation
import Testing
import TestSupport

/// The package as the command line of Capacitor finds it, and as an app's compiler reads it.
@Suite struct PluginPackageTests {
    @Test func `the package is the same to the byte, and never written over something else`() throws {
        let (one, other) = (try AssembledPlugin(), try AssembledPlugin())
        #expect(try one.files == other.files)
        let script = AssembledPlugin.source.appending(path: "assemble").path
        let again = try run(script, [one.root], in: "/")
        #expect(again.status == 73)
        #expect(
            again.errors == """
                assemble: error: \(one.root) is not an empty folder
                hint: remove it, or name another one

                """)
        #expect(try run(script, [], in: "/").errors == "usage: assemble DIR\n")
        #expect(try one.files == other.files)
    }

    @Test func `the package holds what the stores are made of, and nothing that was changed`() throws {
        var files = try AssembledPlugin().files
        let root = repositoryRoot.appending(path: "Sources")
        var places = [("ReferenceClients/android/src/main/java", "android/src/main/java", ["java"])]
        places.append(("ReferenceClients/android/src/bundles/java", "android/src/main/java", ["java"]))
        places.append(("CapacitorPlugin/android", "android", ["java", "xml", "gradle"]))
        places.append(("CapacitorPlugin/ios", "ios", ["swift"]))
        places.append(("CapacitorPlugin/dist", "dist", ["js", "ts"]))
        for library in ["ManifestVerifier", "LocalFiles", "AppGate", "URLSessionTransport", "WebBundles"] {
            places.append((library, "ios/\(library)", ["swift"]))
        }
        for library in ["CLibcrypto", "CLinux", "CZlib"] {
            places.append((library, "ios/\(library)", ["h", "modulemap"]))
        }
        for (source, target, kinds) in places {
            let folder = root.appending(path: source)
            let paths = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { path in
                kinds.contains(URL(fileURLWithPath: path).pathExtension)
            }
            try #require(!paths.isEmpty, "\(source)")
            for path in paths {
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
                #expect(files.removeValue(forKey: "\(target)/\(path)") == bytes, "\(target)/\(path)")
            }
        }
        #expect(files.keys.sorted() == ["Package.swift", "README.md", "package.json"])
    }

    @Test func `the package's types name every reason of a failed update that the stores have`() throws {
        func words(_ pattern: String, in path: String, from start: String, to end: String) throws -> Set<String> {
            let text = try String(contentsOf: repositoryRoot.appending(path: "Sources/\(path)"), encoding: .utf8)
            let part = try #require(
                text.components(separatedBy: start).dropFirst().first?.components(separatedBy: end).first)
            return Set(part.matches(of: try Regex<(Substring, Substring)>(pattern)).map { String($0.1) })
        }
        let swift = try words(
            #""([a-z-]+/?)"#, in: "WebBundles/Updating/UpdateOutcome.swift", from: "var code", to: "\n    }\n")
        let java = try words(
            #"\{@code ([a-z-]+/?)\}"#,
            in: "ReferenceClients/android/src/bundles/java/signet/bundles/UpdateOutcome.java",
            from: "Why an update failed",
            to: "*/")
        let types = try words(
            "`([a-z-]+/?)…?`", in: "CapacitorPlugin/dist/index.d.ts", from: "Why, in a word", to: "*/")
        #expect(swift.count > 10)
        #expect(java == swift)
        // The plugin has no network that it does not want.
        #expect(types == swift.subtracting(["metered"]))
    }

    private struct Manifest: Decodable {
        struct Platform: Decodable { let src: String }
        let name: String
        let main: String
        let types: String
        let files: [String]
        let capacitor: [String: Platform]
    }

    /// Capacitor derives names from that of the package: without `@`, in Pascal case across `/`, `-` and `_`.
    private static func fixedName(_ name: String) -> String {
        name.replacing("@", with: "").split { "/-_".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    @Test func `the package keeps the rules by which Capacitor finds a plugin`() throws {
        let plugin = try AssembledPlugin()
        let files = try plugin.files
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(try #require(files["package.json"])))
        #expect(manifest.name == AssembledPlugin.name)
        #expect(files[manifest.main] != nil && files[manifest.types] != nil)

        // iOS: the first @objc(Name) of every Swift file below the folder is the class of a plugin.
        let ios = try #require(manifest.capacitor["ios"]).src
        let classes = try files.keys.filter { $0.hasPrefix("\(ios)/") && $0.hasSuffix(".swift") }.compactMap { path in
            try plugin.text(path).firstMatch(of: /@objc\(([A-Za-z0-9_-]+)\)/).map { String($0.output.1) }
        }
        #expect(classes == ["SignetPlugin"])
        #expect(!files.keys.contains { $0.hasSuffix(".m") })
        let name = Self.fixedName(manifest.name)
        #expect(name == "SignetCapacitor")
        let package = try plugin.text("Package.swift")
        #expect(package.contains("name: \"\(name)\",\n    platforms") && package.contains(".library(name: \"\(name)\""))
        #expect(package.contains(#"url: "https://github.com/ionic-team/capacitor-swift-pm.git", from: "8.0.0""#))
        for product in ["Capacitor", "Cordova"] {
            #expect(package.contains(".product(name: \"\(product)\", package: \"capacitor-swift-pm\")"))
        }

        // Android: the annotation at the beginning of a line, and the class after it, in a file below src/main.
        let android = try #require(manifest.capacitor["android"]).src
        let plugins = try files.keys.filter { $0.hasPrefix("\(android)/src/main/") && $0.hasSuffix(".java") }
            .compactMap { path -> String? in
                let text = try plugin.text(path)
                guard text.contains(/(?m)^@CapacitorPlugin/), let found = text.firstMatch(of: /class (\w+)/),
                    let package = text.firstMatch(of: /(?m)^package (.*);/)
                else { return nil }
                return "\(package.output.1).\(found.output.1)"
            }
        #expect(plugins == ["signet.capacitor.SignetPlugin"])
        let gradle = try plugin.text("\(android)/build.gradle")
        #expect(gradle.contains("namespace 'signet.capacitor'") && gradle.contains("project(':capacitor-android')"))
        #expect(try !plugin.text("\(android)/src/main/AndroidManifest.xml").contains("package="))
    }

    @Test func `the page and both bridges know the same plugin by the same methods`() throws {
        let plugin = try AssembledPlugin()
        let page = try plugin.text("dist/index.js")
        let swift = try plugin.text("ios/Plugin/SignetPlugin.swift")
        let java = try plugin.text("android/src/main/java/signet/capacitor/SignetPlugin.java")
        #expect(page.contains("registerPlugin('Signet',"))
        #expect(swift.contains(#"jsName = "Signet""#))
        #expect(java.contains(#"@CapacitorPlugin(name = "Signet")"#))
        let called = ["attach"] + page.matches(of: /call\('(\w+)'/).map { String($0.output.1) }
        #expect(called.count == 9)
        let listed = try #require(swift.firstMatch(of: /pluginMethods: \[CAPPluginMethod\] = \[([^\]]*)\]/)).output.1
        #expect(listed.matches(of: /"(\w+)"/).map { String($0.output.1) }.sorted() == called.sorted())
        let defined = swift.matches(of: /@objc func (\w+)\(_ call: CAPPluginCall\)/).map { String($0.output.1) }
        #expect(defined.sorted() == called.sorted())
        let annotated = java.matches(of: /@PluginMethod public void (\w+)\(PluginCall call\)/)
        #expect(annotated.map { String($0.output.1) }.sorted() == called.sorted())
        // Each of them also in a browser, and typed.
        let (web, types) = (try plugin.text("dist/web.js"), try plugin.text("dist/index.d.ts"))
        for method in called {
            #expect(web.contains("async \(method)("), "\(method)")
            #expect(method == "attach" || types.contains("\n  \(method)("), "\(method)")
        }
    }

    @Test(.enabled(if: Peer.path(of: "npm") != nil, "there is no npm")) func `npm packs all of it`() throws {
        struct Packed: Decodable {
            struct File: Decodable { let path: String }
            let files: [File]
        }
        let plugin = try AssembledPlugin()
        let said = try check(
            "npm", ["pack", "--dry-run", "--json", "--offline", "--cache", plugin.folder.path("cache")],
            in: plugin.root)
        let packed = try JSONDecoder().decode([Packed].self, from: Data(said.utf8))
        #expect(packed.map { $0.files.map(\.path).sorted() } == [try plugin.files.keys.sorted()])
    }

    @Test func `the manifest of the package is one, with the names that Capacitor asks for`() throws {
        struct Dumped: Decodable {
            struct Product: Decodable { let name: String }
            let name: String
            let products: [Product]
        }
        let plugin = try AssembledPlugin()
        let said = try check("swift", ["package", "--disable-sandbox", "dump-package"], in: plugin.root)
        let dumped = try JSONDecoder().decode(Dumped.self, from: Data(said.utf8))
        #expect(dumped.name == "SignetCapacitor")
        #expect(dumped.products.map(\.name) == ["SignetCapacitor"])
    }

    /// With Debian's 4.8, and the types of Capacitor that the plugin uses.
    @Test(.inCI, .peers(.typescript)) func `the types know every member, and find the mistakes of an app`() throws {
        let folder = try TemporaryFolder()
        try check("mkdir", ["-p", "node_modules/@capacitor"], in: folder.root)
        let script = AssembledPlugin.source.appending(path: "assemble").path
        try check(script, [folder.path("node_modules/\(AssembledPlugin.name)")], in: folder.root)
        let web = AssembledPlugin.tests.appending(path: "web").path
        for name in ["core", "cli"] {
            try check("cp", ["-r", "\(web)/\(name)", "node_modules/@capacitor/"], in: folder.root)
        }
        try folder.write("package.json", #"{ "type": "module" }"#)
        for name in ["every-member.ts", "mistakes.ts"] {
            try check("cp", ["\(web)/\(name)", "."], in: folder.root)
        }
        let words = [
            "--strict", "--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "node16",
            "--moduleResolution", "node16", "--lib", "es2022,dom",
        ]
        let module = "node_modules/\(AssembledPlugin.name)/dist/web.js"
        let result = try run("tsc", words + ["every-member.ts", "mistakes.ts", module], in: folder.root)
        #expect(result.status == 0 && result.said == "", "\(result.said)")
    }
}
