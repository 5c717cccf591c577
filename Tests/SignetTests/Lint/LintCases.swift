// Each finding of a policy and its catalog, with a case that is almost the same and sound.

extension LintCase {
    /// What one look at the policy alone tells, code by code.
    static let ofPolicies: [LintCase] = [
        LintCase(
            "syntax", "\"3.1.0\"", "3.1.0", "policy.json:15:48: error: expected \",\" or \"}\"", nearMiss: "\"3.1\""),
        LintCase(
            "unknown-member", "\"maintenance\"", "\"maintenence\"", "unknown member", nearMiss: "\"maintenance\" "),
        LintCase(
            "missing-member", "\"minimumSDKVersion\": { \"value\": 23, \"description\": \"required\" },", "",
            "policy.json:18:18: error: missing member \"minimumSDKVersion\"",
            nearMiss: "\"minimumSDKVersion\": { \"value\": 1, \"description\": \"required\" },"),
        LintCase(
            "missing-member", "\"build\": 30, ", "", "missing member \"minimumAppVersion\" with \"build\"",
            nearMiss: "\"build\": 1, "),
        LintCase(
            "invalid-value", "\"https://dist", "\"http://dist", "policy.json:6:17: error: ", nearMiss: "\"https://d"),
        LintCase("invalid-value", "\"dated\"", "\"date\"", "is not a profile", nearMiss: "\"body\""),
        LintCase(
            "version-grammar", "\"13.5\"", "\"13.5.0.1\"", "policy.json:12:40: error: ", "13.5.0.1",
            nearMiss: "\"5.00\""),
        LintCase("version-grammar", "\"14\"", "14", "expected a string", nearMiss: "\"14.0.0\""),
        LintCase(
            "positive-integer", "23", "\"23\"", "policy.json:20:41: error: expected an integer", nearMiss: "21"),
        LintCase("positive-integer", "\"value\": 31", "\"value\": 0", "0 is not a positive", nearMiss: "\"value\": 30"),
        LintCase(
            "positive-integer", "\"build\": 30", "\"build\": -1", "-1 is not a positive", nearMiss: "\"build\": 1"),
        LintCase(
            "document-path", "\"app-config\": \"app-config\"", "\"app-config\": \"app-config.sig\"",
            "belongs to the tree itself", nearMiss: "\"app-config\": \"app-config.sigs\""),
        LintCase(
            "document-path", "\"notes.txt\":", "\"App-Config\":", "differ only by case", nearMiss: "\"app-configs\":"),
        LintCase(
            "missing-file", "\"notes.txt\" }", "\"note.txt\" }", "policy.json:34:20: error: note.txt: no such file",
            nearMiss: "\"base.json\" }"),
        LintCase(
            "unusable-file", "\"notes.txt\": \"notes.txt\"", "\"notes.json\": \"notes.txt\"", "is not valid JSON",
            nearMiss: "\"notes.jso\": \"notes.txt\""),
        LintCase(
            "unknown-text", "\"title\": \"title\", \"description\": \"recommended\" },\n        \"latest",
            "\"title\": \"titel\", \"description\": \"recommended\" },\n        \"latest", "text \"titel\" is not in",
            nearMiss: "\"title\": \"required\", \"description\": \"recommended\" },\n        \"latest"),
        LintCase(
            "unknown-text", "\"descriptions\": \"Texts.xcstrings\",", "", "but has no catalog",
            nearMiss: "\"descriptions\":\"Texts.xcstrings\","),
        LintCase(
            "minimum-above-recommended", "\"13.5\"", "\"14.1\"",
            "policy.json:12:29: warning: minimumOSVersion 14.1 of ios is above recommendedOSVersion 14",
            nearMiss: "\"14.0.0\""),
        LintCase(
            "minimum-above-recommended", "{ \"value\": 30,", "{ \"value\": 32,",
            "minimumAppVersion 32 of android is above recommendedAppVersion 31", nearMiss: "{ \"value\": 31,"),
        LintCase(
            "minimum-above-latest", "\"build\": 30", "\"build\": 33",
            "the build of minimumAppVersion 33 of ios is above latestAppVersion 32", nearMiss: "\"build\": 32"),
        LintCase(
            "firebase-base-missing", ", \"base\": \"template-base.json\"", "",
            "warning: firebase-template has no base: a deployment replaces the whole template",
            "hint: run firebase remoteconfig:get", nearMiss: ", \"base\":\"template-base.json\""),
        LintCase("syntax", "template-base.json", "notes.txt", "notes.txt:1:1: error: ", nearMiss: "base.json"),
        LintCase(
            "minimum-unchecked", "\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 32 }",
            "\"latestAppVersion\": { \"value\": \"3.2.0\" }",
            "warning: the build of minimumAppVersion of ios is compared with no other",
            nearMiss: "\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 30 }"),
        LintCase(
            "maintenance-unreachable",
            "\"active\": false, \"message\": \"closed\" },\n      \"documents\": {\n        \"availability\": \"availability-{platform}\",\n        \"app-config\": \"app-config\",",
            "\"active\": true, \"message\": \"closed\" },\n      \"documents\": {\n        \"availability\": \"availability-{platform}\",",
            "is closed for maintenance, and none of its documents says so",
            nearMiss:
                "\"active\": true, \"message\": \"closed\" },\n      \"documents\": {\n        \"availability\": \"availability-{platform}\",\n        \"app-config\": \"config-{platform}\","
        ),
        LintCase(
            "placeholder-value", "https://distribution.shop.example", "https://distribution.example.com",
            "warning: ", nearMiss: "https://distribution.shop.invalid"),
        LintCase(
            "maximum-age", "\"36h\"", "\"35h\"",
            "policy.json:9:21: warning: maximumAge of 126000 s is less than three times",
            nearMiss: "\"2d\""),
        LintCase(
            "platforms-disagree",
            "\"versionName\": \"3.0.0\", \"description\": \"required\" },\n        \"recommendedAppVersion\": { \"value\": 31,",
            "\"versionName\": \"3.0.1\", \"description\": \"required\" },\n        \"recommendedAppVersion\": { \"value\": 31,",
            "app-config has one minimumAppVersion for all platforms, but ios has 3.0.0 and android has 3.0.1",
            nearMiss:
                "\"versionName\": \"3.0.0\", \"description\": \"required\" },\n        \"recommendedAppVersion\": { \"value\": 32,"
        ),
        LintCase(
            "document-meaning", "\"notes.txt\": \"notes.txt\"", "\"notes.txt\": \"ring.json\"",
            "policy.json:34:20: error: notes.txt: ", "\"keys\" makes it a key ring",
            nearMiss: "\"ring.txt\": \"notes.txt\""),
    ]

