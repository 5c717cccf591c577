import Foundation
import ManifestFormat
import TestSupport
import Testing

extension Project {
    /// A page that nothing is to be said of.
    static let page = """
        <!doctype html><html><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'self'"><title>Shop</title>
        <script src="app.js"></script></head><body>\u{44F}</body></html>

        """

    /// Writes what a web build leaves in `dist`.
    func writeWebBuild(_ text: String = "one", page: String = Project.page) throws {
        try folder.write("dist/index.html", page)
        try folder.write("dist/app.js", "document.title = '\(text)';\n" + String(repeating: "// filler\n", count: 200))
        try folder.write("dist/img/logo.png", (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) })
        try folder.write("dist/assets/\u{FC}.txt", "\u{FC}\n")
        try folder.write("dist/empty.txt", "")
    }

    /// Packs `dist`, which must succeed.
    @discardableResult
    func pack(
        _ version: String, shell: [String] = ["--min-shell", "2.0.0"], more: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        try expectDone(
            ["bundle", "pack", "dist", "--version", version, "--environment", "production"] + shell + more,
            sourceLocation: sourceLocation)
    }

    /// Refuses to pack `dist`, and leaves everything below `output` as it is.
    func refusePack(
        _ said: [String], version: String = "1.0.0", code: Int32 = 1, more: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectRefusal(
            ["bundle", "pack", "dist", "--version", version, "--min-shell", "2.0.0", "--environment", "production"]
                + more, code: code, said, sourceLocation: sourceLocation)
    }

    /// What the index of bundles says.
    func webBundleIndex(_ tree: String = "output/production") throws -> JSONValue {
        try JSONParser.parse(folder.read("\(tree)/builds/index.json"))
    }

    /// The versions that are offered, newest first.
    func offeredVersions(_ tree: String = "output/production") throws -> [String] {
        let index = try webBundleIndex(tree)
        return try #require(index["bundles"]).asArray().map { try #require($0["version"]).asString() }
    }
}
