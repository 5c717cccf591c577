import Foundation
import TestSupport

/// The policy of one environment, made at random, with what its documents must say.
struct RandomEnvironment {
    let name: String
    let minimum: String
    let recommended: String
    let latest: String
    let system: String
    let sdk: Int
    let codes: [Int]
    let build: Int
    let storeURL: (ios: String, android: String)
    let isClosed: Bool
    /// A text in each language, as the catalog has it and as each platform shows it.
    let texts: [String: [(language: String, source: String, ios: String, android: String)]]

    init(_ name: String, _ random: inout RandomValues) {
        self.name = name
        let (lowest, middle) = (random.version(), 0)
        let higher = random.version(above: lowest.numbers)
        minimum = lowest.spelling
        recommended = higher.spelling
        latest = random.version(above: higher.numbers).spelling
        system = random.pick(["13", "13.5", "5.00", "15.0.1", "99"])
        sdk = random.number(1...40)
        let code = random.number(1...1_000_000)
        codes = [code, code + random.number(middle...9), code + 10]
        build = random.number(1...2_100_000_000)
        storeURL = (
            "https://apps.apple.com/app/id\(random.number(1...999))",
            "https://play.google.com/store/apps/details?id=a.b&hl=\(random.number(1...9))"
        )
        isClosed = random.once(in: 2)
        let fillings = [
            ("{minimumAppVersion}", minimum, minimum), ("{latestAppVersion}", latest, latest),
            ("{minimumOSVersion}", system, "\(sdk)"), ("{storeURL}", storeURL.ios, storeURL.android), ("{{", "{", "{"),
        ]
        var texts: [String: [(language: String, source: String, ios: String, android: String)]] = [:]
        for key in ["required", "title", "recommended", "closed"] {
            texts[key] = random.languages().map { language in
                var text = (language: language, source: "", ios: "", android: "")
                for _ in 0...random.number(0...2) {
                    let plain = random.text()
                    text.source += plain
                    text.ios += plain
                    text.android += plain
                    // The message of a maintenance is for all platforms: what differs has no value there.
                    let filling = random.pick(key == "closed" ? Array(fillings[..<2]) + [fillings[4]] : fillings)
                    text.source += filling.0
                    text.ios += filling.1
                    text.android += filling.2
                }
                return text
            }
        }
        self.texts = texts
    }

    /// The key of a text in a catalog of many environments.
    func key(_ text: String) -> String { "\(name)/\(text)" }

    /// The environment's part of the policy.
    var policy: [String: Any] {
        func version(_ value: Any, _ more: [String: Any] = [:]) -> [String: Any] {
            ["value": value].merging(more) { $1 }
        }
        let required = ["description": key("required")]
        let recommending = ["title": key("title"), "description": key("recommended")]
        let ios: [String: Any] = [
            "storeURL": storeURL.ios, "minimumOSVersion": version(system, required),
            "minimumAppVersion": version(minimum, ["description": key("required"), "build": build]),
            "recommendedAppVersion": version(recommended, recommending), "latestAppVersion": version(latest),
        ]
        let android: [String: Any] = [
            "storeURL": storeURL.android, "minimumSDKVersion": version(sdk, required),
            "minimumAppVersion": version(codes[0], ["description": key("required"), "versionName": minimum]),
            "recommendedAppVersion": version(
                codes[1], recommending.merging(["versionName": recommended]) { $1 }),
            "latestAppVersion": version(codes[2], ["versionName": latest]),
        ]
        return [
            "origin": "https://\(name).example", "ios": ios, "android": android,
            "maintenance": ["active": isClosed, "message": key("closed")],
            "documents": [
                "availability": "availability-{platform}", "app-config": "app-config",
                "remote-config": "remote-{platform}", "firebase-template": "template",
                "environment-config": ["path": "env", "base": "base.json", "environments": ["main": name]],
            ],
        ]
    }
}
