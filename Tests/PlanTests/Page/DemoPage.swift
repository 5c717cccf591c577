import Diagnostics
import ManifestVerifier
import Policy
import Testing
@testable import Plan

/// A plan with everything in it that a page shows: languages that are long, tall or read from the right, and texts of
/// somebody who wants to leave their place.
enum DemoPage {
    static let hostile = """
        </p></div><script>document.title = "ran"</script><img src=x onerror=alert(1)> \u{202E}desrever\u{202C} \
        Z\(String(repeating: "\u{301}\u{323}", count: 60))algo \(String(repeating: "x", count: 300)) \u{200F}end
        """

    static let texts: [(tag: String, old: String?, new: String?)] = [
        (
            "ar", "يرجى تحديث التطبيق إلى الإصدار 3.2.0 للمتابعة.",
            "يرجى تحديث تطبيق Signet إلى الإصدار 3.2.0 للمتابعة. لن يعمل الإصدار السابق."
        ),
        (
            "de", "Bitte aktualisieren Sie die App.",
            "Die Datenschutzgrundverordnungskonformitätsbescheinigung der Donaudampfschifffahrtsgesellschaft erfordert eine Aktualisierung."
        ),
        (
            "en", "Please update the app to go on.",
            "Please update the app to go on: this version is no longer supported."
        ),
        ("fa", "لطفاً برنامه را به‌روز کنید.", "لطفاً برنامه را به‌روز کنید."),
        ("hi", "कृपया ऐप को अपडेट करें।", "कृपया ऐप को अपडेट करें।"),
        ("ja", "アプリを更新してください。", "アプリを更新してください。"),
        ("th", nil, "กรุณาอัปเดตแอปเพื่อใช้งานต่อ เวอร์ชันนี้จะไม่ได้รับการสนับสนุนอีกต่อไปและจะไม่สามารถเปิดใช้งานได้"),
        ("x-stranger", nil, hostile),
    ]

    private static func body(_ isNew: Bool, languages: Int) -> String {
        var entries = texts.compactMap { entry in
            (isNew ? entry.new : entry.old).map { (entry.tag, $0) }
        }
        entries += (0..<max(0, languages - texts.count)).map { ("en-x-\($0)", "The same in every release, \($0).") }
        func object(_ entries: [(String, String)]) -> String {
            "{ " + entries.map { "\"\($0.0)\": \(quoted($0.1))" }.joined(separator: ", ") + " }"
        }
        let same = object([("en", "Please update iOS in the settings."), ("ar", "يرجى تحديث iOS من الإعدادات.")])
        let title = object([("en", "A new version"), ("ar", "إصدار جديد"), ("th", "เวอร์ชันใหม่")])
        let recommended =
            ", \"recommendedAppVersion\": { \"value\": \"3.4\", \"title\": \(title), \"description\": \(same) }"
        return """
            { "minimumOSVersion": { "value": "\(isNew ? "15.0" : "13.5.0")", "description": \(same) },
              "minimumAppVersion": { "value": "\(isNew ? "3.2.0" : "3.0.0")", "description": \(object(entries)) }
              \(isNew ? recommended : "") }
            """
    }

    private static func config(_ isNew: Bool) -> String {
        """
        { "minimumVersion": "3.0.0", "latestVersion": "3.2.0",
          "updateUrl": { "ios": "https://apps.apple.com/app/id123456", "android": "https://play.google.com/store/apps/details?id=com.example.a.very.long.name.of.an.app" },
          "maintenanceMode": \(isNew), "maintenanceMessage": \(isNew ? "\"We are back at 10:00 UTC.\"" : "null") }
        """
    }

    static func documents(_ isNew: Bool, languages: Int = 8) throws -> [ComparedTree.Document] {
        [
            ComparedTree.Document(
                path: try DocumentPath("distribution/availability-ios"), format: .availabilityIOS,
                body: Array(body(isNew, languages: languages).utf8)),
            ComparedTree.Document(
                path: try DocumentPath("api/v1/app-config"), format: .appConfig, body: Array(config(isNew).utf8)),
            try gate(isNew),
        ]
    }

    static func counts(_ devices: Int, blocked: Int = 0, stuck: Int = 0, still: Int = 0, unknown: Int = 0)
        -> Impact.Counts
    {
        var counts = Impact.Counts()
        (counts.devices, counts.newlyBlocked, counts.cannotObey) = (devices, blocked, stuck)
        (counts.stillBlocked, counts.unknown) = (still, unknown)
        counts.newlyRecommended = devices / 10
        return counts
    }

