import ManifestVerifier
import Testing
import TestSupport

@Suite struct PolicyTableTests {
    private static let tables: [(head: String, path: [String])] = [
        ("at the top", []), ("in an environment", ["environment"]), ("in `ios`", ["environment", "ios"]),
        ("in a rule", ["ios-rule"]), ("in `when`", ["ios-when"]),
    ]

    @Test(arguments: tables)
    func `a table of the policy's article has the members that the parser reads`(head: String, path: [String]) throws {
        let schema = try JSONParser.parse(Array(signet(["schema", "policy"], in: TemporaryFolder()).output.utf8))
        var object = schema
        for (index, name) in path.enumerated() {
            object = try #require(index == 0 ? schema["$defs"]?[name] : object["properties"]?[name])
        }
        let members = try JSONObject(#require(object["properties"])).members.map(\.name)
        #expect(try Set(names(below: head)) == Set(members), "\(head)")
    }

    /// The names in the first column of a table, as far as they are for iOS.
    private func names(below head: String) throws -> [String] {
        let article = try Article(path: "Sources/signet/signet.docc/Policy.md")
        let lines = article.text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| \(head)") })
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        return rows.flatMap { row in
            let cell = row.split(separator: "|")[0].split(separator: "on Android")[0]
            return cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }
}
