import Foundation

extension Benchmarks {
    private static let documentPath = "distribution/availability-ios"
    private static let document = "output/production/\(documentPath)"

    private func peer() throws -> String { try Self.built("peer") }

    private func verifier() throws -> String { try Self.built("verify-one") }

    /// One document of the starter: the tool's start, and the library's work.
    func measureOneDocument() throws {
        let project = try Project(in: scratch, signet: signet)
        try project.build.run()
        let (key, body) = (project.path("keys/production.pub.pem"), project.path(Self.document))
        if isWanted("file") {
            let signature = project.path("body.sig")
            try project.writeSignature(over: Self.document, to: "body.sig")
            try Comparison(
                name: "file", aim: 1, pairs: some(400),
                measured: Program(signet, "verify", "--quiet", "--key", key, "--signature", signature, body),
                reference: Program("openssl", "dgst", "-sha256", "-verify", key, "-signature", signature, body)
            ).run()
        }
        if isWanted("process") {
            try project.writeHeaderSignature(of: Self.document, to: "dated.sig", signedBytes: "dated")
            try project.exportKeys(to: "keys.json")
            let count = String(some(20_000))
            let (verifier, peer) = (try verifier(), try peer())
            try Comparison(
                name: "process", aim: 1.05, pairs: some(20),
                measured: Program(verifier, body, body + ".headers", project.path("keys.json"), count),
                reference: Program(peer, "repeat", key, project.path("dated"), project.path("dated.sig"), count)
            ).run()
        }
        if isWanted("jws") {
            try project.exportKeys(to: "keys.json")
            let (verifier, keys, count) = (try verifier(), project.path("keys.json"), String(some(20_000)))
            try Comparison(
                name: "jws", aim: 1.5, pairs: some(20),
                measured: Program(verifier, body + ".jws", Self.documentPath, keys, count),
                reference: Program(verifier, body, body + ".headers", keys, count)
            ).run()
            for file in [body, body + ".jws"] {
                let packed = project.path("packed.gz")
                try Program("gzip", "-9", "-c", file).run(output: packed)
                report("           \(try bytes(of: file)) bytes, \(try bytes(of: packed)) with gzip: \(file)")
                try project.clear("packed.gz")
            }
        }
    }

    /// Trees of static documents.
    func measureTrees() throws {
        let (project, peer) = (try Project(in: scratch, signet: signet, documents: some(10_000)), try peer())
        let sources = [project.path("keys/production.key.pem"), project.path("static"), project.path("peer")]
        for (name, command, aim) in [("build", "check", 1.25), ("bare", "sign", nil)] where isWanted(name) {
            try Comparison(
                name: name, aim: aim, pairs: some(20), measured: project.build,
                reference: Program(peer, [command] + sources),
                prepare: {
                    try project.clear("peer")
                    try project.clear("output")
                }
            ).run()
        }
        try project.clear("peer")
        try project.clear("output")
        try project.build.run()
        if isWanted("tree") {
            try Comparison(
                name: "tree", aim: 1.2, pairs: some(20), measured: project.verification,
                reference: Program(
                    peer, "verify", project.path("keys/production.pub.pem"), project.path("output/production"))
            ).run()
        }
        if isWanted("unchanged") {
            // The reference leaves the tree that the next build finds unchanged.
            try Comparison(
                name: "unchanged", aim: 0.4, pairs: some(20), measured: project.build, reference: project.build,
                prepare: { try project.clear("output") }
            ).run()
        }
        if isWanted("scale") {
            let large = try Project(in: scratch, signet: signet, documents: some(100_000))
            try Comparison(
                name: "scale", aim: 11, pairs: some(5), measured: large.build, reference: project.build,
                prepare: {
                    try project.clear("output")
                    try large.clear("output")
                }
            ).run()
        }
    }

    /// The smallest program that verifies one document, as an app on a server would ship it.
    func measureSize() throws {
        let stripped = scratch.appending(path: "stripped").path
        try Program("strip", "-o", stripped, verifier()).run()
        report("size       \(try bytes(of: stripped) >> 10) kB")
    }

    private func bytes(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
