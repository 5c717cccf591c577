// Each finding of rules, with a case that is almost the same and sound.

extension LintCase {
    /// What one look at the rules alone tells, code by code; of the policy with gate documents.
    static let ofRules: [LintCase] = [
        LintCase(
            "rules-unreachable", "\"gate\": \"gate/{platform}.json\"", "\"files\": { \"notes.txt\": \"notes.txt\" }",
            "policy.json:15:11: error: ios has rules, and environment \"production\" has no document for them",
            "hint: add \"gate\": \"gate/{platform}.json\" to \"documents\"", nearMiss: "\"gate\": \"rules/{platform}\""),
        LintCase(
            "rule-shadowed", "[\"2.3.1...2.3.4\", \"2.4.0\"]", "[\"2.3.1...2.3.4\", \"<=2.4.0\", \"2.4...3.2\"]",
            "policy.json:18:11: warning: rule \"winter\" of ios never decides: \"bad-2.3\" (policy.json:16:11) always decides",
            "hint: the first rule that matches decides", nearMiss: "[\"2.3.1...2.3.4\", \"2.4.0\", \"2.4.1\"]"),
        LintCase(
            "rule-shadowed", "{ \"id\": \"winter\"", "\(covering("2.0...3.2")), { \"id\": \"winter\"",
            "rule \"winter\" of ios never decides: \"bad-2.3\", \"a\", \"b\" (policy.json:16:11) always decide",
            nearMiss: "\(covering("2.0.1...3.1")), { \"id\": \"winter\""),
        LintCase(
            "rule-shadowed", "{ \"id\": \"tonight\"",
            "{ \"id\": \"all\", \"then\": \"available\" }, { \"id\": \"tonight\"",
            "never decides: \"all\" (policy.json:24:11) always decides before it",
            nearMiss:
                "{ \"id\": \"all\", \"when\": { \"channel\": \"dev\" }, \"then\": \"available\" }, { \"id\": \"tonight\""
        ),
        LintCase(
            "rule-shadowed", "{ \"id\": \"bad-2.3\"",
            "{ \"id\": \"uk\", \"when\": { \"region\": [\"IE\", \"GB\"], \"channel\": \"beta\", \"model\": \"iPad7,1\", "
                + "\"until\": \"2036-01-01T00:00:00Z\" }, \"then\": \"available\" }, { \"id\": \"ipad\", \"when\": { "
                + "\"region\": \"IE\", \"channel\": \"beta\", \"model\": \"iPad7,1\", \"until\": \"2035-01-01T00:00:00Z\" }, "
                + "\"then\": \"available\" }, { \"id\": \"bad-2.3\"",
            "rule \"ipad\" of ios never decides: \"uk\"",
            nearMiss:
                "{ \"id\": \"uk\", \"when\": { \"region\": \"IE\", \"model\": \"iPad7,1\" }, \"then\": \"available\" }, "
                + "{ \"id\": \"ipad\", \"when\": { \"region\": \"IE\", \"model\": \"iPad7,*\" }, \"then\": \"available\" }, "
                + "{ \"id\": \"bad-2.3\""),
        LintCase(
            "latest-blocked", "[\"2.3.1...2.3.4\", \"2.4.0\"]", "\">=2.3.1\"",
            "policy.json:16:11: warning: rule \"bad-2.3\" of ios blocks 3.2.0 as well, the newest version in \"latest\"",
            "hint: people would update and be blocked again: end the range below 3.2.0", nearMiss: "\"2.3.1...2.9.3\""),
        LintCase(
            "or-else-missing", "\"2.4.0\"], \"os\": \">=13.5\"", "\"2.4.0\"], \"os\": \">=13\"",
            "policy.json:16:11: warning: rule \"bad-2.3\" of ios requires an update that devices with iOS 13 cannot get",
            "hint: say in \"orElse\" what these people can do", nearMiss: "\"2.4.0\"], \"os\": \">=14\""),
        LintCase(
            "or-else-missing", "{ \"value\": 30, \"versionName\": \"3.0.0\", \"description\": \"required\" }",
            "{ \"value\": 30, \"versionName\": \"3.0.0\", \"description\": \"required\" }, \"latest\": "
                + "[{ \"app\": \"3.2\", \"sdk\": \">=29\", \"build\": 32 }]",
            "rule \"minimum-app\" of android requires an update that devices with SDK level 23 cannot get",
            nearMiss:
                "{ \"value\": 30, \"versionName\": \"3.0.0\", \"description\": \"required\", \"orElse\": \"recommended\" }, "
                + "\"latest\": [{ \"app\": \"3.2\", \"sdk\": \">=29\", \"build\": 32 }]"),
        LintCase(
            "rule-text-missing", "\"title\": \"title\", \"description\": \"required\", ", "\"title\": \"title\", ",
            "policy.json:16:11: warning: rule \"bad-2.3\" of ios tells people nothing: it has no \"description\"",
            "hint: add one", nearMiss: "\"description\": \"required\", "),
        LintCase(
            "share-steps", "Z\", 100]", "Z\", 50]",
            "policy.json:21:56: warning: the share of rule \"staged\" ends at 50 %",
            "hint: the others never match: add a last step with 100", nearMiss: "Z\", 100.0]"),
        LintCase(
            "share-steps", "0.25]", "100], [\"2036-12-02T00:00:00Z\", 5]", "goes back from 100 % to 5 %",
            nearMiss: "0.25], [\"2036-12-02T00:00:00Z\", 5]"),
        LintCase(
            "share-steps", "0.25], [\"2036-12-03T00:00:00Z\", 100]", "0]", "is 0 % at every step",
            nearMiss: "0], [\"2036-12-03T00:00:00Z\", 100]"),
        LintCase(
            "share-steps", "{ \"app\": \"<3.3.0\",", "{ \"until\": \"2036-12-03T00:00:00Z\", \"app\": \"<3.3.0\",",
            "has a step at 2036-12-03T00:00:00Z, when the rule has ended",
            nearMiss: "{ \"until\": \"2036-12-03T00:00:01Z\", \"app\": \"<3.3.0\","),
        LintCase(
            "rule-gap", "{ \"id\": \"staged\", \"when\": { ",
            "{ \"id\": \"staged\", \"when\": { \"from\": \"2036-12-02T00:00:00Z\", ",
            "warning: rule \"tonight\" of ios ends at 2036-12-02T00:00:00Z, when \"staged\" begins",
            "hint: a device with an old document is told neither: put \"staged\" before \"tonight\"",
            nearMiss: "{ \"id\": \"staged\", \"when\": { \"from\": \"2036-12-02T00:00:01Z\", "),
        LintCase(
            "required-until", "\"2.4.0\"], \"os\": \">=13.5\" }, \"then\": \"required\",",
            "\"2.4.0\"], \"os\": \">=13.5\", \"until\": \"2036-12-09T00:00:00Z\" }, \"then\": \"required\",",
            "warning: rule \"bad-2.3\" of ios requires an update until 2036-12-09T00:00:00Z",
            "hint: a user who sets the clock forward is not blocked: leave \"until\" out",
            nearMiss:
                "\"2.4.0\"], \"os\": \">=13.5\", \"from\": \"2036-12-09T00:00:00Z\" }, \"then\": \"required\","),
        LintCase(
            "salt-reused", "\"model\": \"iPhone8,*\"",
            "\"share\": { \"salt\": \"3.3.0\", \"steps\": [[\"2036-12-01T00:00:00Z\", 100]] }",
            "policy.json:21:56: warning: rules \"winter\" and \"staged\" share the salt \"3.3.0\"",
            "hint: the same devices would be first in both",
            nearMiss: "\"share\": { \"salt\": \"3.2.0\", \"steps\": [[\"2036-12-01T00:00:00Z\", 100]] }"),
    ]

    /// Two rules that take the versions of an app among them.
    private static func covering(_ second: String) -> String {
        """
        { "id": "a", "when": { "os": ">=15", "app": "<=2.0" }, "then": "required", "description": "required" },
        { "id": "b", "when": { "os": ">=15", "app": "\(second)" }, "then": "required", "description": "required" }
        """
    }
}
