import Foundation
import Testing
import TestSupport
import WebBundles

/// A file of vectors that the store for Android is held to as well.
struct BundleVectors {
    private let members: [String: Any]

    init(_ name: String) throws {
        let file = Self.folder.appending(path: name)
        members = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    }

    static let folder = repositoryRoot.appending(path: "Tests/Vectors/Bundles")

    func text(_ name: String) throws -> String { try #require(members[name] as? String) }

    func texts(_ name: String) throws -> [String: String] { try #require(members[name] as? [String: String]) }

    /// Cases with no other members than these: one that is not read would be one that is not tried.
    func cases(_ name: String, _ known: Set<String>) throws -> [[String: Any]] {
        let cases = try #require(members[name] as? [[String: Any]])
        #expect(cases.count > 10)
        for each in cases { #expect(known.isSuperset(of: each.keys), "\(each)") }
        return cases
    }
}

@Suite struct `What a responder answers, as on Android` {
    private let vectors: BundleVectors
    private let bundle: ServedBundle
    private static let prefix = "builds/mobile/v1.5.0"

    init() throws {
        vectors = try BundleVectors("requests.json")
        bundle = try ServedBundle(try vectors.texts("files"))
    }

    @Test func `no path leads out of a bundle`() throws {
        #expect(try answer { $0 == 400 } > 50)
    }

    @Test func `each path that leads to a file gets it, and no other one does`() throws {
        #expect(try answer { $0 != 400 } > 40)
    }

    /// Answers the requests whose status is of some kind.
    ///
    /// - Returns: how many they are.
    private func answer(_ isOfKind: (Int) -> Bool) throws -> Int {
        var count = 0
        for request in try vectors.cases("requests", ["path", "status", "body", "type", "fallback"])
        where isOfKind(try #require(request["status"] as? Int)) {
            count += 1
            let path = try #require(request["path"] as? String)
            let responder = try bundle.responder(prefix: Self.prefix, fallback: request["fallback"] as? String)
            let response = responder.response(method: "GET", path: "\(Self.prefix)/\(path)", headers: [])
            #expect(response.status == request["status"] as? Int, "\(path)")
            #expect(try response.text() == request["body"] as? String, "\(path)")
            #expect((response.problem == nil) == (response.status == 200), "\(path)")
            if let type = request["type"] as? String { #expect(response.header("content-type") == type, "\(path)") }
        }
        return count
    }

    @Test func `ranges`() throws {
        for vector in try vectors.cases("ranges", ["file", "range", "status", "body", "contentRange"]) {
            let (file, range) = (try #require(vector["file"] as? String), try #require(vector["range"] as? String))
            let response = try bundle.get(file, [("Range", range)])
            #expect(response.status == vector["status"] as? Int, "\(range)")
            #expect(try response.text() == vector["body"] as? String, "\(range)")
            #expect(response.header("content-range") == vector["contentRange"] as? String, "\(range)")
            let count = (vector["body"] as? String ?? "").utf8.count
            #expect(response.header("content-length") == "\(count)", "\(range)")
            if response.status != 416 {
                #expect(response.header("content-type") == "text/plain; charset=utf-8", "\(range)")
                #expect(response.header("content-security-policy") == BundleResponder.defaultPolicy, "\(range)")
            }
        }
    }

    @Test func `media types and the policy`() throws {
        for vector in try vectors.cases("types", ["name", "type"]) {
            let name = try #require(vector["name"] as? String)
            let type = try ServedBundle([name: "x"]).get(name).header("content-type")
            #expect(type == vector["type"] as? String, "\(name)")
        }
        #expect(BundleResponder.defaultPolicy == (try vectors.text("policy")))
    }
}