    static var impact: Impact {
        let (now, later) = (Instant(secondsSince1970: 1_795_302_327), Instant(secondsSince1970: 1_796_083_200))
        func moment(_ time: Instant?, _ blocked: Int, _ freed: Int) -> Impact.Moment {
            var counts = counts(2_345_678, blocked: blocked, stuck: 812, still: 8_000, unknown: 3)
            counts.runAgain = freed
            return .init(
                time: time ?? .earliest, counts: counts, blocked: blocked, stuck: 812)
        }
        return Impact(moments: [moment(now, 112_500, 0), moment(later, 340_000, 12_000)])
    }

    static func key() throws -> TrustedKey {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6uEIhgHqDdTf5nKAvKmG7y4RZCnl
            zjgmFKGi3HG7v7I13rWDl9yEZYaf5PfViVxfObTLQBxTv3txb562I7taRg==
            -----END PUBLIC KEY-----

            """
        let key = try PublicKey(pemRepresentation: Array(pem.utf8))
        return TrustedKey(
            id: try #require(KeyID(key.fingerprint.hexadecimal)), name: "production-2026",
            environment: try #require(EnvironmentName("production")), isRevoked: false, publicKey: key)
    }

    /// The page as it is by default, made once.
    static let bytes = Result { try page().bytes }

    /// - Parameters:
    ///   - languages: of one prompt.
    ///   - documents: with a signature each.
    static func page(
        languages: Int = 8, documents count: Int = 6, environments: Int = 2, changes repeated: Int = 0
    ) throws -> PlanPage {
        let pairs = Array(zip(try documents(false, languages: languages), try documents(true, languages: languages)))
        let more = (0..<repeated).map { index in
            var change = Change(
                index % 3 == 0 ? .rule : .member, .ios,
                at: index % 3 == 0 ? "ios.rules.r\(index)" : "member /m\(index)",
                from: nil, to: "a value of number \(index)", documents: ["gate/ios.json"], isDecision: index % 3 == 0)
            if index % 9 == 0 { change.effect = .init(blocks: "app 2.\(index).0, iOS 17") }
            return change
        }
        let changes = more + pairs.flatMap { DocumentComparison($0, $1, platforms: Platform.allCases).changes }
        let compared = pairs.map { ($0, $1, Platform.allCases) }
        let screens = Screen.all(of: compared)
        let date = try #require(SignedDate(secondsSince1970: 1_795_302_327))
        let key = try key()
        let signature = Array("not a signature".utf8)
        let documents = try (0..<count).map { index in
            let body = Array("{ \"number\": \(index) }\n".utf8)
            return PageDocument(
                path: try DocumentPath("distribution/some/folder/document-\(index).json"),
                format: index % 5 == 4 ? .file : .availabilityIOS, byteCount: body.count,
                sha256: SHA256.hash(body).hexadecimal, body: index % 3 == 2 ? nil : body,
                signature: index % 4 == 3
                    ? nil
                    : PageSignature(
                        key: key, profile: .dated, date: date, header: signature, web: nil, sidecar: signature))
        }
        let findings = [
            Finding(
                .missingFile, "policy.json", nil, "\"env.json\" does not exist: \(hostile.prefix(120))",
                hint: "write it, or take the document out of the policy"),
            Finding(
                .hostChanged, "policy.json", nil, "ios.storeURL leads to evil.example: \(hostile.prefix(120))",
                hint: "make sure that the new host is yours"),
            Finding(
                .invalidValue, "Descriptions.xcstrings", nil, "the text in \"th\" is longer than it was",
                isAcknowledged: true),
        ]
        let names = ["production", "staging", "development"].prefix(environments)
        let plan = Plan(
            file: "policy.json", date: date,
            environments: try names.enumerated().map { index, name in
                EnvironmentPlan(
                    name: try #require(EnvironmentName(name)), old: .tree(at: "https://distribution.example.com"),
                    changes: changes, allowed: ["ios.minimumAppVersion from 3.0.0 to 3.2.0"], findings: findings,
                    count: index == 0 ? DeviceReport(population: "fleet.csv", impact: impact) : nil)
            })
        return PlanPage(
            plan,
            plan.environments.map { environment in
                PageEnvironment(environment, screens: screens, documents: documents)
            }, toolVersion: "0.1.0")
    }
}