    /// What a look at the catalog tells, code by code.
    static let ofCatalogs: [LintCase] = [
        LintCase(
            "source-language-missing", "\"sourceLanguage\": \"en\"", "\"sourceLanguage\": \"de\"",
            "is missing in the source language \"de\"", nearMiss: "\"sourceLanguage\": \"EN\""),
        LintCase(
            "language-tag", "\"ar\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"تحديث\" }",
            "\"ar_EG\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"تحديث\" }",
            "Texts.xcstrings:14:7: error: text \"title\" has \"ar_EG\"", "hint: write \"ar-EG\"",
            nearMiss: "\"AR\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"تحديث\" }"),
        LintCase(
            "duplicate-language", "\"Update\" } },",
            "\"Update\" } }, \"EN\": { \"stringUnit\": { \"value\": \"Update\" } },",
            "has the same language twice, as \"en\" and as \"EN\"",
            nearMiss: "\"Update now\" } },"),
        LintCase(
            "text-variations", "\"stringUnit\": { \"state\": \"translated\", \"value\": \"Update\" }",
            "\"variations\": {}", "varies by device or plural", nearMiss: "\"stringUnit\": { \"value\": \"Update\" }"),
        LintCase(
            "placeholder", "\"Update\"", "\"Update {version}\"", "unknown placeholder",
            nearMiss: "\"Update {{version}\""),
        LintCase(
            "invisible-character", "\"Update\"", "\"Up\u{202E}date\"", "U+202E", nearMiss: "\"Up\\ndate\""),
        LintCase("leftover-text", "\"Update\"", "\"TODO Update\"", "TODO", nearMiss: "\"Todos Update\""),
        LintCase("empty-text", "\"Update\"", "\"\"", "empty", nearMiss: "\"!\""),
        LintCase("spaces", "\"Update\"", "\"Update \"", "space", nearMiss: "\"Update it\""),
        LintCase("latin-words", "تحديث\"", "تحديث Update\"", "Update", nearMiss: "تحديث iOS\""),
        LintCase(
            "unreviewed-text", "\"translated\", \"value\": \"Update\"", "\"needs_review\", \"value\": \"Update\"",
            "needs_review", nearMiss: "\"stale\", \"value\": \"Update\""),
        LintCase(
            "wrong-store", "\"Update\"", "\"Get it in the App Store\"", "App Store", nearMiss: "\"Get it in the store\""
        ),
        LintCase(
            "identical-text", "يُرجى التحديث.", "Please update.", "ar", nearMiss: "يُرجى التحديث!"),
        LintCase(
            "languages-missing", "\"Update\" } },",
            "\"Update\" } }, \"cy\": { \"stringUnit\": { \"value\": \"Diweddaru\" } },", "cy",
            nearMiss: "\"Updates\" } },"),
    ]
}
