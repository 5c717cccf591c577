import ManifestVerifier
import Plan

extension DemoPage {
    /// Rules of every kind, with texts of somebody who wants to leave their place: some change, one goes, many stay.
    static func gate(_ isNew: Bool) throws -> ComparedTree.Document {
        func object(_ entries: [(String, String?)]) -> String {
            "{ " + entries.compactMap { tag, text in text.map { "\"\(tag)\": \(quoted($0))" } }.joined(separator: ", ")
                + " }"
        }
        let texts = object(texts.map { ($0.tag, isNew ? $0.new : $0.old) })
        let title = object([("en", isNew ? hostile : "Winter"), ("ar", "شتاء")])
        let sorry = object([("en", "Your iPhone is too old."), ("x-stranger", hostile)])
        let strangers = quoted("\u{202E}</h5><b>" + String(repeating: "x", count: 300))
        var rules = [
            """
            { "id": "winter", "when": { "app": "<3.2.0", "channel": ["beta", \(strangers)] }, "then": "recommended",
              "requiredFrom": "2026-12-01T00:00:00Z", "grace": "7d", "title": \(title), "description": \(texts),
              "orElse": \(sorry), "url": "https://www.example.com/winter" }
            """,
            """
            { "id": "bad", "when": { "app": "\(isNew ? "2.3.1...2.3.5" : "2.3.1...2.3.4")" }, "then": "required",
              "description": { "en": "This version loses data.", "ar": "هذا الإصدار يفقد البيانات." } }
            """,
            isNew
                ? """
                { "id": "tonight", "then": "maintenance", "scope": "payments",
                  "message": { "en": "Back at 10:00 UTC." } }
                """ : #"{ "id": "gone", "then": "required", "description": { "en": "Please go." } }"#,
            #"{ "id": "testers", "when": { "channel": "beta" }, "then": "available" }"#,
        ]
        rules += (0..<25).map { number in
            """
            { "id": "same-\(number)", "when": { "app": "0.\(number)" }, "then": "required",
              "description": { "en": "The same as ever, \(number)." } }
            """
        }
        let body = """
            { "gate": 1, "platform": "ios", "latest": [ { "app": "3.2.0", "os": ">=15" } ],
              "rules": [ \(rules.joined(separator: ",\n")) ] }
            """
        return ComparedTree.Document(path: try DocumentPath("gate/ios.json"), format: .gateIOS, body: Array(body.utf8))
    }

    /// A text as JSON.
    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}
