import Foundation
import TestSupport
import Testing

/// What is decided on, and for whom.
enum DecideBench {
    /// A built project with a document of every format.
    static func built() throws -> Project {
        let project = try Project.everyFormat()
        try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
        return project
    }

    static let ios = ["--platform", "ios", "--os", "14", "--build", "40000", "--at", "2026-08-04T00:00:00Z"]
    static let android = ["--platform", "android", "--os", "30", "--at", "2026-08-04T00:00:00Z"]
}

extension CommandResult {
    /// The decisions of `--json`.
    func decisions() throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let result = try #require(object?["result"] as? [String: Any])
        return try #require(result["documents"] as? [[String: Any]])
    }
}
