import Testing
import TestSupport

/// What the article makes of lock files of other package managers, compared with npm's of the same packages, all from one
/// registry.
@Suite(.peers(.node, .python3, .sigstoreVerify)) struct OtherLockFileTests {
    private let project: Project
    private let program: String

    init() throws {
        project = try Project.copy(of: "an app that npm has installed") {
            let project = try Project()
            // A range with spaces, an alias, one package under two ranges.
            try project.folder.write(
                "app/package.json",
                """
                { "name": "shop", "version": "1.0.0", "private": true,
                  "dependencies": { "@capacitor/core": "^7.0.0", "@capacitor/app": "7.0.2 || >=8", "pictures": "npm:@capacitor/camera@7.0.1-rc.1" },
                  "devDependencies": { "tslib": "^2.0.0" }, "optionalDependencies": { "cordova-sqlite-storage": "6", "@capacitor/ios": "7" } }
                """)
            try Self.npm(["install"], in: project)
            return project
        }
        program = try Article("signet/WebBundles").blocks(in: "Lock files of Yarn and pnpm", language: "sh")[0].code
    }

    /// The registry of all tests.
    private static let registry = Result<ServerProcess, any Error> { () throws -> ServerProcess in
        let packages = try TemporaryFolder()
        defer { withExtendedLifetime(packages) {} }
        var folders: [String] = []
        for (folder, own, more) in [
            (
                "core", #""name": "@capacitor/core", "version": "7.1.0", "dependencies": { "tslib": "^2.1.0" }"#,
                "index.js"
            ),
            (
                "app",
                #""name": "@capacitor/app", "version": "7.0.2", "peerDependencies": { "@capacitor/core": ">=7.0.0" }"#,
                "index.js"
            ),
            (
                "camera",
                #""name": "@capacitor/camera", "version": "7.0.1-rc.1", "peerDependencies": { "@capacitor/core": ">=7.0.0" }"#,
                "index.js"
            ),
            (
                "ios",
                #""name": "@capacitor/ios", "version": "7.1.0", "peerDependencies": { "@capacitor/core": "^7.1.0" }"#,
                "index.js"
            ),
            ("sqlite", #""name": "cordova-sqlite-storage", "version": "6.1.0""#, "plugin.xml"),
            ("tslib", #""name": "tslib", "version": "2.8.1""#, "index.js"),
        ] {
            try packages.write("\(folder)/package.json", "{ \(own) }\n")
            try packages.write("\(folder)/\(more)", "\(folder)\n")
            folders.append(packages.path(folder))
        }
        return try ServerProcess(named: "npm-registry.py", folders, in: try TemporaryFolder())
    }

    private static var address: String { get throws { "http://127.0.0.1:\(try registry.get().port)" } }

    private var app: String { project.folder.path("app") }

    @discardableResult
    private static func npm(_ words: [String], in project: Project) throws -> String {
        try check(
            "\(Peer.nodeWheel)/bin/node",
            ["\(Peer.sigstoreModules)/bin/npm-cli.js"] + words
                + ["--registry", address, "--fetch-retries", "0", "--no-audit", "--no-fund", "--ignore-scripts"],
            in: project.folder.path("app"))
    }

    private func yarn() throws {
        // Where Debian's packages are, for a Node that is not Debian's.
        let found = try run(
            "yarnpkg",
            [
                "install", "--registry", Self.address, "--network-timeout", "9000", "--non-interactive",
                "--ignore-scripts",
            ],
            in: app,
            environment: [
                "NODE_PATH": "/usr/share/nodejs", "HOME": project.folder.path("home"), "PATH": "/usr/bin:/bin",
            ])
        try #require(found.status == 0, "\(found.said)")
    }

    private func surface(_ file: String) throws -> String {
        try project.expectDone(["bundle", "surface", file]).output
    }

    /// The lines that the program of the article writes.
    private func lines() throws -> String {
        let result = try run("sh", ["-e", "-c", program], in: app)
        try #require(result.status == 0, "\(result.said)")
        return try surface("app/surface.txt")
    }

    @Test(.peers(.yarn)) func `the lock file of Yarn gives the lines that the one of npm gives`() throws {
        let expected = try surface("app/package-lock.json")
        #expect(
            expected.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                "@capacitor/app 7.0.2", "@capacitor/camera 7.0.1-rc.1", "@capacitor/core 7.1.0",
                "cordova-sqlite-storage 6.1.0",
            ])
        try project.folder.remove("app/node_modules")
        try project.folder.remove("app/package-lock.json")
        try yarn()
        let lock = try project.folder.text("app/yarn.lock")
        #expect(lock.contains("# yarn lockfile v1\n") && lock.contains("\"@capacitor/app@7.0.2 || >=8\":"), "\(lock)")
        #expect(try lines() == expected)
        // Two versions of one package: the one that the app has.
        try project.folder.write(
            "app/yarn.lock",
            lock.replacing(
                "\"@capacitor/core@^7.0.0\"",
                with:
                    "\"@capacitor/core@^6.0.0\":\n  version \"6.0.0\"\n  integrity sha512-old\n\n\"@capacitor/core@^7.0.0\""
            ))
        #expect(try lines() == expected)
    }

    /// pnpm is on no machine here: the lock file is by hand, after https://pnpm.io/lockfile-format.
    @Test func `a lock file of pnpm, made by hand after its documentation, gives the lines that the one of npm gives`()
        throws
    {
        let expected = try surface("app/package-lock.json")
        let integrity = Dictionary(
            uniqueKeysWithValues: expected.split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return ("\(words[0])@\(words[1])", words[2])
            })
        func resolution(_ key: String) -> String { "resolution: {integrity: \(integrity[key] ?? "")}" }
        try project.folder.write(
            "app/pnpm-lock.yaml",
            """
            lockfileVersion: '9.0'

            settings:
              autoInstallPeers: true
              excludeLinksFromLockfile: false

            importers:

              .:
                dependencies:
                  '@capacitor/app':
                    specifier: 7.0.2 || >=8
                    version: 7.0.2(@capacitor/core@7.1.0)
                  '@capacitor/core':
                    specifier: ^7.0.0
                    version: 7.1.0
                  pictures:
                    specifier: npm:@capacitor/camera@7.0.1-rc.1
                    version: '@capacitor/camera@7.0.1-rc.1(@capacitor/core@7.1.0)'

            packages:

              '@capacitor/app@7.0.2':
                \(resolution("@capacitor/app@7.0.2"))
                peerDependencies:
                  '@capacitor/core': '>=7.0.0'

              '@capacitor/camera@7.0.1-rc.1':
                \(resolution("@capacitor/camera@7.0.1-rc.1"))
                peerDependencies:
                  '@capacitor/core': '>=7.0.0'

              '@capacitor/core@6.0.0':
                resolution: {integrity: sha512-old}

              '@capacitor/core@7.1.0':
                \(resolution("@capacitor/core@7.1.0"))

              cordova-sqlite-storage@6.1.0:
                \(resolution("cordova-sqlite-storage@6.1.0"))

            snapshots:

              '@capacitor/app@7.0.2(@capacitor/core@7.1.0)':
                dependencies:
                  '@capacitor/core': 7.1.0

              cordova-sqlite-storage@6.1.0: {}

            """)
        #expect(try lines() == expected)
    }

    /// Yarn 2 is on no machine here: the entry is by hand, after what its users quote (yarnpkg/berry#6068).
    @Test func `a checksum of Yarn 2 is no integrity, and the registry has it`() throws {
        let expected = try surface("app/package-lock.json")
        try project.folder.write(
            "app/yarn.lock",
            """
            __metadata:
              version: 8
              cacheKey: 10c0

            "@capacitor/core@npm:^7.0.0":
              version: 7.1.0
              resolution: "@capacitor/core@npm:7.1.0"
              checksum: 10c0/0123456789abcdef
              languageName: node
              linkType: hard

            """)
        let refused = try run("sh", ["-e", "-c", program], in: app)
        #expect(
            refused.status != 0 && refused.errors.contains("the lock file has no integrity of @capacitor/core 7.1.0"),
            "\(refused.said)")
        let view = try Self.npm(["view", "@capacitor/core@7.1.0", "dist.integrity"], in: project)
        #expect(expected.contains("\n@capacitor/core 7.1.0 \(view)"))
    }
}
