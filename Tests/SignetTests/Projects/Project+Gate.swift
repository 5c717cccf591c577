import Foundation
import Testing
import TestSupport

extension Project {
    /// A project with gate documents and nothing wrong; parts of its policy can be replaced.
    static func gate(replacing find: String = "", with replacement: String = "") throws -> Project {
        let policy = find.isEmpty ? gatePolicy : gatePolicy.replacingOccurrences(of: find, with: replacement)
        let project = try Project(policy: policy, keys: ["production", "production-2"])
        try project.folder.write("Texts.xcstrings", TeamCase.catalog)
        try project.folder.write("notes.txt", "notes\n")
        return project
    }

    /// A project whose documents all have a gate document beside them.
    static func everyDocument() throws -> Project {
        let project = try TeamCase.project()
        try project.change(
            "policy.json", "\"app-config\": \"app-config\",",
            "\"app-config\": \"app-config\", \"gate\": \"gate/{platform}.json\",")
        return project
    }

    /// Rules of every kind for iOS, and for Android the classic members alone.
    static let gatePolicy = testText("Policies/gate.json")
}
