import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// A bundle in a folder, with something beside it that must never be served.
struct ServedBundle {
    static let page = "<!DOCTYPE html><title>page</title>"
    /// What stands in every file that no request may reach.
    static let secret = "secret"

    let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        try folder.write("secret.txt", Self.secret)
        try folder.write("bundle/index.html", Self.page)
        for (name, text) in files { try folder.write("bundle/\(name)", text) }
    }

    var root: URL { URL(fileURLWithPath: folder.path("bundle")) }

    func responder(
        prefix: String = "", policy: String? = BundleResponder.defaultPolicy, fallback: String? = nil
    ) throws -> BundleResponder {
        try BundleResponder(folder: root, prefix: prefix, policy: policy, fallback: fallback)
    }

    /// The response to a request, from a responder of its own.
    func get(_ path: String, method: String = "GET", _ headers: [(String, String)] = []) throws -> BundleResponse {
        try responder().response(
            method: method, path: path, headers: headers.map { HeaderField(unchecked: $0.0, value: $0.1) })
    }
}

extension BundleResponse {
    /// The whole body as text; nil when there is none.
    func text() throws -> String? {
        try body.map { String(decoding: try $0.bytes(at: 0, count: $0.byteCount), as: UTF8.self) }
    }

    /// The one value of a header.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.isNamed(name) }.map(\.value)
        #expect(values.count < 2)
        return values.first
    }
}
