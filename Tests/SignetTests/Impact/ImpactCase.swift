import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// A change of a policy and the devices that it concerns.
struct ImpactCase {
    let project: Project

    /// - Parameter documents: the documents of the policy that is live; all that decide when nil.
    init(documents: String? = nil) throws {
        project = try LintCase.project()
        if let documents { try setDocuments(documents) }
        try project.expectDone(["build", "--output", "published", "--at", "2026-08-03T10:00:00Z"])
    }

    /// Replaces the documents of the policy.
    func setDocuments(_ documents: String) throws {
        let policy = try project.folder.text("policy.json")
        let start = try #require(policy.range(of: "\"documents\": {"))
        let end = try #require(policy.range(of: "\n      }\n    }", options: .backwards))
        try project.folder.write(
            "policy.json", policy[..<start.upperBound] + documents + policy[end.lowerBound...])
    }

    /// Changes the policy.
    func change(_ old: String, _ new: String) throws { try project.change("policy.json", old, new) }

    /// What `signet impact` says of devices: the numbers by name, or the whole result.
    func result(
        _ devices: [String], columns: String = "platform,os,app,devices", _ words: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSONValue {
        try write(devices, columns: columns)
        return try project.expectDone(
            ["impact", "published", "--population", "fleet.csv", "--json"] + words, sourceLocation: sourceLocation
        ).json
    }

    /// Writes the devices as the population `fleet.csv`.
    func write(_ devices: [String], columns: String = "platform,os,app,devices") throws {
        try project.folder.write("fleet.csv", ([columns] + devices).map { $0 + "\n" }.joined())
    }
}

extension JSONValue {
    /// The numbers of devices that are not 0, without that of all.
    var told: [String: Int] {
        get throws {
            let members = try JSONObject(#require(self["total"])).members
            let numbers = try members.map { ($0.name, try $0.value.asInteger()) }
            return Dictionary(uniqueKeysWithValues: numbers).filter { $0.key != "devices" && $0.value != 0 }
        }
    }

    /// What blocks: the kind, the bound and how many devices.
    var causes: [String] {
        get throws {
            try #require(self["causes"]).asArray().map { cause in
                let bound = try cause["bound"]?.asString() ?? "-"
                let count = try #require(cause["counts"]?["newlyBlocked"])
                let kind = try #require(cause["kind"]).asString()
                return try "\(kind) \(bound) \(count.asInteger())"
            }
        }
    }

    /// The values of one dimension in their order, `-` for those that are not listed.
    func values(_ dimension: String) throws -> [String] {
        try #require(self["by"]?[dimension]).asArray().map { row in
            if case .null = try #require(row["value"]).content { return "-" }
            return try #require(row["value"]).asString()
        }
    }
}
