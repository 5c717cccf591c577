import Diagnostics
import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// The command, its notes and refusals.
@Suite struct ReviewTests {
    private let project: Project

    init() throws {
        project = try Project()
        try project.keepFormer(then: Project.policy(minimum: "3.1.0"))
    }

    @Test func `a page says who is blocked, and every document of the built tree is signed`() throws {
        try project.expectDone(["build"])
        let (result, page) = try project.review()
        #expect(
            result.output.contains(
                #/^wrote review\.html: 1 environment, 1 change, 3 documents, all of them signed, [0-9.]+ kB\n$/#))
        #expect(result.errors == "")
        let text = page.html
        #expect(text.contains("1 change decides what apps are told. Compared with <code><bdi>former</bdi></code>."))
        #expect(text.contains("versions 3.0.0 to 3.0.x are blocked from now on"))
        #expect(!text.contains("class=\"note\""))
        #expect(page.attribute("data-body", of: "files/notes.txt") == nil)
        #expect(page.attribute("data-key", of: "files/notes.txt") == "key-1")
    }

    @Test func `static files take nothing of the room for rendered documents`() throws {
        // Less and less would fit, until less is left than a document takes.
        var sizes = [Int](
            repeating: Limits.reviewedBodyBytes, count: Limits.reviewedBodiesBytes / Limits.reviewedBodyBytes)
        while let last = sizes.last, last > 256 { sizes.append(last / 2) }
        for (number, size) in zip(10..., sizes) {
            try project.folder.write("static/large-\(number).txt", [UInt8](repeating: 0x61, count: size))
        }
        try project.expectDone(["build"])
        let (_, page) = try project.review()
        #expect(page.attribute("data-body", of: "distribution/availability-ios") != nil)
    }

    @Test func `the same input and the same moment give the same page, in a file or on standard output`() throws {
        try project.expectDone(["build"])
        let (_, first) = try project.review()
        let second = try project.expectDone(["review", "--previous", "former", "-o", "-"] + Project.reviewDate)
        #expect(second.output == first.html)
        let (_, third) = try project.review()
        #expect(third.html == first.html)
        #expect(!first.html.contains(project.folder.root))
    }

    @Test func `the result is in numbers for programs`() throws {
        try project.expectDone(["build"])
        let result = try project.expectDone(["review", "--previous", "former", "--json"] + Project.reviewDate)
        let json = try result.json
        let page = try project.folder.read("review.html")
        #expect(try json["bytes"]?.asInteger() == page.count)
        #expect(try json["sha256"]?.asString() == SHA256.hash(page).hexadecimal)
        let environment = try #require(json["environments"]?.asArray().first)
        #expect(try environment["tree"]?.asString() == "signed")
        #expect(try environment["changes"]?.asInteger() == 1 && environment["signed"]?.asInteger() == 3)
    }

    @Test func `what is not signed yet is shown unsigned, and the page says why`() throws {
        let (outdated, page) = try project.review()
        #expect(
            outdated.errors
                == "signet: note: output/production was built from something else: build again; what differs is shown unsigned\n"
        )
        #expect(page.html.contains("</bdi></code> was built from something else: build again."))
        #expect(page.attribute("data-key", of: "distribution/availability-ios") == nil)
        #expect(page.attribute("data-key", of: "distribution/availability-android") == "key-1")

        try project.expectDone(["build", "--unsigned", "--output", "plain"])
        let (unsigned, plain) = try project.review(["--previous", "former", "--output", "plain"])
        #expect(unsigned.errors == "signet: note: plain/production is not signed: nothing here is signed yet\n")
        #expect(unsigned.output.contains("5 documents") == false && unsigned.output.contains("none of them signed"))
        #expect(plain.html.contains("Nothing on this page is signed yet") && !plain.html.contains("<button"))
        #expect(
            try plain.attribute("data-sha256", of: "publication")
                == SHA256.hash(project.folder.read("plain/production/publication")).hexadecimal)

