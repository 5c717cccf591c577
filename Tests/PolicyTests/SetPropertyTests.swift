import Diagnostics
import Foundation
import ManifestVerifier
import Policy
import Testing
import TestSupport

/// Values that can replace each other, by their place.
private let replacements: [(path: String, values: [String])] = [
    ("production.origin", ["https://distribution.example.com", "https://b.example"]),
    ("production.profile", ["dated", "body"]),
    ("production.resignAfter", ["12h", "6h"]),
    ("production.cacheControl.availability", ["public, max-age=60", "no-store"]),
    ("production.ios.minimumOSVersion", ["13.5.0", "99"]),
    ("production.ios.minimumAppVersion", ["3.0.0", "3.20"]),
    ("production.ios.minimumAppVersion.build", ["40000", "41000"]),
    ("production.ios.minimumAppVersion.description", ["app", "true"]),
    ("production.android.minimumAppVersion", ["8", "9"]),
    ("production.android.minimumAppVersion.versionName", ["3.0.0", "3"]),
    ("production.maintenance.active", ["false", "true"]),
    ("production.documents.availability", ["a-{platform}", "b-{platform}"]),
    ("staging.ios.minimumAppVersion.value", ["3.1.0", "4"]),
]

/// Members that are not there, with a value for each.
private let additions = [
    "production.envelopes=[\"headers\", \"jws\"]", "production.cacheControl.files=no-cache",
    "production.ios.minimumOSVersion.demise=true", "production.ios.minimumAppVersion.demise=false",
    "production.ios.storeURL=https://apps.example/1", "production.ios.latestAppVersion=3.2.0",
    "production.android.storeURL=https://play.example/a", "production.android.minimumAppVersion.description=app",
    "production.documents.app-config=api/v1/app-config", "staging.resignAfter=1h", "staging.android=null",
    "staging.ios.minimumAppVersion.build=50000", "staging.ios.minimumOSVersion.value=14",
]

private func edited(_ text: String, _ words: String...) throws -> String {
    var edit = try PolicyEdit(Array(text.utf8), file: "policy.json")
    for word in words { try edit.make(RequestedChange(word) ?? RequestedChange(removing: word)) }
    return String(decoding: try edit.finished().bytes, as: UTF8.self)
}

@Suite struct SetPropertyTests {
    @Test(arguments: 0..<Fuzz.rounds(60))
    func `a value that is set changes only its own bytes, and setting it back gives the same ones`(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        let policy = try OddPolicy(&random).text
        for (path, values) in replacements {
            let changed = try edited(policy, "\(path)=\(values[1])")
            let (old, new) = (Array(policy.utf8), Array(changed.utf8))
            let start = zip(old, new).prefix { $0 == $1 }.count
            let rest = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
            #expect(
                start + rest <= new.count && new.count - start - rest <= values[1].utf8.count + 2, "\(path): \(changed)"
            )
            #expect(try edited(changed, "\(path)=\(values[0])") == policy, "\(path)")
        }
    }

    @Test(arguments: 0..<Fuzz.rounds(60))
    func `a member that is added and removed again leaves no trace`(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        let policy = try OddPolicy(&random).text
        for addition in additions {
            let path = String(addition.prefix { $0 != "=" })
            let changed = try edited(policy, addition)
            #expect(changed.utf8.count > policy.utf8.count)
            // What was made around it goes with it.
            let outer = path == "staging.ios.minimumOSVersion.value" ? "staging.ios.minimumOSVersion" : path
            #expect(Array(try edited(changed, outer).utf8) == Array(policy.utf8), "\(addition):\n\(changed)")
        }
    }

    @Test(arguments: 0..<Fuzz.rounds(60))
    func `any member can go, and the comments stay`(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        let policy = try OddPolicy(&random).text
        for path in [
            "production.profile", "production.cacheControl", "production.ios.minimumOSVersion", "production.ios",
            "production.ios.minimumAppVersion.build", "production.ios.minimumAppVersion.description",
            "production.android.minimumAppVersion", "production.maintenance", "production.documents.files",
            "staging.ios.minimumAppVersion", "staging.ios",
        ] {
            let changed = try edited(policy, path)
            var before = try JSONParser.parse(Array(policy.utf8), allowsComments: true)
            before.remove(["environments"] + path.split(separator: ".").map(String.init))
            let after = try JSONParser.parse(Array(changed.utf8), allowsComments: true)
            #expect(JSONWriter.bytes(of: after) == JSONWriter.bytes(of: before), "\(path):\n\(changed)")
        }
    }

    @Test func `the time of an edit grows with the policy and not with its square`() throws {
        func time(_ count: Int) throws -> Double {
            let names = (0..<count).map { "{ \"code\": \"spaces\", \"at\": \"name \($0)\" }" }.joined(separator: ",\n")
            let policy = """
                { "environments": { "production": {
                  "allow": [\(names)], "origin": "https://a.example", "documents": { "availability": "a" } } } }
                """
            var edit = try PolicyEdit(Array(policy.utf8), file: "policy.json")
            let change = try #require(RequestedChange("production.profile=dated"))
            return try threadSeconds { try edit.make(change) }
        }
        _ = try time(100)
        let (small, large) = (try time(500), try time(5_000))
        #expect(large < small * 60, "\(small), then \(large)")
    }
}

extension JSONValue {
    /// Removes the member at a path of names.
    fileprivate mutating func remove(_ names: [String]) {
        guard case .object(var members) = content, let index = members.firstIndex(where: { $0.name == names[0] }) else {
            return
        }
        if names.count == 1 {
            members.remove(at: index)
        } else {
            members[index].value.remove(Array(names.dropFirst()))
        }
        content = .object(members)
    }
}
