import Foundation
import Testing
import TestSupport

/// A team's folder for one test: a policy for iOS and Android, a catalog, static files and a key.
struct Project {
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - policy: the policy; `Project.policy()` when nil.
    ///   - keys: the names of its keys, each of the environment of that name; `production-2` is the next one of `production`.
    ///   - hasOwnKeys: whether no other project has these keys; making them takes a while.
    init(policy: String? = nil, keys: [String] = ["production"], hasOwnKeys: Bool = false) throws {
        folder = try TemporaryFolder()
        try folder.write("policy.json", policy ?? Self.policy())
        try folder.write("Texts.xcstrings", Self.catalog)
        try folder.write("static/notes.txt", "notes\n")
        for (name, bytes) in try hasOwnKeys ? Self.makeKeyFolder(keys) : Self.sharedKeyFolder(keys) {
            try folder.write("keys/\(name)", bytes, permissions: name.hasSuffix(".key.pem") ? 0o600 : 0o644)
        }
    }

    private static let sharedKeyFolders = Locked<[[String]: [String: [UInt8]]]>([:])

    private static func sharedKeyFolder(_ keys: [String]) throws -> [String: [UInt8]] {
        try sharedKeyFolders.withLock { shared in
            if let files = shared[keys] { return files }
            let files = try makeKeyFolder(keys)
            shared[keys] = files
            return files
        }
    }

    private static func makeKeyFolder(_ keys: [String]) throws -> [String: [UInt8]] {
        let folder = try TemporaryFolder()
        for key in keys {
            let environment = key.hasSuffix("-2") ? String(key.dropLast(2)) : key
            try check(signetPath, ["keys", "generate", key, "--environment", environment], in: folder.root)
        }
        return try folder.snapshot("keys")
    }

    private static let originals = Locked<[String: Project]>([:])

    /// A copy of a project that is made once, for tests that all begin with it.
    static func copy(of name: String, make: () throws -> Project) throws -> Project {
        let original = try originals.withLock { originals in
            if let project = originals[name] { return project }
            let project = try make()
            originals[name] = project
            return project
        }
        return Project(folder: try TemporaryFolder(copying: original.folder))
    }

    private init(folder: TemporaryFolder) { self.folder = folder }

    /// A policy with one environment; every part can be replaced. Of web bundles, apps fetch the `.jws` alone.
    static func policy(
        environment: String = "production", envelopes: String? = nil, profile: String = "dated",
        minimum: String = "3.0.0", more: String = "",
        documents: String = #""files": { "files/": "static/" }"#
    ) -> String {
        """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "\(environment)": {
              "origin": "https://distribution.example.com",
              "profile": "\(profile)", "envelopes": \(envelopes ?? (documents.contains("web-bundles") ? #"["headers", "jws"]"# : #"["headers"]"#)),
              "ios": {
                "minimumOSVersion": { "value": "13.5.0", "description": "os" },
                "minimumAppVersion": { "value": "\(minimum)", "description": "app" }
              },
              "android": {
                "minimumSDKVersion": { "value": 23, "description": "os" },
                "minimumAppVersion": { "value": 8, "description": "app" }
              },
              "documents": {
                "availability": "distribution/availability-{platform}"\(documents.isEmpty ? "" : ",\n        ")\(documents)
              }
            }\(more)
          }
        }

        """
    }

    static let catalog = testText("Policies/Texts.xcstrings")

    /// Runs `signet` here.
    @discardableResult
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandResult {
        try signet(arguments, in: folder, environment: environment)
    }

    /// Runs `signet`, which must succeed.
    @discardableResult
    func expectDone(
        _ arguments: [String], environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        let result = try run(arguments, environment: environment)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        return result
    }

    /// Runs `signet`, which must fail with that code, name an error, say all of `words`, and leave everything below `output` as it is.
    @discardableResult
    func expectRefusal(
        _ arguments: [String], code: Int32, _ words: [String], environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        let before = try folder.snapshot("output")
        let result = try run(arguments, environment: environment)
        #expect(result.status == code, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.errors.contains(": error: "), sourceLocation: sourceLocation)
        for word in words {
            #expect(
                result.errors.contains(word), "\"\(word)\" is not in: \(result.errors)", sourceLocation: sourceLocation)
        }
        #expect(try folder.snapshot("output") == before, sourceLocation: sourceLocation)
        return result
    }
}
