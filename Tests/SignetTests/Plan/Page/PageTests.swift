import Diagnostics
import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// The command, its notes and refusals.
@Suite struct PageTests {
    private let project: Project

    init() throws {
        project = try Project()
        try project.keepFormer(then: Project.policy(minimum: "3.1.0"))
    }

    @Test func `a page says who is blocked, and every document of the built tree is signed`() throws {
        try project.expectDone(["build"])
        let (result, page) = try project.page()
        #expect(
            result.output.contains(
                "production   BLOCKS devices that may run now\n"
                    + "  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on\n"))
        #expect(result.output.contains("\nwrote plan.html: 3 documents, all of them signed\n"))
        let text = page.html
        #expect(text.contains("<p class=\"verdict blocks\">BLOCKS devices that may run now.</p>"))
        #expect(text.contains("Compared with <code><bdi>former</bdi></code>"))
        #expect(text.contains("<h4>Blocks devices</h4>"))
        #expect(text.contains("versions 3.0.0 to 3.0.x are blocked from now on"))
        #expect(text.contains("<span class=\"badge acknowledged\">signed</span>"))
        #expect(page.attribute("data-body", of: "files/notes.txt") == nil)
        #expect(page.attribute("data-key", of: "files/notes.txt") == "key-1")
    }

    @Test func `static files take nothing of the room for rendered documents`() throws {
        // Less and less would fit, until less is left than a document takes.
        var sizes = [Int](
            repeating: Limits.reviewedBodyBytes, count: Limits.reviewedBodiesBytes / Limits.reviewedBodyBytes)
        while let last = sizes.last, last > 256 { sizes.append(last / 2) }
        for (number, size) in zip(10..., sizes) {
            try project.folder.write("static/large-\(number).txt", [UInt8](repeating: UInt8(ascii: "."), count: size))
        }
        try project.expectDone(["build"])
        let (_, page) = try project.page()
        #expect(page.attribute("data-body", of: "distribution/availability-ios") != nil)
    }

    @Test func `the same input and the same moment give the same page`() throws {
        try project.expectDone(["build"])
        let (_, first) = try project.page()
        #expect(try project.page().1.html == first.html)
        #expect(!first.html.contains(project.folder.root))
    }

    @Test func `the result is in numbers for programs`() throws {
        try project.expectDone(["build"])
        let json = try #require(try project.expectDone(Project.paging(["former", "--json"])).json["page"])
        let page = try project.folder.read("plan.html")
        #expect(try json["bytes"]?.asInteger() == page.count)
        #expect(try json["sha256"]?.asString() == SHA256.hash(page).hexadecimal)
        #expect(try json["documents"]?.asInteger() == 3 && json["signed"]?.asInteger() == 3)
    }

    @Test func `what is not signed yet is shown unsigned, and the page says why`() throws {
        let (outdated, page) = try project.page()
        #expect(
            outdated.errors.hasPrefix(
                "signet: note: output/production was built from something else: build again; what differs is shown unsigned\n"
            ))
        #expect(page.html.contains("output/production was built from something else: build again"))
        #expect(page.attribute("data-key", of: "distribution/availability-ios") == nil)
        #expect(page.attribute("data-key", of: "distribution/availability-android") == "key-1")

        try project.expectDone(["build", "--unsigned", "--output", "plain"])
        let (unsigned, plain) = try project.page(["former", "--output", "plain"])
        #expect(unsigned.errors.hasPrefix("signet: note: plain/production is not signed: nothing here is signed yet\n"))
        #expect(unsigned.output.contains("5 documents") == false && unsigned.output.contains("none of them signed"))
        #expect(plain.html.contains("Nothing on this page is signed yet") && !plain.html.contains("<button"))

        try project.folder.remove("output")
        let (missing, _) = try project.page()
        #expect(missing.errors.hasPrefix("signet: note: output/production is not there: nothing here is signed yet\n"))
    }

    @Test func `nothing in a tree that was tampered with gets onto a page`() throws {
        try project.expectDone(["build"])
        try project.page()
        let before = try project.folder.read("plan.html")
        try project.folder.write("output/production/files/notes.txt", "tampered\n")
        let result = try project.run(Project.paging())
        #expect(result.status == 1 && result.output == "")
        #expect(
            result.errors.contains(
                "signet: error: output/production/files/notes.txt: is not the body that publication.jws lists"))
        #expect(try project.folder.read("plan.html") == before)
        // Without its index a tree is not an unsigned one.
        try project.expectDone(["build"])
        try project.folder.remove("output/production/publication.jws")
        #expect(try project.run(Project.paging()).status == 1)
    }

    @Test func `a policy with errors has no page`() throws {
        try project.folder.write("policy.json", Project.policy().replacing("\"app\"", with: "\"ap\""))
        let result = try project.run(Project.paging())
        #expect(result.status == 1 && result.errors.contains("[unknown-text]"))
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("plan.html")))
    }

    @Test(.peers(.curl)) func `without what is live a page is made of another tree`() throws {
        let words = Project.paging(["https://127.0.0.1:1"])
        let result = try project.run(words)
        #expect(result.status == 69)
        #expect(result.errors.contains("or compare with a tree that was kept: --against TREE"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("plan.html")))
        try project.expectDone(words + ["--against", "former"])
        #expect(try ReviewedPage(project).html.contains("Compared with <code><bdi>former</bdi></code>"))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a page says where nothing is published yet, or what is live`() throws
    {
        try project.folder.write("hosted/empty", "")
        let server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        try project.folder.write(
            "policy.json", Project.policy().replacing("https://distribution.example.com", with: server.origin))
        try project.expectDone(["build"])
        try project.expectDone(Project.paging([]), environment: environment)
        let new = "Nothing is published at <code><bdi>\(server.origin)</bdi></code>"
        #expect(try ReviewedPage(project).html.contains(new))
        try project.folder.remove("hosted")
        try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
        try project.expectDone(Project.paging([]), environment: environment)
        let same = try ReviewedPage(project).html
        #expect(same.contains("<p class=\"verdict nothing\">"))
        #expect(same.contains("Compared with <code><bdi>\(server.origin)</bdi></code>"))
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
            let result = try project.run(["plan", "former", "--page", place])
            #expect(result.status != 0 && result.errors.contains(reason), "\(place): \(result.errors)")
            #expect(try project.folder.snapshot() == before)
        }
    }

    @Test func `with a population a page says how many devices are blocked`() throws {
        try project.expectDone(["build"])
        try project.folder.write(
            "fleet.csv", "platform,os,app,devices\nios,17.0,3.0.5,40\nios,17.0,3.1.0,60\nandroid,30,8,100\n")
        for value in ["fleet.csv", "production=fleet.csv"] {
            try project.expectDone(Project.paging(["former", "--population", value]))
            #expect(
                try ReviewedPage(project).html.contains(">BLOCKS 40 of 200 devices now; all of them can obey.</p>"))
        }
        for (values, code, reason) in [
            (["none.csv"], 66, "none.csv"), (["fleet.csv", "production=fleet.csv"], 64, "more than once"),
            (["policy.json"], 65, "policy.json"),
        ] {
            let words = values.flatMap { ["--population", $0] }
            let result = try project.run(Project.paging(["former"] + words))
            #expect(result.status == Int32(code) && result.errors.contains(reason), "\(result.errors)")
        }
    }

    @Test func `of several environments each has its own population`() throws {
        let project = try Project.everyFormat()
        try project.expectDone(["build"])
        try project.folder.write("fleet.csv", "platform,os,app,devices\nios,17.0,3.0.5,40\n")
        let words = ["plan", "output", "--population"]
        let plain = try project.run(words + ["fleet.csv"])
        #expect(plain.status == 64 && plain.errors.contains("hint: as in --population production=FILE"))
        let json = try project.expectDone(words + ["staging=fleet.csv", "--json"]).json
        let environments = try #require(try json["environments"]?.asArray())
        let devices = try environments.map { environment in
            try environment["impact"]?["moments"]?.asArray().first?["counts"]?["devices"]?.asInteger()
        }
        #expect(devices == [nil, 40])
    }

    @Test func `archives of web bundles are listed with their signatures`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let (_, page) = try project.page(["output"])
        #expect(page.attribute("data-sidecar", of: "builds/v1.0.0.zip") != nil)
        #expect(page.attribute("data-header", of: "builds/v1.0.0.zip") == nil)
        #expect(page.attribute("data-body", of: "builds/index.json") != nil)
        #expect(page.html.contains("<p class=\"verdict nothing\">"))
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
        let json = try project.run(Project.paging(["former", "--json"])).json
        let environment = try #require(try json["environments"]?.asArray().first)
        #expect(try environment["needed"]?.asArray().count == 601)
        let page = try ReviewedPage(project).html
        #expect(page.contains("601 acknowledgements") && page.components(separatedBy: "badge needed").count > 601)
    }

    @Test func `what needs acknowledgement comes first, and what the policy allows is named`() throws {
        let lowered = Project.policy(minimum: "2.0.0")
        try project.folder.write("policy.json", lowered)
        let (_, needed) = try project.page()
        #expect(needed.html.contains("1 acknowledgement</span> needed before it is published"))
        #expect(needed.html.contains("<h3>Refused</h3>"))
        let parts = try ["class=\"refusals\"", "class=\"changes\""].map { try #require(needed.html.firstRange(of: $0)) }
        #expect(parts[0].lowerBound < parts[1].lowerBound)
        let entry =
            "\"allow\": [\(entries(try project.run(["plan", "former"]).said).joined(separator: ", "))],"
        try project.folder.write("policy.json", lowered.replacing("\"profile\"", with: "\(entry) \"profile\""))
        let (_, allowed) = try project.page()
        #expect(!allowed.html.contains("<h3>Refused</h3>"))
        #expect(
            allowed.html.contains(
                "<ul class=\"allowed\"><li><code><bdi>devices-freed at ios.minimumAppVersion, from 3.0.0 "))
    }
}