        try project.folder.remove("output")
        let (missing, _) = try project.review()
        #expect(missing.errors == "signet: note: output/production is not there: nothing here is signed yet\n")
    }

    @Test func `nothing in a tree that was tampered with gets onto a page`() throws {
        try project.expectDone(["build"])
        try project.review()
        let before = try project.folder.read("review.html")
        try project.folder.write("output/production/files/notes.txt", "tampered\n")
        let result = try project.run(["review", "--previous", "former"])
        #expect(result.status == 1 && result.output == "")
        #expect(
            result.errors.contains(
                "signet: error: output/production/files/notes.txt: is not the body that publication.jws lists"))
        #expect(try project.folder.read("review.html") == before)
        // Without its index a tree is not an unsigned one.
        try project.expectDone(["build"])
        try project.folder.remove("output/production/publication.jws")
        #expect(try project.run(["review", "--previous", "former"]).status == 1)
    }

    @Test func `a policy with errors has no page`() throws {
        try project.folder.write("policy.json", Project.policy().replacing("\"app\"", with: "\"ap\""))
        let result = try project.run(["review", "--previous", "former"])
        #expect(result.status == 1 && result.errors.contains("[unknown-text]"))
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("review.html")))
    }

    @Test(.peers(.curl)) func `without what is live a page is made of another tree`() throws {
        let result = try project.run(["review", "--previous", "https://127.0.0.1:1"])
        #expect(result.status == 69)
        #expect(
            result.errors.contains("hint: ") && result.errors.contains("compare with a tree on disk: --previous DIR"))
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("review.html")))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a page says where nothing is published yet, or what is live`() throws
    {
        try project.folder.write("hosted/empty", "")
        let server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        try project.folder.write(
            "policy.json", Project.policy().replacing("https://distribution.example.com", with: server.origin))
        try project.expectDone(["build"])
        let first = try project.expectDone(["review"] + Project.reviewDate, environment: environment)
        #expect(first.errors.contains("production: nothing is published at \(server.origin): nothing to compare with"))
        let new = "Nothing is published at <code><bdi>\(server.origin)</bdi></code>, so everything is new."
        #expect(try ReviewedPage(project).html.contains(new))
        try project.folder.remove("hosted")
        try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
        try project.expectDone(["review"] + Project.reviewDate, environment: environment)
        #expect(
            try ReviewedPage(project).html.contains(
                "Nothing changes for people. Compared with <code><bdi>\(server.origin)</bdi></code>."))
    }

    @Test func `a page takes no other file's place`() throws {
        try project.folder.write("notes.txt", "mine\n")
        try project.folder.write("target.html", "<!DOCTYPE html>\n")
        try check("ln", ["-s", "target.html", "link.html"], in: project.folder.root)
        for (place, reason) in [
            ("notes.txt", "is not a page that signet can replace"), ("policy.json", "is not a page"),
            ("link.html", "is a symbolic link"), ("static", "is not a regular file"), ("none/x.html", "no such file"),
        ] {
            let before = try project.folder.snapshot()
            let result = try project.run(["review", "--previous", "former", "-o", place])
            #expect(result.status != 0 && result.errors.contains(reason), "\(place): \(result.errors)")
            #expect(try project.folder.snapshot() == before)
        }
        #expect(try project.run(["review", "-o", "-", "--json"]).status == 64)
    }

    @Test func `with a population a page says how many devices are blocked`() throws {
        try project.expectDone(["build"])
        try project.folder.write(
            "fleet.csv", "platform,os,app,devices\nios,17.0,3.0.5,40\nios,17.0,3.1.0,60\nandroid,30,8,100\n")
        for value in ["fleet.csv", "production=fleet.csv"] {
            let result = try project.expectDone(
                ["review", "--previous", "former", "--population", value, "--json"] + Project.reviewDate)
            let environment = try #require(try result.json["environments"]?.asArray().first)
            #expect(try environment["devices"]?.asInteger() == 200 && environment["newlyBlocked"]?.asInteger() == 40)
            #expect(
                try ReviewedPage(project).html.contains("40 of 200 devices are newly blocked; all of them can obey."))
        }
        for (values, code, reason) in [
            (["none.csv"], 66, "none.csv"), (["fleet.csv", "production=fleet.csv"], 64, "more than once"),
            (["policy.json"], 65, "policy.json"),
        ] {
            let words = values.flatMap { ["--population", $0] }
            let result = try project.run(["review", "--previous", "former"] + words)
            #expect(result.status == Int32(code) && result.errors.contains(reason), "\(result.errors)")
        }
    }

    @Test func `of several environments each has its own population`() throws {
        let project = try Project.everyFormat()
        try project.expectDone(["build"])
        try project.folder.write("fleet.csv", "platform,os,app,devices\nios,17.0,3.0.5,40\n")
        let words = ["review", "--previous", "output", "--population"]
        let plain = try project.run(words + ["fleet.csv"])
        #expect(plain.status == 64 && plain.errors.contains("hint: as in --population production=FILE"))
        let json = try project.expectDone(words + ["staging=fleet.csv", "--json"]).json
        let environments = try #require(try json["environments"]?.asArray())
        #expect(try environments.map { try $0["devices"]?.asInteger() } == [nil, 40])
    }

    @Test func `archives of web bundles are listed with their signatures`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let (result, page) = try project.review(["--previous", "output"])
        #expect(result.errors == "")
        #expect(page.attribute("data-sidecar", of: "builds/v1.0.0.zip") != nil)
        #expect(page.attribute("data-header", of: "builds/v1.0.0.zip") == nil)
        #expect(page.attribute("data-body", of: "builds/index.json") != nil)
        #expect(page.html.contains("Nothing changes for people."))
    }

    @Test func `nothing that needs acknowledgement is lost among many others`() throws {
        func policy(_ languages: Int, _ documents: String) -> String {
            let texts = (0..<languages).map { ", \"en-x-a\($0)\": \"Update \($0)\"" }.joined()
            return Project.policy(documents: documents)
                .replacing(
                    #""value": "3.0.0", "description": "app""#,
                    with: #""value": "3.0.0", "description": { "en": "Update"\#(texts) }"#)
        }
        let project = try Project(policy: policy(600, #""files": { "files/": "static/" }"#))
        try project.keepFormer(then: policy(0, ""))
        let json = try project.expectDone(["review", "--previous", "former", "--json"]).json
        let environment = try #require(try json["environments"]?.asArray().first)
        #expect(try environment["needAcknowledgement"]?.asInteger() == 601)
        #expect(try ReviewedPage(project).html.contains("601 findings need acknowledgement."))
    }

    @Test func `what needs acknowledgement comes first, and what the policy allows is named`() throws {
        let lowered = Project.policy(minimum: "2.0.0")
        try project.folder.write("policy.json", lowered)
        let (_, needed) = try project.review()
        #expect(needed.html.contains("1 finding needs acknowledgement."))
        #expect(needed.html.contains("Needed before this can be published"))
        let entry =
            "\"allow\": [\(entries(try project.run(["lint", "--previous", "former"]).said).joined(separator: ", "))],"
        try project.folder.write("policy.json", lowered.replacing("\"profile\"", with: "\(entry) \"profile\""))
        let (_, allowed) = try project.review()
        #expect(!allowed.html.contains("Needed before"))
        #expect(
            allowed.html.contains(
                "<ul class=\"allowed\"><li><code><bdi>devices-freed at ios.minimumAppVersion, from 3.0.0 "))
        #expect(allowed.html.contains("<span class=\"badge acknowledged\">acknowledged</span>"))
    }
}
