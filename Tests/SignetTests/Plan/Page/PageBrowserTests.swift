import Foundation
import Testing
import TestSupport

/// What the button of a page says in a browser.
private struct Verification: Decodable, Sendable {
    let summary: String
    /// The texts of the documents that were refused, by path.
    let refused: [String: String]
    let verified: [String]

    static let script = """
        document.getElementById("verify").click();
        const summary = document.getElementById("verified");
        while (!/^[✓✗]/.test(summary.textContent)) await new Promise((done) => setTimeout(done, 10));
        const found = { summary: summary.textContent, refused: {}, verified: [] };
        for (const element of document.querySelectorAll("li.document")) {
          const path = element.querySelector(".path").textContent;
          const state = element.querySelector(".state");
          if (state.classList.contains("failed")) found.refused[path] = state.textContent;
          if (state.classList.contains("verified")) found.verified.push(path);
        }
        return found;
        """
}

/// A change of a page that its button must notice.
private struct PageTampering: CustomStringConvertible, Sendable {
    let description: String
    let attribute: String
    let reason: String
    let change: @Sendable ([UInt8]) -> [UInt8]

    init(
        _ description: String, _ attribute: String, _ reason: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        (self.description, self.attribute, self.reason, self.change) = (description, attribute, reason, change)
    }

    private static func flipping(_ offset: Int) -> @Sendable ([UInt8]) -> [UInt8] {
        { bytes in
            var bytes = bytes
            bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
            return bytes
        }
    }

    static let all = [
        PageTampering("one bit of the body", "data-body", "the SHA-256 of the body is another one", flipping(40)),
        PageTampering(
            "one bit of the header", "data-header", "the header is not a signature of this key", flipping(-1)),
        PageTampering("one bit of the .sig", "data-sidecar", "the .sig is not a signature of this key", flipping(-1)),
        PageTampering("bytes behind a signature", "data-header", "not DER") { $0 + [0] },
        PageTampering("bytes behind s", "data-header", "bytes follow") { [0x30, $0[1] + 1] + $0.dropFirst(2) + [0] },
        PageTampering("a length of two bytes", "data-header", "not DER") { [0x30, 0x81, $0[1]] + $0.dropFirst(2) },
        PageTampering("an r that is not minimal", "data-header", "not positive or not minimal") {
            [0x30, $0[1] + 2, 0x02, $0[3] + 2, 0, 0] + $0.dropFirst(4)
        },
        PageTampering("an r that is negative", "data-header", "not positive or not minimal") {
            Array($0.prefix(4)) + [0x80 | $0[4], 0x80] + $0.dropFirst(6)
        },
        PageTampering("no signature", "data-header", "not DER") { _ in [] },
    ]
}

@Suite struct PageBrowserTests {
    private static let path = "distribution/availability-ios"
    private let project: Project
    private let page: ReviewedPage

    init() throws {
        project = try Project.copy(of: "a page of a change") {
            let project = try Project()
            try project.keepFormer(then: Project.policy(minimum: "3.1.0"))
            try project.expectDone(["build"])
            try project.page()
            return project
        }
        page = try ReviewedPage(project)
    }

