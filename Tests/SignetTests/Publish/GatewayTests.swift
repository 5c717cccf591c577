import Foundation
import Testing
import TestSupport

/// An API behind the article's nginx, which refuses apps below the bounds of the policy, and a caching nginx in front of both.
private struct Gateway {
    /// iOS decides by the version 1.2.0, Android by the version code 8.
    let project: Project
    private let backend: RawHTTPServer
    private let gateway: NginxServer
    private let cache: NginxServer

    init() throws {
        var policy = Project.policy(
            envelopes: #"["headers", "jws"]"#, minimum: "1.2.0", documents: #""gate": "gate/{platform}.json""#)
        policy = policy.replacing(
            #""minimumAppVersion": { "value": "1.2.0", "description": "app" }"#,
            with: #""minimumAppVersion": { "value": "1.2.0", "description": "app" },"#
                + #" "latestAppVersion": { "value": "1.5.0" }, "storeURL": "https://apps.apple.com/app/id1""#
        ).replacing(
            #""minimumAppVersion": { "value": 8, "description": "app" }"#,
            with: #""minimumAppVersion": { "value": 8, "versionName": "1.2.0", "description": "app" },"#
                + #" "latestAppVersion": { "value": 9, "versionName": "1.5.0" }, "storeURL": "https://play.google.com/store/apps/details?id=a""#
        )
        project = try Project(policy: policy)
        let command = try Article("signet/Publishing").blocks(in: "Behind a gateway", language: "sh")[0].code
        try project.expectDone(command.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init))
        try project.expectDone(["publish", "--environment", "production", "--to", "public", "--first"])
        backend = try RawHTTPServer()
        try backend.answer(
            "/api/orders", with: RawHTTPServer.Answer(headers: ["cache-control: private"], body: Array("orders".utf8)))
        let blocks = try Article("signet/Publishing").blocks(in: "Behind a gateway", language: "nginx")
        try #require(blocks.count == 2 && blocks[1].code.contains("http://backend"))
        try #require(blocks[0].code.contains("/srv/policy/gateway/production.nginx.conf"))
        // The server block of a team; the http block of the test sets an expiry for everything.
        let site = """
            expires off;
            root \(project.folder.path("public"));
            include \(project.folder.path("public/.signet-nginx.conf"));

            """
        gateway = try NginxServer(
            server: site + blocks[1].code.replacing("http://backend", with: backend.origin),
            http: blocks[0].code.replacing("/srv/policy", with: project.folder.root))
        cache = try NginxServer(caching: gateway.origin, revalidates: false)
    }

    /// What an app gets: the status and the whole answer.
    func ask(_ version: String?, _ platform: String = "ios", build: String? = nil, _ words: [String] = []) throws -> (
        status: Int, text: String
    ) {
        let app =
            (version.map { ["-H", "x-app-platform: \(platform)", "-H", "x-app-version: \($0)"] } ?? [])
            + (build.map { ["-H", "x-app-build: \($0)"] } ?? [])
        let text = try check(
            "curl",
            ["-q", "-sS", "--http1.1", "--cacert", cache.certificate, "-i"] + app + words + [
                "\(cache.origin)/api/orders"
            ])
        return (Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0, text)
    }
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `the article's gateway refuses what is too old with the signed document, and a cache keeps it from no other`()
    throws
{
    let gateway = try Gateway()
    let jws = try gateway.project.folder.text("output/production/gate/ios.json.jws")
    for _ in 0..<2 {
        let old = try gateway.ask("1.1.0")
        #expect(old.status == 403 && old.text.hasSuffix("\r\n\r\n\(jws)"), "\(old)")
        #expect(old.text.contains("\r\nContent-Type: application/jose\r\n"), "\(old)")
        #expect(old.text.contains("\r\ncache-control: no-store\r\n"), "\(old)")
        #expect(old.text.lowercased().components(separatedBy: "cache-control:").count == 2, "\(old)")
        let new = try gateway.ask("1.5.0")
        #expect(new.status == 200 && new.text.hasSuffix("orders"), "\(new)")
    }
    #expect(try gateway.ask("1.1.0", "ios", build: nil, ["-d", "a=b"]).text.hasSuffix(jws), "whatever the method")
    let android = try gateway.project.folder.text("output/production/gate/android.json.jws")
    for (build, isOld) in [("7", true), ("07", true), ("0", true), ("8", false), ("70", false), ("", false)] {
        let answer = try gateway.ask("9.9", "android", build: build)
        #expect(answer.status == (isOld ? 403 : 200) && answer.text.hasSuffix(android) == isOld, "\(build)")
    }
    for (version, isOld) in [
        ("0", true), ("0.99", true), ("1", true), ("1.0", true), ("1.1.9.9", true), ("1.1.0-rc1", true),
        ("1.1+47", true),
        ("1-rc", true), ("1.2", false), ("1.2.0", false), ("1.10.0", false), ("10.0", false), ("2", false),
        ("dev", false), ("", false),
    ] {
        #expect(try gateway.ask(version).status == (isOld ? 403 : 200), "\(version)")
    }
    #expect(try gateway.ask("1.1.0", "web").status == 200)
    #expect(try gateway.ask(nil).status == 200)
}
