import ManifestVerifier

extension ReviewedEnvironment {
    /// The changes in words: first what decides, then what no app is told.
    var changeSection: HTML {
        guard !changes.isEmpty else { return .empty }
        var pieces = [HTML.element("h3", "Changes")]
        for (title, part) in [
            ("What changes for people", changes.filter(\.isDecision)),
            ("What no app is told", changes.filter { !$0.isDecision }),
        ] where !part.isEmpty {
            pieces += [.element("h4", title), .element("ul", ["class": "change-list"], part.map(\.item))]
        }
        return HTML(pieces)
    }
}

extension Change {
    fileprivate var item: HTML {
        var pieces = [
            HTML.element(
                "p",
                [.element("strong", [.quoted(subjectLine)])] + step
                    + (consequence.map { [HTML(": "), .quoted($0)] } ?? []))
        ]
        if isText { pieces.append(words) }
        let places = documents.filter { $0 != at }
        if !places.isEmpty {
            pieces.append(
                .element("p", ["class": "places"], Array(places.map { [.code($0)] }.joined(separator: [HTML(", ")]))))
        }
        return .element("li", ["class": isDecision ? "change decides" : "change"], pieces)
    }

    /// What becomes of it, each value in an element of its own.
    private var step: [HTML] {
        switch (kind, from, to) {
        case (.file, _, _), (.unnamed, _, _): [HTML(" has other bytes")]
        case (.notCompared, _, _): [HTML(" cannot be compared")]
        case (.document, nil, _): [HTML(" is new")]
        case (.document, _, nil): [HTML(" is no longer published")]
        case (_, nil, _) where isText: [HTML(" is new")]
        case (_, _, nil) where isText: [HTML(" is no longer published")]
        case _ where isText: []
        case (.rule, let from?, let to?) where from.hasSameBytes(as: to): [HTML(" stays: "), .quoted(to)]
        case (.maintenance, nil, let message?):
            [HTML(" is switched on")] + (message.isEmpty ? [] : [HTML(": "), .quoted(message)])
        case (.maintenance, _, nil): [HTML(" is switched off")]
        case (_, let from?, let to?): [HTML(" "), .removed(from), HTML(" → "), .added(to)]
        case (_, nil, let to?): [HTML(" "), .added(to), HTML(", none before")]
        case (_, let from?, nil): [HTML(" "), .removed(from), HTML(" is no longer published")]
        case (_, nil, nil): []
        }
    }

    private var words: HTML {
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

extension HTML {
    fileprivate static func removed(_ value: String) -> HTML {
        element("del", [spoken("from "), quoted(value)])
    }

    fileprivate static func added(_ value: String) -> HTML {
        element("ins", [spoken("to "), quoted(value)])
    }
}