    private func verification(_ page: ReviewedPage) throws -> PageVisit<Verification> {
        try project.folder.write("opened.html", page.html)
        return try visit(project.folder.path("opened.html"), script: Verification.script)
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `every signature is verified again, and the page asks for nothing`() throws {
        let visit = try verification(page)
        #expect(visit.result.summary == "✓ 2 verified, 0 refused, 1 by hash only")
        #expect(visit.violations.isEmpty && visit.console.isEmpty && visit.exceptions.isEmpty)
        #expect(visit.requests.count == 1 && visit.navigations.count == 1)
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a profile without a date is verified, too`() throws {
        try project.folder.write("policy.json", Project.policy(profile: "body", minimum: "3.1.0"))
        try project.expectDone(["build"])
        let visit = try verification(project.page().1)
        #expect(visit.result.summary == "✓ 2 verified, 0 refused, 1 by hash only")
    }

    @Test(.peers(.chromium, .python3), .unlessHung, arguments: PageTampering.all.indices)
    func `what was changed is refused, and nothing else`(index: Int) throws {
        let tampering = PageTampering.all[index]
        let bytes = try #require(page.attribute(tampering.attribute, of: Self.path).flatMap { Data(base64Encoded: $0) })
        let changed = Data(tampering.change([UInt8](bytes))).base64EncodedString()
        let result = try verification(page.replacing(tampering.attribute, of: Self.path, with: changed)).result
        #expect(result.refused.keys.elementsEqual([Self.path]), "\(tampering)")
        #expect(result.refused[Self.path]?.contains(tampering.reason) == true, "\(tampering): \(result.refused)")
        #expect(result.summary.hasPrefix("✗ 1 verified, 1 refused") && result.verified.count == 1, "\(tampering)")
    }

    @Test(
        .peers(.chromium, .python3), .unlessHung,
        arguments: [
            ("data-date", "Mon, 03 Aug 2026 22:59:35 UTC", "the header is not a signature"),
            ("data-date", "Tue, 03 Aug 2026 22:59:35 UTC", "the date is malformed"),
            ("data-date", "Mon, 3 Aug 2026 22:59:35 UTC", "the date is malformed"),
            ("data-sha256", String(repeating: "0", count: 64), "the SHA-256 of the body is another one"),
            ("data-key", "key-2", "its key cannot be read"),
            ("data-body", "AB==", "the body is not canonical base64"), ("data-body", "%", "the body is not base64"),
        ])
    func `another date, hash or key is refused`(attribute: String, value: String, reason: String) throws {
        let result = try verification(page.replacing(attribute, of: Self.path, with: value)).result
        #expect(result.refused[Self.path]?.contains(reason) == true, "\(result.refused)")
        #expect(result.summary.hasPrefix("✗ 1 verified, 1 refused"))
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a .jws is verified again, with and without headers, and what was changed in it is refused`() throws {
        for envelopes in [["headers", "jws"], ["jws"]] {
            try project.folder.write("policy.json", Project.policy(envelopes: "\(envelopes)", minimum: "3.1.0"))
            try project.expectDone(["build"])
            let page = try project.page().1
            #expect(page.html.contains(".jws signed "))
            let summary = try verification(page).result.summary
            #expect(summary == "✓ 2 verified, 0 refused, 1 by hash only")
            let header = try #require(page.attribute("data-jws-header", of: Self.path))
            let changes = [
                (header.replacing("availability-ios", with: "availability-android"), "the .jws is for another path"),
                (header.replacing("production", with: "staging"), "the .jws is not a signature of this key"),
                (header.replacing("ES256", with: "none"), "the header of the .jws is malformed"),
            ]
            for (changed, reason) in changes {
                let result = try verification(page.replacing("data-jws-header", of: Self.path, with: changed)).result
                #expect(result.refused[Self.path]?.contains(reason) == true, "\(result.refused)")
                #expect(result.summary.hasPrefix("✗ 1 verified, 1 refused"))
            }
        }
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a body that was changed with its hash is refused by its signature`() throws {
        let body = Array("{}\n".utf8)
        let changed = page.replacing("data-body", of: Self.path, with: Data(body).base64EncodedString())
            .replacing(
                "data-sha256", of: Self.path,
                with: "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356")
        let result = try verification(changed).result
        #expect(result.refused[Self.path]?.contains("the header is not a signature of this key") == true)
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a chosen file is verified by what the page says of its hash`() throws {
        let script = """
            const said = [];
            const input = document.getElementById("files");
            const summary = document.getElementById("verified");
            for (const text of ["notes\\n", "other\\n"]) {
              const files = new DataTransfer();
              files.items.add(new File([text], "any name"));
              input.files = files.files;
              summary.textContent = "";
              input.dispatchEvent(new Event("change"));
              while (!/^[✓✗]/.test(summary.textContent)) await new Promise((done) => setTimeout(done, 10));
              said.push(summary.textContent);
            }
            return [...said, document.querySelector(".static-files .state").className];
            """
        let path = "files/notes.txt"
        let header = try #require(page.attribute("data-header", of: path))
        let other = try #require(page.attribute("data-sidecar", of: path))
        for (opened, verified, refused, outcome) in [
            (page, 1, 0, "verified"), (page.replacing("data-header", of: path, with: other), 0, 1, "failed"),
            (page.replacing("data-sidecar", of: path, with: header), 0, 1, "failed"),
        ] {
            try project.folder.write("opened.html", opened.html)
            let visit = try visit(project.folder.path("opened.html"), script: script, returning: [String].self)
            let mark = verified == 1 ? "✓" : "✗"
            #expect(
                visit.result == [
                    "\(mark) of the chosen files \(verified) verified, \(refused) refused, 0 not listed by hash here",
                    "✗ of the chosen files 0 verified, 0 refused, 1 not listed by hash here", "state \(outcome)",
                ])
            #expect(visit.requests.count == 1 && visit.violations.isEmpty)
        }
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a browser that cannot verify says so`() throws {
        let visit = try visit(
            project.folder.path("plan.html"),
            script: """
                Object.defineProperty(globalThis, "crypto", { value: {} });
                document.getElementById("verify").click();
                return document.getElementById("verified").textContent;
                """, returning: String.self)
        #expect(visit.result.contains("only on a page from a file or over https"))
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `over a network nothing is asked for but the page`() throws {
        try project.folder.write("site/plan.html", page.html)
        let server = try ServerProcess(
            """
            import http.server, sys, threading
            class Handler(http.server.SimpleHTTPRequestHandler):
                def __init__(self, *words): super().__init__(*words, directory="site")
                def log_message(self, form, *words): sys.stderr.write(self.path + "\\n"); sys.stderr.flush()
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            print(server.server_port, flush=True)
            sys.stdin.read()
            """, in: project.folder)
        let visit: PageVisit<Verification> = try visit(
            "http://127.0.0.1:\(server.port)/plan.html", script: Verification.script)
        #expect(visit.result.summary.hasPrefix("✓ 2 verified"))
        #expect(visit.violations.isEmpty && visit.console.isEmpty && visit.requests.count == 1)
        #expect(try project.folder.text("server.log") == "/plan.html\n")
    }
}
