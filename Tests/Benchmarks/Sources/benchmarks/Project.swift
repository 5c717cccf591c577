import Foundation

/// A project in a temporary folder: a policy, keys, and as many static files as wanted.
struct Project {
    let folder: URL
    private let signet: String

    /// The starter's project, with its documents for iOS and Android.
    init(in parent: URL, signet: String) throws {
        self.signet = signet
        folder = parent.appending(path: "starter")
        try Program(signet, "init", "--quiet", folder.path).run()
    }

    /// A project that publishes static documents of 1 kB alone, 1,000 to a folder, with one signature each.
    init(in parent: URL, signet: String, documents: Int) throws {
        self.signet = signet
        folder = parent.appending(path: "\(documents)")
        try Program(signet, "init", "--quiet", folder.path).run()
        try write("policy.json", Self.policy)
        for index in 0..<documents {
            if index % 1_000 == 0 {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: "static/\(index / 1_000)"), withIntermediateDirectories: true)
            }
            let text =
                "{\n  \"number\": \(index),\n  \"text\": \"" + String(repeating: "1234567 ", count: 121) + "\"\n}\n"
            try write("static/\(index / 1_000)/\(index).json", text)
        }
    }

    /// A project that publishes one web bundle of about so many megabytes, which cannot be compressed.
    init(in parent: URL, signet: String, megabytes: Int) throws {
        self.signet = signet
        folder = parent.appending(path: "bundle")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Program(signet, "init", "--quiet", folder.path).run()
        let documents = #"{ "web-bundles": { "path": "builds/", "list": "bundles.json" } }"#
        let policy = Self.policy.replacing(#"{ "files": { "documents/": "static/" } }"#, with: documents)
        try write("policy.json", policy.replacing(#""profile": "body""#, with: #""profile": "dated""#))
        let web = parent.appending(path: "web")
        try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
        try Data("<!doctype html><title>a</title>\n".utf8).write(to: web.appending(path: "index.html"))
        let noise = "head -c \(megabytes)000000 /dev/urandom | split -b 50000000 - '\(web.path)/noise-'"
        try Program("sh", "-c", noise).run()
        try Program(
            signet, "bundle", "pack", web.path, "--quiet", "--version", "1.0.0", "--shell", "1.0.0...", "--policy",
            path("policy.json"), "--keys", path("keys")
        ).run()
    }

    private static let policy = """
        {
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "profile": "body",
              "cacheControl": "public, max-age=300",
              "documents": { "files": { "documents/": "static/" } }
            }
          }
        }
        """

    var build: Program {
        Program(
            signet, "build", "--quiet", "--policy", path("policy.json"), "--keys", path("keys"), "--output",
            path("output"))
    }

    var verification: Program {
        Program(signet, "verify", "--quiet", "--keys", path("keys"), path("output/production"))
    }

    /// Writes what `signet keys export --json` says.
    func exportKeys(to name: String) throws {
        try Program(signet, "keys", "export", "--json", "--keys", path("keys")).run(output: path(name))
    }

    /// Writes the signature that is in the sidecar of a document, in DER.
    func writeSignature(over document: String, to name: String) throws {
        try writeDecoded(String(decoding: read(document + ".sig").dropLast(), as: UTF8.self), to: name)
    }

    /// Writes the signature that is in the header of a dated document, in DER, and the bytes that it covers.
    func writeHeaderSignature(of document: String, to name: String, signedBytes: String) throws {
        let headers = try String(decoding: read(document + ".headers"), as: UTF8.self)
        guard let signature = headers.firstMatch(of: /,signature="(.*)"/),
            let date = headers.firstMatch(of: /signature-date: (.*)/)
        else { throw BenchmarkError(description: "\(document) has no dated signature") }
        try writeDecoded(String(signature.1), to: name)
        try (Data("\(date.1):".utf8) + read(document)).write(to: folder.appending(path: signedBytes))
    }

    private func writeDecoded(_ text: String, to name: String) throws {
        guard let bytes = Data(base64Encoded: text) else { throw BenchmarkError(description: "not base64: \(text)") }
        try bytes.write(to: folder.appending(path: name))
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// Removes what a build wrote, and leaves nothing for the disk to do.
    func clear(_ name: String) throws {
        let place = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
        sync()
    }
}
