import Diagnostics
import ManifestVerifier

extension PageEnvironment {
    /// The changes in words: what blocks, what frees, what else decides, and, folded, what decides nothing.
    var changeSection: HTML {
        let titles = ["Blocks devices", "Lets devices run again", "What else devices are told or offered"]
        let changes = Dictionary(grouping: plan.changes, by: \.weight)
        let deciding = zip([Change.Weight.blocks, .frees, .decides], titles).map { weight, title in
            let own = changes[weight] ?? []
            let more = more(Array(own.dropFirst(Self.shown)), "more")
            return HTML([list(Array(own.prefix(Self.shown))), more]).titled(title, "h4")
        }
        return HTML(deciding + [more(changes[.other] ?? [], "that decide nothing")]).titled("Changes")
    }

    private static let shown = 40

    private func list(_ changes: [Change]) -> HTML {
        .group("ul", ["class": "change-list"], changes.map { $0.item(plan.countWords(of: $0)) })
    }

    private func more(_ changes: [Change], _ words: String) -> HTML {
        guard !changes.isEmpty else { return .empty }
        return .element(
            "details", ["class": "more"], .element("summary", "\(changes.count.counted("change")) \(words)"),
            list(changes))
    }
}

extension Change {
    fileprivate func item(_ devices: String?) -> HTML {
        let meaning = consequence.map { [HTML(": "), .quoted($0)] } ?? []
        let places = documents.filter { $0 != at }
        return .element(
            "li", ["class": weight == .other ? "change" : "change \(weight.rawValue)"],
            .element("p", [.element("strong", .quoted(subjectLine))] + step + meaning),
            devices.map { .element("p", ["class": "devices"], $0.prefix(1).uppercased() + $0.dropFirst()) } ?? .empty,
            isText ? difference : .empty,
            .group("p", ["class": "places"], HTML.codes(places)))
    }

    /// What becomes of it, each value in an element of its own.
    private var step: [HTML] {
        stepParts.map { part in
            switch part {
            case .words(let words): HTML(words)
            case .value(let value): .quoted(value)
            case .removed(let value): .element("del", [.spoken("from "), .quoted(value)])
            case .added(let value): .element("ins", [.spoken("to "), .quoted(value)])
            }
        }
    }

    private var difference: HTML {
        let parts = WordDifference(from: from ?? "", to: to ?? "").parts.map { part in
            switch part {
            case .kept(let text): HTML.revealed(text)
            case .removed(let text): HTML.element("del", [.spoken("removed: "), .revealed(text)])
            case .added(let text): HTML.element("ins", [.spoken("added: "), .revealed(text)])
            }
        }
        return .element(
            "p", ["class": "words"],
            [.element("bdi", ["class": "quoted", "lang": language?.rawValue, "dir": "auto"], parts)])
    }
}
