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
    private static let environmentFile = testText("Policies/every-format-env.json")
}
