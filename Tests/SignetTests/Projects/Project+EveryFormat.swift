import Foundation
import TestSupport

extension Project {
    /// A project with a document of every format; parts of its policy can be replaced.
    static func everyFormat(replacing find: String = "", with replacement: String = "") throws -> Project {
        let changed =
            find.isEmpty ? everyFormatPolicy : everyFormatPolicy.replacingOccurrences(of: find, with: replacement)
        let project = try Project(policy: changed, keys: ["production", "staging"])
        try project.folder.write("env.json", environmentFile)
        try project.folder.write("firebase-base.json", "{}")
        return project
    }

    /// A policy with every format and an environment that extends another.
    static let everyFormatPolicy = testText("Policies/every-format.json")

    /// A team's own file, with all that must come through untouched.
    private static let environmentFile = """
        { "version": 1e3, "limits": [1.50, -0, 1E+2],
          "environments": {
            "mainnet": { "rpc": "https://rpc.example.com", "apps": { "ios": { "old": true } }, "chain": 0.10 },
            "testnet": { "nested": { "a": [ { "b": null } ] } },
            "copy": {},
            "untouched": { "z": 1, "a": 2 }
          },
          "text": "e\u{301} \\u00e9 \\/" }
        """
}
