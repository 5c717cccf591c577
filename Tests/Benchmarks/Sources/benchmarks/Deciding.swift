import Foundation

extension Benchmarks {
    /// A gate document of 100 rules, of which the last decides: the time of one decision, and the memory of many.
    func measureDeciding() throws {
        let project = try Project(in: scratch.appending(path: "decide"), signet: signet)
        try project.write("gate.json", Self.rules)
        try project.sign("gate.json", date: "Tue, 01 Dec 2020 00:00:00 UTC")
        try project.exportKeys(to: "keys.json")
        let program = try Self.built("decide-one")
        func run(_ count: Int) throws -> Program.Cost {
            try project.clear("median")
            return try Program(
                program, project.path("gate.json"), project.path("gate.json.headers"), project.path("keys.json"),
                String(count)
            ).run(output: project.path("median"))
        }
        let few = try run(10_000)
        let many = try run(some(1_000_000))
        let median = try String(contentsOfFile: project.path("median"), encoding: .utf8).dropLast()
        report("decide     \(median) µs, aim 20; \(few.peak >> 10) kB after 10,000 and \(many.peak >> 10) kB after all")
    }

    private static var rules: String {
        let texts = #"{ "en": "Please update", "de": "Bitte aktualisieren", "fr": "Veuillez mettre à jour" }"#
        let conditions = [
            #""app": ["2.3.1...2.3.4", "2.4.0", "<2"]"#, #""app": "<3.2.0", "os": "<15""#,
            #""app": "<3.2.0", "build": ["<30000", "30100...30200"]"#,
            #""app": "<3.2.0", "channel": ["beta", "internal"]"#,
            #""app": "<3.2.0", "region": ["GB", "IE"]"#, #""model": ["iPhone8,*", "iPhone9,1"]"#,
            #""app": "<3.2.0", "until": "2020-11-01T00:00:00Z""#, #""app": "<3.2.0", "from": "2030-11-01T00:00:00Z""#,
            #""os": ">=16", "app": "3.0.0...3.0.9""#,
            #""app": "<3.2.0", "share": { "salt": "s", "steps": [ ["2020-01-01T00:00:00Z", 0.01] ] }"#,
        ]
        var rules = (0..<99).map { index in
            #"{ "id": "r\#(index)", "when": { \#(conditions[index % conditions.count]) }, "then": "required", "#
                + #""title": \#(texts), "description": \#(texts), "orElse": \#(texts), "url": "https://example.com/app" }"#
        }
        rules.append(
            #"{ "id": "r99", "when": { "app": "<3.2.0" }, "then": "recommended", "grace": "7d", "title": \#(texts), "#
                + #""description": \#(texts), "url": "https://example.com/app" }"#)
        let latest = #"[ { "app": "3.2.0", "os": ">=15" }, { "app": "2.9.4", "os": ">=12" } ]"#
        return
            #"{ "gate": 1, "platform": "ios", "latest": \#(latest), "rules": [ \#(rules.joined(separator: ", ")) ] }"#
    }
}

extension Project {
    /// Signs a file with openssl, in profile `dated`, and writes its headers beside it.
    func sign(_ name: String, date: String) throws {
        try write("signed", "\(date):" + String(contentsOfFile: path(name), encoding: .utf8))
        try Program(
            "openssl", "dgst", "-sha256", "-sign", path("keys/production.key.pem"), "-out", path("signature"),
            path("signed")
        ).run()
        let signature = try Data(contentsOf: URL(filePath: path("signature"))).base64EncodedString()
        let ring = try JSONDecoder().decode(Ring.self, from: Data(contentsOf: URL(filePath: path("keys/keyring.json"))))
        let id = ring.keys.first { $0.state == "active" && $0.environment == "production" }?.id ?? ""
        try write(
            name + ".headers",
            "x-amz-meta-signature: keyId=\"\(id)\",signature=\"\(signature)\"\nx-amz-meta-signature-date: \(date)\n")
    }

    private struct Ring: Decodable {
        struct Key: Decodable { let id, state, environment: String }
        let keys: [Key]
    }
}
