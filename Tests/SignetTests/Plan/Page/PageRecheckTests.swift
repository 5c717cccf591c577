import Foundation
import Testing
import TestSupport

/// The lines that a page shows, in a shell as a reviewer pastes them.
@Suite struct PageRecheckTests {
    @Test(
        .peers(.openssl),
        arguments: [("dated", ["headers", "jws"]), ("body", ["headers"]), ("dated", ["jws"])])
    func `the lines of the page check a tree, and find what was changed`(profile: String, envelopes: [String]) throws {
        let project = try Project(policy: Project.policy(envelopes: "\(envelopes)", profile: profile))
        try project.expectDone(["build"])
        let (_, page) = try project.page(["output"])
        let lines = page.texts(of: "pre")
        try #require(lines.count == 3 + 1)
        let fingerprint = try #require(lines.last)
        #expect(
            try shell(fingerprint, in: project.folder).contains(
                try #require(page.html.firstMatch(of: #/<dt>Fingerprint</dt><dd><code>([0-9a-f]{64})/#)?.1)))
        for openssl in lines.dropLast() {
            let output = try shell(openssl, in: project.folder)
            // One of each envelope, and the .sig.
            #expect(output.components(separatedBy: "Verified OK").count == envelopes.count + 2, "\(output)")
        }
        // A reviewer sees the same SHA-256.
        let digest = try #require(page.attribute("data-sha256", of: "distribution/availability-ios"))
        let index = try #require(lines.firstIndex { $0.contains("availability-ios") })
        #expect(try shell(lines[index], in: project.folder).contains("= \(digest)\n"))
        let path = "output/production/distribution/availability-ios"
        for file in [path] + (envelopes.contains("jws") ? ["\(path).jws"] : []) {
            let bytes = try project.folder.read(file)
            try project.folder.write(file, bytes + [0x20])
            #expect(try run("sh", ["-e", "-c", lines[index]], in: project.folder.root).status != 0, "\(file)")
            try project.folder.write(file, bytes)
        }
    }

    @Test func `the article shows a key's fingerprint as the page does`() throws {
        let project = try Project()
        try project.expectDone(["build"])
        let (_, page) = try project.page(["output"])
        let line = try #require(page.texts(of: "pre").last?.split(separator: "\n").last)
        let article = try Article("signet/Reviewing").blocks(in: "The key ring", language: "sh")[0].code
        #expect(article == line.replacing("key-1.pem", with: "keys/production.pub.pem") + "\n")
    }
}
