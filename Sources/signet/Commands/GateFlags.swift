import AppGate
import Diagnostics
import ManifestVerifier
import Plan

/// What only documents of rules ask for beside the device and the app: `--channel beta --share 0.37`.
struct RuleCircumstances {
    /// The flags that give them.
    static let flags = ["--channel", "--region", "--model", "--share", "--install", "--scope", "--first-seen"]

    /// The channel, the region, the model and the install id, as far as they are given.
    var channel: String?
    var region: String?
    var model: String?
    var install: InstallID?
    /// The place of the device in every roll-out; nil when the install id decides, or nothing does.
    var place: RolloutPlace?
    var scope: String?
    /// How long rules have been known.
    var firstSeen: [FirstSeen] = []
    /// The time by which rules decide; nil for that of the clock.
    var at: Instant?

    struct FirstSeen {
        enum Moment {
            case at(Instant)
            case ago(TimeSpan)
        }

        /// The id of the rule; nil for every rule.
        let rule: String?
        let moment: Moment

        /// Fails unless `text` is `TIME` or `ID=TIME`, with a time or a duration.
        init?(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            rule = parts.count == 2 ? parts[0] : nil
            guard let last = parts.last, rule.map(GateRule.isName) ?? true else { return nil }
            if let instant = Instant(last) {
                moment = .at(instant)
            } else if let span = TimeSpan(last) {
                moment = .ago(span)
            } else {
                return nil
            }
        }
    }

    init(_ arguments: Arguments) throws {
        (channel, region) = (arguments.value("--channel"), arguments.value("--region"))
        (model, scope) = (arguments.value("--model"), arguments.value("--scope"))
        install = try arguments.value("--install", "32 lowercase hexadecimal digits") { InstallID($0) }
        place = try arguments.value("--share", is: "a place from 0 up to 1, with at most nine decimals, like 0.37") {
            RolloutPlace($0)
        }
        firstSeen = try arguments.values("--first-seen").map { text in
            guard let seen = FirstSeen(text) else {
                throw arguments.usage(
                    "--first-seen is a time like 2026-12-01T00:00:00Z or so long ago as 7d, or RULE=TIME, not \(text)")
            }
            return seen
        }
        if arguments.has("--at") { at = try arguments.date.instant }
    }

    func completing(_ device: Device) -> Device {
        var device = device
        (device.channel, device.region, device.model) = (channel, region, model)
        device.installID = place == nil ? install : .assumed
        return device
    }

    /// The first rule in `--first-seen` that none of the documents has, and the one that was probably meant.
    func unknownRule(in documents: [GateDocument]) -> (id: String, hint: String?)? {
        let ids = documents.flatMap { $0.rules.map(\.id) }
        let unknown = firstSeen.compactMap(\.rule).first { id in !ids.contains { $0.hasSameBytes(as: id) } }
        return unknown.map {
            ($0, $0.didYouMean(ids, otherwise: "its rules are \(ids.prefix(10).joined(separator: ", "))"))
        }
    }

    func firstSeen(_ document: GateDocument, at time: Instant) -> [String: Instant] {
        var seen: [String: Instant] = [:]
        // What is said of one rule goes before what is said of all.
        for entry in firstSeen.filter({ $0.rule == nil }) + firstSeen.filter({ $0.rule != nil }) {
            let moment =
                switch entry.moment {
                case .at(let instant): instant
                case .ago(let span): time.advanced(by: -span.seconds)
                }
            for rule in document.rules where entry.rule.map({ $0.hasSameBytes(as: rule.id) }) ?? true {
                seen[rule.id] = moment
            }
        }
        return seen
    }
}
