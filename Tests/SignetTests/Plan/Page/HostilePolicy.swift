import Foundation
import Testing
import TestSupport

/// A policy in which every text and name that a pull request can set tries to leave its place. All have `P!WN` in them.
enum HostilePolicy {
    static let texts = [
        "<script>globalThis.pwned = 1 // P!WN</script>", "</script><script>globalThis.pwned = 1 // P!WN",
        "]]><!--P!WN", "--><img src=x onerror=globalThis.pwned=1>P!WN", "\"><svg onload=globalThis.pwned=1>P!WN",
        "' onmouseover='globalThis.pwned=1' P!WN", "javascript:globalThis.pwned=1//P!WN",
        "&lt;b&gt;P!WN&#60;b&#62;&amp",
        "</bdi></code></p></li></ul></section><h2>P!WN</h2>", "\u{2713} verified again: SHA-256, header and .sig P!WN",
        "P!WN</style><template><base href=https://x.example><math><mtext>",
        "P!WN" + String(repeating: "\u{301}", count: 8_000) + "P!WN",
    ]

    /// What no text may have and an acknowledgement can.
    static let names = texts + ["\u{202E}P!WN", "P!WN\u{200B}", "P!WN\0", "a\r\nP!WN", "P!WN\u{FEFF}\u{E0041}"]

    static let network = "<img src=x onerror=globalThis.pwned=1>P!WN\u{202E}"
    static let policyName = "<img src=x onerror=globalThis.pwned=1>P!WN&amp;\".json"

    private static let languages = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl", "cs"]

    /// The policy; a harmless one is published before.
    static func policy(isHostile: Bool) throws -> String {
        let text = Dictionary(
            uniqueKeysWithValues: zip(languages, isHostile ? texts : languages.map { "Update \($0)" }))
        let minimum = isHostile ? "3.1.0" : "3.0.0"
        let url = "https://apps.apple.com/app/id1" + (isHostile ? "?x='onload=P!WN'&y=%3Cscript%3E" : "")
        var environment: [String: Any] = [
            "origin": "https://distribution.example.com", "profile": "dated", "envelopes": ["headers"],
            "ios": [
                "storeURL": url, "minimumOSVersion": ["value": "13.0", "description": text],
                "minimumAppVersion": ["value": minimum, "build": 40000, "description": text],
                "recommendedAppVersion": ["value": "3.2.0", "title": text, "description": text],
                "latestAppVersion": ["value": "3.2.0", "build": 41000],
                "latest": [["app": "3.2.0"]],
                "rules": [
                    [
                        "id": "winter", "when": ["app": "<3.2.0", "channel": [text["en"], text["fr"]]],
                        "then": "recommended", "grace": "7d", "title": text, "description": text, "orElse": text,
                        "url": url,
                    ],
                    ["id": "tonight", "then": "maintenance", "scope": "payments", "message": text],
                ],
            ],
            "android": [
                "storeURL": "https://play.google.com/store/apps/details?id=a",
                "minimumSDKVersion": ["value": 23, "description": text],
                "minimumAppVersion": ["value": 8, "versionName": minimum, "description": text],
                "latestAppVersion": ["value": 9, "versionName": "3.2.0"],
            ],
            "maintenance": ["active": isHostile, "message": ["en": text["de"]]],
            "documents": [
                "availability": "distribution/availability-{platform}", "app-config": "api/v1/app-config",
                "gate": "gate/{platform}.json",
                "environment-config": [
                    "path": "env.json", "base": "base.json", "environments": [network: "production"],
                ],
            ],
        ]
        if isHostile {
            environment["allow"] = names.map { ["code": "devices-freed", "at": $0, "from": $0, "to": $0] }
        }
        let policy = try JSONSerialization.data(
            withJSONObject: ["environments": ["production": environment]], options: [.sortedKeys])
        return String(decoding: policy, as: UTF8.self)
    }

    /// A project in which the hostile policy is built, and the harmless one is `former`.
    static func project() throws -> Project {
        let project = try Project(policy: policy(isHostile: false))
        let base = try JSONSerialization.data(withJSONObject: ["environments": [network: [String: String]()]])
        try project.folder.write("base.json", [UInt8](base))
        try project.keepFormer(then: policy(isHostile: true))
        try project.folder.write(policyName, project.folder.text("policy.json"))
        try project.expectDone(["build"])
        return project
    }
}
