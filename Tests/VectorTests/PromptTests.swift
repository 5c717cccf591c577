import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestSupport

@Test func `advice is shown as often as the vectors say`() async throws {
    for var members in try VectorFile("prompts.json").cases {
        let name = try members.text("name")
        let interval = TimeInterval(try members.integer("interval"))
        let steps = try members.elements("steps")
        try members.end()
        let folder = try TemporaryFolder()
        let time = Locked(Date(timeIntervalSince1970: 0))
        func session() -> PromptThrottle {
            PromptThrottle(
                file: URL(fileURLWithPath: folder.path("prompts")), interval: interval, now: { time.withLock { $0 } })
        }
        var throttle = session()
        for (index, value) in steps.enumerated() {
            var step = try Members(value)
            let now = try step.moment("now")
            time.withLock { $0 = now }
            switch try step.text("do") {
            case "restart": throttle = session()
            case "later": try await throttle.postpone(Update(vector: step.required("update")))
            case "show":
                let expected = try step.required("then").asBool()
                let isShown = await throttle.shouldShow(try Update(vector: step.required("update")))
                #expect(isShown == expected, "\(name), step \(index + 1)")
            case let other: throw VectorFile.Defect(description: "\"do\": \(other)")
            }
            try step.end()
        }
    }
}

extension Update {
    /// Reads the update of a step.
    fileprivate init(vector value: JSONValue) throws {
        var members = try Members(value)
        let kind = try members.text("subject")
        let version = try members.optionalText("version").flatMap { NumericVersion($0) }
        let (build, sdk) = (try members.optionalInteger("build"), try members.optionalInteger("sdk"))
        let rule = try members.optionalText("rule")
        try members.end()
        let subject: Subject
        switch (kind, version, build, sdk, rule) {
        case ("system", let version?, nil, nil, nil): subject = .system(.ios(version))
        case ("system", nil, nil, let sdk?, nil): subject = .system(.android(sdk: sdk))
        case ("app", let version?, nil, nil, nil): subject = .app(.version(version))
        case ("app", let version, let build?, nil, nil): subject = .app(.build(build, shownAs: version))
        case ("rule", let target, nil, nil, let rule?): subject = .rule(rule, target: target)
        default: throw VectorFile.Defect(description: "no update: \(value.line)")
        }
        self.init(subject: subject)
    }
}
