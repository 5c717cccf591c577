import Foundation
import Testing
import TestSupport

/// What a build makes of dates and files in a former tree that the headers alone do not show.
@Suite struct FormerDateTests {
    private let ios = "distribution/availability-ios"

    @Test(arguments: ["ln -s notes.txt files/link", "mkfifo files/pipe", "ln -s files more", "touch files/.hidden"])
    func `a tree to which a link, a pipe or a hidden file was added is not unchanged`(script: String) throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        let before = try project.folder.snapshot("output/production")
        let place = project.folder.path("output/production")
        try check("sh", ["-ec", script], in: place)
        let built = try project.expectDone(["build", "--at", "2026-08-03T10:10:00Z"])
        #expect(!built.output.contains("unchanged"), "\(built.output)")
        #expect(try project.folder.snapshot("output/production").keys.sorted() == before.keys.sorted())
        #expect(try check("find", [place, "-type", "l", "-o", "-type", "p"]) == "")
        try project.expectDone(["verify", "output"])
    }

    @Test func `a new body is dated after the former .jws, also where the former headers are older`() throws {
        let policy = { Project.policy(envelopes: #"["headers", "jws"]"#, minimum: $0) }
        let project = try Project(policy: policy("3.0.0"))
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.expectDone(["build", "--fresh", "--output", "later", "--at", "2026-08-03T12:00:00Z"])
        try project.folder.write(
            "output/production/\(ios).jws", project.folder.read("later/production/\(ios).jws"))
        try project.folder.write("policy.json", policy("3.1.0"))
        try project.expectDone(["build", "--at", "2026-08-03T11:00:00Z"])
        let dates = try project.dates(ios)
        #expect(dates.header == "Mon, 03 Aug 2026 12:00:01 UTC" && dates.jws == dates.header, "\(dates)")
    }

    @Test func `a date more than a day ahead is not kept, though the body is the same`() throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.expectDone(["build", "--at", "2026-08-02T10:00:00Z"])
        try project.expectRefusal(
            ["build", "--at", "2026-08-02T09:59:59Z"], code: 1,
            ["its former date, Mon, 03 Aug 2026 10:00:00 UTC, is more than 24 hours after"])
    }

    @Test func `an unsigned tree whose index caches would keep for ever is not signed`() throws {
        let project = try Project()
        try project.expectDone(["build", "--unsigned"])
        let path = "output/production/publication"
        let index = try project.folder.text(path)
        let start = try #require(index.range(of: "\"cacheControl\": \""))
        let end = try #require(index.range(of: "\"", range: start.upperBound..<index.endIndex))
        let immutable = index.replacingCharacters(
            in: start.upperBound..<end.lowerBound, with: "public, max-age=31536000, immutable")
        try project.folder.write(path, immutable)
        try project.expectRefusal(
            ["sign", "--publication", "output/production"], code: 1, ["does not say how long caches may keep it"])
        try project.folder.write(path, index)
        try project.expectDone(["sign", "--publication", "output/production"])
    }

    @Test func `an error in the message of a service that is open does not wait for the day it closes`() throws {
        let closed = #""maintenance": { "active": true, "message": "required" }"#
        let open = #""maintenance": { "active": false, "message": "not-there" }"#
        let project = try Project.gate(replacing: closed, with: open)
        try project.expectRefusal(["build"], code: 1, ["\"not-there\"", "[unknown-text]"])
        try project.change("policy.json", "not-there", "required")
        try project.expectDone(["build"])
    }
}
