import Foundation
import Testing
import TestSupport
import WebBundles

@Test func `serves a file with all that a browser needs to know`() async throws {
    let response = try ServedBundle(["app/a b.js": "run()"]).get("app/a%20b.js?v=1#top")
    #expect(response.status == 200)
    #expect(response.problem == nil)
    #expect(try response.text() == "run()")
    #expect(
        response.headerFields == [
            "content-type": "text/javascript; charset=utf-8", "content-length": "5", "accept-ranges": "bytes",
            "x-content-type-options": "nosniff", "cache-control": "no-store",
            "content-security-policy": BundleResponder.defaultPolicy,
        ])
    #expect(response.headers.count == response.headerFields.count)
}

@Test func `a bundle is found below its prefix and nowhere else`() throws {
    let bundle = try ServedBundle(["a.txt": "a"])
    for prefix in ["builds/mobile/v1.5.1", "/builds/mobile/v1.5.1/"] {
        let responder = try bundle.responder(prefix: prefix)
        func response(_ address: String) throws -> BundleResponse {
            responder.response(method: "GET", url: try #require(URL(string: address)), headers: [])
        }
        for address in ["sila://builds/mobile/v1.5.1/a.txt", "sila://builds/mobile/v1.5.1/a.txt?b=c#d"] {
            #expect(try response(address).text() == "a")
        }
        for address in ["sila://builds/mobile/v1.5.1/", "sila://builds/mobile/v1.5.1"] {
            #expect(try response(address).text() == ServedBundle.page)
        }
        for address in [
            "sila://builds/mobile/v1.5.0/a.txt", "sila://builds/mobile/a.txt", "sila://builds/a.txt", "sila://a.txt",
            "sila://mobile/v1.5.1/a.txt", "sila://builds/mobile/v1.5.1a.txt", "sila://builds/mobile/V1.5.1/a.txt",
        ] {
            #expect(try response(address).status == 404, "\(address)")
        }
        for address in [
            "sila://builds/mobile/v1.5.1/../../../secret.txt", "sila://builds/mobile/v1.5.1/%2e%2e/secret.txt",
            "sila://builds/mobile/v1.5.1/..%2fsecret.txt", "sila://builds/mobile//v1.5.1/a.txt",
        ] {
            #expect(try response(address).status == 400, "\(address)")
        }
    }
}

@Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "", "GET "])
func `answers to nothing but GET and HEAD`(method: String) throws {
    let response = try ServedBundle().get("index.html", method: method)
    #expect(response.status == 405)
    #expect(response.header("allow") == "GET, HEAD")
    #expect(response.header("content-length") == "0")
    #expect(response.body == nil)
}

@Test func `a HEAD has the headers of the GET and no body`() throws {
    let bundle = try ServedBundle()
    let (get, head) = (try bundle.get("index.html"), try bundle.get("index.html", method: "HEAD"))
    #expect(head.headers == get.headers)
    #expect(head.status == 200 && head.body == nil && head.problem == nil)
    // A range is defined for GET alone (RFC 9110 §14.2).
    #expect(try bundle.get("index.html", method: "HEAD", [("range", "bytes=0-1")]).headers == get.headers)
    #expect(try bundle.get("missing", method: "HEAD").status == 404)
}

@Test func `the policy is the app's to choose, and never two`() throws {
    let bundle = try ServedBundle()
    func policy(_ responder: BundleResponder) -> String? {
        responder.response(method: "GET", path: "", headers: []).header("content-security-policy")
    }
    #expect(policy(try bundle.responder(policy: nil)) == nil)
    #expect(policy(try bundle.responder(policy: "default-src 'none'")) == "default-src 'none'")
    let names = BundleResponder.defaultPolicy.components(separatedBy: "; ").map { $0.prefix { $0 != " " } }
    #expect(Set(names).count == names.count)
    // What the documentation tells apps to append must not be there yet.
    #expect(Set(names).isDisjoint(with: ["connect-src", "style-src", "script-src", "worker-src", "frame-src"]))
    for broken in ["", "default-src 'self'\r\nset-cookie: a=b", "default-src ’self’"] {
        #expect(throws: ServingError.malformedPolicy(broken)) { try bundle.responder(policy: broken) }
    }
}

@Test func `says at once when a bundle cannot be served`() throws {
    let bundle = try ServedBundle()
    #expect(throws: ServingError.malformedPrefix("builds/../x")) { try bundle.responder(prefix: "builds/../x") }
    for fallback in ["", "../secret.txt", "app/"] {
        #expect(throws: ServingError.malformedFallback(fallback)) { try bundle.responder(fallback: fallback) }
    }
    let missing = URL(fileURLWithPath: bundle.folder.path("nowhere"))
    #expect(throws: ServingError.unreadable("\(missing.path): no such file or folder")) {
        try BundleResponder(folder: missing)
    }
}

@Test func `the folder of all versions is the list of those that could be shown`() async throws {
    let bench = try StoreBench()
    try await bench.reach("1.5.0")
    let store = try bench.store()
    let get = await BundleResponder.list(of: store, method: "GET")
    #expect(get.status == 200)
    #expect(try get.text() == "{\n  \"versions\": [\n    \"embedded\",\n    \"v1.5.0\"\n  ]\n}\n")
    #expect(get.header("content-type") == "application/json" && get.header("cache-control") == "no-store")
    #expect(get.header("content-length") == get.body.map { "\($0.byteCount)" })
    let head = await BundleResponder.list(of: store, method: "HEAD")
    #expect(head.headers == get.headers && head.body == nil)
    #expect(await BundleResponder.list(of: store, method: "POST").status == 405)
    try bench.folder.write("file", "")
    let broken = await BundleResponder.list(of: try bench.store("file"), method: "GET")
    #expect(broken.status == 500 && broken.body == nil && broken.problem != nil, "\(broken)")
}
