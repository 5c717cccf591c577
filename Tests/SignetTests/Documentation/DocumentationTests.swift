import Foundation
import Testing
import TestSupport

/// The public symbols of a library, as the compiler sees them, and the tools that document them.
private struct Documentation {
    static let root = Article.root.path

    let module: String
    let folder: TemporaryFolder

    init(_ module: String) throws {
        self.module = module
        folder = try TemporaryFolder()
        let modules = builtFolder.appending(path: "Modules").path
        let machine = try check("uname", ["-m"]).trimmingCharacters(in: .whitespacesAndNewlines)
        try check(
            "swift",
            [
                "symbolgraph-extract", "-module-name", module, "-I", modules, "-I", "\(Self.root)/Sources/CLibcrypto",
                "-I", "\(Self.root)/Sources/CZlib", "-I", "\(Self.root)/Sources/CLinux",
                "-minimum-access-level", "public", "-output-dir", folder.root, "-target",
                "\(machine)-unknown-linux-gnu",
            ])
    }

    /// The names of the symbols of our own that have no documentation.
    func undocumented() throws -> [String] {
        let bytes = try folder.read("\(module).symbols.json")
        let graph = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let symbols = try #require(graph?["symbols"] as? [[String: Any]])
        #expect(!symbols.isEmpty)
        // What the compiler makes stands in no file.
        return symbols.filter { $0["docComment"] == nil && $0["location"] != nil }
            .compactMap { ($0["pathComponents"] as? [String])?.joined(separator: ".") }
    }

    /// What `docc` has to say of the documentation.
    func warnings() throws -> String {
        let catalog = "\(Self.root)/Sources/\(module)/\(module).docc"
        let result = try run(
            "docc",
            ["convert"] + (FileManager.default.fileExists(atPath: catalog) ? [catalog] : []) + [
                "--additional-symbol-graph-dir", folder.root, "--fallback-display-name", module,
                "--fallback-bundle-identifier", module, "--output-path", folder.path("archive"),
                "--warnings-as-errors",
            ])
        return result.status == 0 ? "" : result.output + result.errors
    }
}

@Test(
    .inCI, .peers(.docc),
    arguments: [
        "ManifestVerifier", "AppGate", "Classic", "URLSessionTransport", "WebBundles",
    ])
func `all that an app can call is documented`(module: String) throws {
    let documentation = try Documentation(module)
    let (undocumented, warnings) = (try documentation.undocumented(), try documentation.warnings())
    #expect(undocumented == [])
    #expect(warnings == "")
}

@Test func `every catalogue belongs to a target whose documentation is built here`() throws {
    let sources = Documentation.root + "/Sources"
    let catalogues = try FileManager.default.contentsOfDirectory(atPath: sources).filter {
        FileManager.default.fileExists(atPath: "\(sources)/\($0)/\($0).docc")
    }
    #expect(Set(catalogues) == ["AppGate", "ManifestVerifier", "WebBundles", "signet"])
}

@Test(.peers(.docc)) func `the articles of the tool, which has no symbols to document, are free of warnings`() throws {
    let folder = try TemporaryFolder()
    let result = try run(
        "docc",
        [
            "convert", "\(Documentation.root)/Sources/signet/signet.docc", "--fallback-display-name", "signet",
            "--fallback-bundle-identifier", "signet", "--output-path", folder.path("archive"), "--warnings-as-errors",
        ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
}
