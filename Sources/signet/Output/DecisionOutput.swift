import AppGate
import ManifestVerifier

/// What one document tells a device, and how that is shown.
struct DecisionOutput {
    let decision: Decision
    /// What the document decides by and the device does not report in a way that can be compared.
    let unreadable: UnreadableApp?
    let document: SourcedDocument
    var configEnvironment: String?
    /// How rules came to it; nil for a document without rules.
    var trace: RuleTrace?

    var lines: [String] {
        var lines = ["\(headline)"]
        if let unreadable { lines.append("    \(unreadable.message)") }
        if let update = decision.update {
            for text in [update.title, update.description].compactMap(\.self) {
                lines.append("    \(text.language): \(text.text)")
            }
            if !update.isObtainable { lines.append("    this device can get no version that may run") }
            if let url = update.url { lines.append("    \(url)") }
            switch update.store {
            case .unknown: break
            case .available: lines.append("    the store has it")
            case .missing: lines.append("    the store does not have it yet")
            }
        } else if case .maintenance(let notice) = decision.outcome {
            if let title = notice.title { lines.append("    \(title.language): \(title.text)") }
            if let message = notice.message {
                lines.append("    " + (notice.language.map { "\($0): " } ?? "") + message)
            }
        }
        lines += trace?.lines.map { "    \($0)" } ?? []
        let environment = configEnvironment.map { ", environment \"\($0)\"" } ?? ""
        lines.append("    \(document.format.rawValue) \(document.path)\(environment)")
        lines.append("    \(trust)")
        return lines
    }

    private var headline: String {
        switch decision.outcome {
        case .available: "available"
        case .recommended(let update): "recommended: \(Self.step(update.subject))\(trace?.deadline ?? "")"
        case .required(let update): "required: \(Self.step(update.subject))\(trace?.deadline ?? "")"
        case .maintenance: "maintenance"
        }
    }

    private static func step(_ subject: Update.Subject) -> String {
        switch subject {
        case .system(.ios(let version)): "update iOS to \(version) or later"
        case .system(.android(let sdk)): "update Android to SDK level \(sdk) or later"
        case .app(.version(let version)): "update the app to \(version) or later"
        case .app(.build(let build, let version?)): "update the app to \(version) (build \(build)) or later"
        case .app(.build(let build, nil)): "update the app to build \(build) or later"
        case .rule(_, let version?): "update the app to \(version)"
        case .rule(_, nil): "update the app"
        }
    }

    private var trust: String {
        guard let key = document.key else { return "NOT VERIFIED" }
        return "signed by key \"\(key.name)\"" + (document.date.map { ", \($0)" } ?? "")
    }

    var json: JSONValue {
        var (message, title, language): (JSONValue?, JSONValue?, JSONValue?)
        if case .maintenance(let notice) = decision.outcome {
            message = notice.message.map { .string($0) } ?? .null
            title = notice.title.map(Self.json)
            language = notice.language.map { .string($0.rawValue) }
        }
        return [
            "path": .string(document.path),
            "format": .string(document.format.rawValue),
            "configEnvironment": configEnvironment.map { .string($0) },
            "verified": .bool(document.key != nil),
            "keyId": document.key.map { .string($0.id.rawValue) },
            "asOf": decision.asOf.map { .string($0.rfc3339) },
            "blocked": .bool(decision.isBlocked),
            "outcome": .string(decision.outcomeName),
            "update": decision.update.map { json($0) },
            "title": title,
            "message": message,
            "language": language,
            "rule": decision.rule.map { .string($0) },
            "ruleTime": trace.map { .string($0.time.description) },
            "earlierRules": trace.map { trace in
                .array(trace.misses.map { ["rule": .string($0.rule), "reason": .string($0.reason)] })
            },
            "unusableRules": trace.map { .strings($0.unusable) },
            "failure": unreadable.map { .string($0.message) },
        ]
    }

    private func json(_ update: Update) -> JSONValue {
        let subject: String
        var (sdk, build, version): (Int?, Int?, NumericVersion?)
        switch update.subject {
        case .system(.ios(let number)): (subject, version) = ("system", number)
        case .system(.android(let number)): (subject, sdk) = ("system", number)
        case .app(.version(let number)): (subject, version) = ("app", number)
        case .app(.build(let number, let shown)): (subject, build, version) = ("app", number, shown)
        case .rule(_, let target): (subject, version) = ("rule", target)
        }
        let store =
            switch update.store {
            case .unknown: "unknown"
            case .available: "available"
            case .missing: "missing"
            }
        return [
            "subject": .string(subject),
            "sdk": sdk.map { .integer($0) },
            "build": build.map { .integer($0) },
            "version": version.map { .string($0.spelling) },
            "title": update.title.map(Self.json),
            "description": update.description.map(Self.json),
            "url": update.url.map { .string($0) },
            "store": .string(store),
            "obtainable": trace.map { _ in .bool(update.isObtainable) },
            "due": trace?.due.map { .string($0.description) },
        ]
    }

    private static func json(_ text: ChosenText) -> JSONValue {
        [
            "language": .string(text.language.rawValue),
            "text": .string(text.text),
        ]
    }
}

extension Decision {
    var outcomeName: String {
        switch outcome {
        case .available: "available"
        case .recommended: "recommended"
        case .required: "required"
        case .maintenance: "maintenance"
        }
    }
}
