import AppGate
import ManifestVerifier
import Plan

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
        } else if let notice {
            if let title = notice.title { lines.append("    \(title.language): \(title.text)") }
            if let message = notice.message {
                lines.append("    " + (notice.language.map { "\($0): " } ?? "") + message)
            }
        }
        lines += trace?.lines.map { "    \($0)" } ?? []
        let environment = configEnvironment.map { ", environment \"\($0)\"" } ?? ""
        lines.append("    \(document.format.rawValue) \(document.path)\(environment)")
        lines.append("    \(document.trust)")
        return lines
    }

    private var headline: String {
        switch decision.outcome {
        case .recommended(let update), .required(let update):
            "\(decision.word.rawValue): \(Self.step(update.subject))\(trace?.deadline ?? "")"
        case .available, .maintenance: decision.word.rawValue
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

    var notice: MaintenanceNotice? {
        if case .maintenance(let notice) = decision.outcome { notice } else { nil }
    }
}

extension Decision {
    /// The outcome as a rule says it.
    var word: GateRule.Outcome { outcome.name }
}
