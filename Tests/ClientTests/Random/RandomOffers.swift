import ManifestVerifier
import TestSupport
@testable import VectorTests

extension RandomCases {
    /// Indices of web bundles, each with devices that have some of them, in the form of `offers.json` with the verdicts of Swift.
    mutating func offers(_ count: Int) throws -> JSONValue {
        var (documents, cases) = ([JSONMember](), [JSONValue]())
        while cases.count < count {
            let name = "\(documents.count)"
            documents.append(JSONMember(name, .string(index())))
            for _ in 0..<5 where cases.count < count { cases.append(device(of: name)) }
        }
        let unanswered = file(cases, documents: documents)
        let vectors = try VectorFile(JSONWriter.bytes(of: unanswered))
        let answered = try zip(vectors.cases, unanswered["cases"]?.asArray() ?? []).map { members, one in
            let bundleCase = try BundleCase(members)
            return try one.with("verdict", bundleCase.verdict(vectors.document(bundleCase.index)))
        }
        return unanswered.with("cases", .array(answered))
    }

    private mutating func index() -> String {
        // One version twice, which is no index.
        var left = Self.versions + (random.chance(25) ? Self.versions : [])
        func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }
        func take(_ self: inout Self) -> String { left.remove(at: self.random.number(below: left.count)) }
        let bundles = (0..<random.number(below: 4)).map { _ in entry(take(&self), "") }
        let offers = (0..<random.number(below: 3)).map { _ in entry(take(&self), #", "when": \#(conditions())"#) }
        var members = [#""bundles": \#(list(bundles))"#, #""offers": \#(list(offers))"#]
        for name in ["halted", "withdrawn", "retired"] where name == "withdrawn" || random.chance(40) {
            members.append(#""\#(name)": \#(list((0..<random.number(below: 3)).map { _ in "\"\(take(&self))\"" }))"#)
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func entry(_ version: String, _ rest: String) -> String {
        // Both have a range of one form, since each client reads those of its own platform alone.
        let shells = ["ios", "android"].filter { _ in random.chance(85) }.map { #""\#($0)": \#(range())"# }
        return #"{"version": "\#(version)", "url": "v\#(version).zip", "sha256": "\#(Self.digest)", "size": 100, "#
            + #""signature": "MAYCAQECAQE=", "shells": {\#(shells.joined(separator: ", "))}, "#
            + #""files": "\#(random.chance(80) ? Self.digest : Self.otherDigest)"\#(rest)}"#
    }

    private mutating func range() -> String {
        let (low, high) = (random.number(below: Self.shells.count), random.number(below: Self.shells.count))
        let maximum = random.chance(40) ? #", "max": "\#(Self.shells[max(low, high)])""# : ""
        return #"{"min": "\#(Self.shells[low])"\#(maximum)}"#
    }

    private mutating func conditions() -> String {
        let channels = [
            #"["beta"]"#, #"["beta", "internal"]"#, #"["Beta"]"#, #"["é"]"#, "[]", #"[1]"#, #""beta""#, "null",
        ]
        var members: [String] = []
        if random.chance(60) { members.append(#""share": \#(random.share())"#) }
        if random.chance(50) { members.append(#""channels": \#(random.pick(channels))"#) }
        if random.chance(8) { members.append(#""country": ["GB"]"#) }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func device(of index: String) -> JSONValue {
        func text(_ name: String, _ values: [String], _ percent: Int, _ self: inout Self) -> [JSONMember] {
            self.random.chance(percent) ? [JSONMember(name, .string(self.random.pick(values)))] : []
        }
        let installs = [
            "1370479072d03c5f5b26c141461a0948", "41fdb8041afdb645e8403e242a917cee", String(repeating: "0", count: 32),
        ]
        var device = text("platform", ["ios", "android"], 100, &self) + text("shell", Self.shells, 100, &self)
        device +=
            text("install", installs, 85, &self) + text("channel", ["beta", "internal", "e\u{301}", ""], 60, &self)
        var left = Self.versions
        let stored = (0..<random.number(below: 4)).map { _ in
            let low = random.number(below: Self.shells.count)
            let version = left.remove(at: random.number(below: left.count))
            return JSONValue.object(
                [JSONMember("version", .string(version))]
                    + text("is", ["confirmed", "confirmed", "downloaded", "trial"], 100, &self)
                    + [JSONMember("min", .string(Self.shells[low]))]
                    + text("max", Array(Self.shells[low...]), 30, &self) + text("files", [Self.digest], 50, &self))
        }
        let failed = Self.versions.filter { _ in random.chance(15) }.map { JSONValue.string($0) }
        return .object(
            [JSONMember("index", .string(index)), JSONMember("device", .object(device))]
                + text("embedded", Self.versions, 100, &self)
                + [JSONMember("stored", .array(stored)), JSONMember("failed", .array(failed))]
                + [
                    JSONMember("signed", .string(moment())), JSONMember("now", .string(moment())),
                    JSONMember("fetched", JSONValue(.bool(random.chance(80)))), JSONMember("verdict", .object([])),
                ])
    }

    private static let versions = [
        "1.4.0", "1.5.0", "1.5.1-rc.1", "1.5.1-rc.10", "1.5.1-rc.x", "1.5.1", "1.6.0", "1.10.0", "2.0.0-beta",
        "2.0.0", "2.0.1", "10.0.0",
    ]
    private static let shells = ["1", "2.0.0", "2.1", "2.1.0", "2.9.9", "3.0", "10.0.1"]
    private static let digest = String(repeating: "ab", count: 32)
    private static let otherDigest = String(repeating: "ef", count: 32)
}
