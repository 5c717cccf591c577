import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

extension Project {
    /// The documents of a policy that has web bundles.
    static let webBundles = #""web-bundles": { "path": "builds/", "list": "bundles.json" }"#

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

    /// Lets the policy name a list of bundles.
    func nameBundleList() throws {
        let policy = try folder.text("policy.json")
        guard !policy.contains("\"web-bundles\"") else { return }
        try folder.write(
            "policy.json",
            policy.replacingOccurrences(of: "\"documents\": {", with: "\"documents\": {\n        \(Self.webBundles),")
                // Apps fetch nothing else of web bundles.
                .replacing(#""envelopes": ["headers"]"#, with: #""envelopes": ["headers", "jws"]"#))
    }

    /// Packs `dist`, lists it and builds, all of which must succeed.
    ///
    /// - Parameter time: the date that the build signs; now when nil.
    @discardableResult
    func pack(
        _ version: String, shell: [String] = ["--shell", "2.0.0..."], at time: String? = nil, more: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        try nameBundleList()
        let result = try expectDone(
            ["bundle", "pack", "dist", "--version", version] + shell + more, sourceLocation: sourceLocation)
        try expectDone(["build"] + (time.map { ["--at", $0] } ?? []), sourceLocation: sourceLocation)
        return result
    }

    /// Changes the list and builds, which must succeed.
    @discardableResult
    func change(
        _ verb: String, _ version: String, at time: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        let result = try expectDone(["bundle", verb, version], sourceLocation: sourceLocation)
        try expectDone(["build"] + (time.map { ["--at", $0] } ?? []), sourceLocation: sourceLocation)
        return result
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
