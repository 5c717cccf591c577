import Foundation

/// A bucket of a real server; what a test does with it is signed by botocore.
package struct Bucket: Sendable {
    package let name: String
    /// Where the server is.
    package let origin: String
    /// Where requests need no signature.
    let door: String
    /// What leads a client to the server.
    package let environment: [String: String]

    /// Where anyone gets its objects: `http://127.0.0.1:PORT/BUCKET/`.
    package var openAddress: String { "\(door)/\(name)/" }

    /// The variables that lead a client to a proxy of the server.
    package func environment(through proxy: FaultProxy) -> [String: String] {
        environment.mapValues { $0 == origin ? proxy.origin : $0 }
    }

    /// An object's bytes; nil if there is none.
    package func get(_ key: String) throws -> [UInt8]? {
        let answer = try ask("GET", key)
        return answer.status == 404 ? nil : try answer.expectSuccess().body
    }

    /// An object's headers, their names in lower case; nil if there is none.
    package func headers(_ key: String) throws -> [String: String]? {
        let answer = try ask("HEAD", key)
        return answer.status == 404 ? nil : try answer.expectSuccess().headers
    }

    /// Writes an object.
    package func put(_ key: String, _ body: [UInt8], headers: [String: String] = [:]) throws {
        _ = try ask("PUT", key, headers: headers, body: body).expectSuccess()
    }

    /// Copies all objects below one prefix, headers included, to another one.
    package func copy(_ prefix: String, to other: String) throws {
        for key in try keys(prefix: prefix) {
            guard let body = try get(key), let headers = try headers(key) else { continue }
            let kept = headers.filter { name, _ in
                ["content-type", "cache-control"].contains(name) || name.hasPrefix("x-amz-meta-")
            }
            try put(other + key.dropFirst(prefix.count), body, headers: kept)
        }
    }

    /// A shell command that writes an object, for the moment in which a proxy runs it.
    package func commandToPut(_ key: String, _ text: String) -> String {
        "curl -sSf -o /dev/null -X PUT -H Expect: --data-binary '\(text)' '\(door)/\(name)/\(Self.encode(key, leaving: "/"))'"
    }

    package func delete(_ key: String) throws { _ = try ask("DELETE", key).expectSuccess() }

    /// The keys of all objects, ordered as the server orders them, of which it gives so many at once.
    package func keys(prefix: String = "", page: Int = 1_000) throws -> [String] {
        var keys: [String] = []
        var token: String?
        repeat {
            let more = token.map { "&continuation-token=\(Self.encode($0))" } ?? ""
            let answer = try ask("GET", nil, query: "list-type=2&max-keys=\(page)&prefix=\(Self.encode(prefix))\(more)")
                .expectSuccess()
            let page = String(decoding: answer.body, as: UTF8.self)
            keys += page.matches(of: #/<Key>([^<]*)<\/Key>/#).map { Self.plain(String($0.1)) }
            token = page.firstMatch(of: #/<NextContinuationToken>([^<]*)</#).map { Self.plain(String($0.1)) }
        } while token != nil
        return keys
    }

    func make() throws { _ = try ask("PUT", nil).expectSuccess() }

    private struct Answer {
        let request: String
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        func expectSuccess() throws -> Answer {
            guard (200...299).contains(status) else {
                throw CannotRun(description: "\(request): \(status) \(String(decoding: body, as: UTF8.self))")
            }
            return self
        }
    }

    /// Asks with `curl`, which starts in a hundredth of the time of `aws`.
    private func ask(
        _ method: String, _ key: String?, query: String = "", headers: [String: String] = [:], body: [UInt8]? = nil
    ) throws -> Answer {
        let folder = try TemporaryFolder()
        var options = ["-sS", "--globoff", "--path-as-is", "-D", folder.path("head"), "-o", folder.path("answer")]
        options += method == "HEAD" ? ["-I"] : ["-X", method]
        for (name, value) in headers { options += ["-H", "\(name): \(value)"] }
        if let body {
            try folder.write("body", body)
            options += ["-H", "Expect:", "--data-binary", "@\(folder.path("body"))"]
            if headers.keys.allSatisfy({ $0.lowercased() != "content-type" }) { options += ["-H", "Content-Type:"] }
        }
        let path = "/\(name)" + (key.map { "/\(Self.encode($0, leaving: "/"))" } ?? "")
        options.append(door + path + (query.isEmpty ? "" : "?\(query)"))
        try check("curl", options)
        let lines = try folder.text("head").split(separator: "\r\n").map(String.init)
        let fields = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
        return Answer(
            request: "\(method) \(path)?\(query)", status: Int(lines.first?.split(separator: " ")[1] ?? "") ?? 0,
            headers: Dictionary(fields.map { ($0[0].lowercased(), $0.count > 1 ? $0[1] : "") }) { "\($0), \($1)" },
            body: method == "HEAD" || !folder.exists("answer") ? [] : try folder.read("answer"))
    }

    /// Percent-encodes every byte but the unreserved ones (RFC 3986 §2.3).
    private static func encode(_ text: String, leaving others: String = "") -> String {
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\(others)".utf8)
        return text.utf8.map { kept.contains($0) ? String(UnicodeScalar($0)) : String(format: "%%%02X", $0) }.joined()
    }

    private static func plain(_ xml: String) -> String {
        var text = xml
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ] {
            text = text.replacingOccurrences(of: entity, with: character)
        }
        return text
    }
}
