import Testing
import TestSupport

/// A team's project with nothing wrong in it.
enum TeamCase {
    /// A policy with nothing wrong in it.
    static let policy = testText("Policies/team.json")

    /// A catalog with nothing wrong in it.
    static let catalog = testText("Policies/Team.xcstrings")

    /// The files that the policy names.
    static let files = [
        "Texts.xcstrings": catalog, "base.json": "{ \"environments\": { \"main\": {} } }",
        "template-base.json": "{}", "notes.txt": "notes\n",
    ]

    /// A team's folder with nothing wrong in it.
    static func project() throws -> Project {
        let project = try Project(policy: policy, keys: ["production", "production-2"])
        for (name, text) in files { try project.folder.write(name, text) }
        // Nobody is counted as long as the policy does not name it.
        try project.folder.write(
            "devices.csv",
            "platform,os,app,build,devices\nios,17.4,3.0.0,30,900\nios,17.4,3.2.0,32,9000\nandroid,34,3.2.0,32,100\n")
        // No finding as long as the policy does not publish it.
        try project.folder.write("ring.json", "{ \"keys\": [ { \"id\": \"x\", \"publicKey\": \"x.pem\" } ] }")
        return project
    }
}
