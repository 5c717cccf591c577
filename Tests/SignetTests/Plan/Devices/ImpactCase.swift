import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// A change of a policy and the devices that it concerns.
struct ImpactCase {
    let project: Project

    /// - Parameter documents: the documents of the policy that is live; all that decide when nil.
    init(documents: String? = nil) throws {
        project = try TeamCase.project()
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

    /// What `signet plan` says of the one environment and its devices.
    func result(
        _ devices: [String], columns: String = "platform,os,app,devices", _ words: [String] = []
    ) throws -> JSONValue {
        try write(devices, columns: columns)
        return try project.impact(["published"] + words)
    }

    /// Writes the devices as the population `fleet.csv`.
    func write(_ devices: [String], columns: String = "platform,os,app,devices") throws {
        try project.folder.write("fleet.csv", ([columns] + devices).map { $0 + "\n" }.joined())
    }
}

extension Project {
    /// What `signet plan` says of an environment and the devices of a population, `fleet.csv` unless another is named.
    func impact(_ words: [String], population: String = "fleet.csv") throws -> JSONValue {
        let result = try run(["plan"] + words + ["--population", population, "--json"])
        #expect([0, 1].contains(result.status), "\(result.errors)")
        return try #require(try result.json["environments"]?.asArray().first)
    }
}

extension JSONValue {
    /// What is so now.
    var now: JSONValue { get throws { try #require(self["impact"]?["moments"]?.asArray().first) } }

    /// The numbers of devices that are told something else and are not 0.
    var told: [String: Int] { get throws { try #require(now["counts"]).differences } }

    /// The numbers that are not 0 of what a change does.
    var differences: [String: Int] {
        get throws {
            let numbers = try JSONObject(self).members.map { ($0.name, try $0.value.asInteger()) }
            return Dictionary(uniqueKeysWithValues: numbers).filter { name, number in
                !["devices", "required", "maintenance", "recommended"].contains(name) && number != 0
            }
        }
    }

    /// The changes that block devices now: where a policy says them, and how many devices.
    var blocking: [String] {
        get throws {
            try #require(self["changes"]).asArray().compactMap { change in
                let count = try change["devices"]?.asArray().first?["newlyBlocked"]?.asInteger() ?? 0
                return count == 0 ? nil : "\(try #require(change["at"]).asString()) \(count)"
            }
        }
    }
}
