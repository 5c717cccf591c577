import ManifestVerifier
import Policy

extension PageEnvironment {
    /// Whom the change blocks, and who of them cannot obey: in a sentence, and in tables.
    var impactSection: HTML {
        guard let impact = plan.count?.impact else { return .empty }
        var pieces = [HTML.element("h3", "Devices")]
        if impact.moments.count > 1 { pieces += [impact.overTime, .element("h4", "Now")] }
        pieces.append(.element("p", impact.sentence))
        let causes = impact.moments[0].causes.filter { $0.counts.newlyBlocked > 0 }
        if !causes.isEmpty {
            pieces += [
                .element("h4", "What blocks them"),
                .element("ul", ["class": "causes"], causes.map { $0.item(of: impact.total) }),
            ]
        }
        pieces.append(ImpactTable(title: "Platforms", head: "Platform", rows: impact.rows(.platform)).html)
        for platform in Platform.allCases {
            for dimension in [Impact.Dimension.version, .system] {
                let rows = impact.rows(dimension).filter { $0.name.platform == platform }
                guard !rows.isEmpty else { continue }
                let name = dimension == .version ? "Version of the app" : platform.systemTitle
                pieces.append(part("\(platform.displayName): by \(platform.words(dimension))", head: name, rows))
            }
        }
        let languages = impact.rows(.language)
        if !languages.isEmpty { pieces.append(part("By language", head: "Language", languages)) }
        return HTML(pieces)
    }

    private func part(_ title: String, head: String, _ rows: [ImpactRow]) -> HTML {
        let shown = ImpactRow.bounded(rows)
        let blocked = rows.reduce(0) { $0 + $1.counts.newlyBlocked }
        return .element(
            "details", ["class": "numbers"],
            [
                .element("summary", "\(title): \(blocked == 0 ? "none is" : "\(blocked.grouped) are") newly blocked"),
                ImpactTable(title: title, head: head, rows: shown).html,
            ])
    }
}

struct ImpactRow {
    struct Name {
        let platform: Platform?
        /// nil for all values that are not listed.
        let value: String?
    }

    let name: Name
    let counts: Impact.Counts

    var title: String { name.value ?? "all others" }

    static let shown = 15

    /// The rows that most devices are in which are newly blocked, then those that most devices are in, and all others as
    /// one; in their order.
    static func bounded(_ rows: [ImpactRow]) -> [ImpactRow] {
        guard rows.count > shown else { return rows }
        func weight(_ index: Int) -> (Int, Int, Int) {
            (-rows[index].counts.newlyBlocked, -rows[index].counts.devices, index)
        }
        let listed = rows.indices.filter { rows[$0].name.value != nil }
        let kept = Set(listed.sorted { weight($0) < weight($1) }.prefix(shown - 1))
        let others = rows.indices.filter { !kept.contains($0) }.map { rows[$0].counts }
        let row = ImpactRow(
            name: Name(platform: rows[0].name.platform, value: nil), counts: others.reduce(into: .init()) { $0.add($1) }
        )
        return kept.sorted().map { rows[$0] } + [row]
    }
}

extension Impact {
    fileprivate func rows(_ dimension: Dimension) -> [ImpactRow] {
        (parts[dimension] ?? []).map { row in
            let value = dimension == .platform ? row.platform?.displayName ?? row.value : row.value
            return ImpactRow(name: .init(platform: row.platform, value: value), counts: row.counts)
        }
    }

    fileprivate var sentence: [HTML] {
        func share(_ count: Int) -> String { "\(DeviceShare(count, of: total.devices))" }
        guard total.devices > 0 else { return [HTML("The population has no devices.")] }
        var sentence: [HTML] = []
        if total.newlyBlocked == 0 {
            sentence.append(HTML("Of \(total.devices.counted("device")), none is newly blocked."))
        } else {
            let blocked = "\(total.newlyBlocked.grouped) (\(share(total.newlyBlocked)))"
            sentence += [
                HTML("Of \(total.devices.counted("device")), "), .element("strong", blocked),
                HTML(total.newlyBlocked == 1 ? " is newly blocked" : " are newly blocked"),
            ]
            if total.cannotObey == 0 {
                sentence.append(HTML("; all of them can do what they are told."))
            } else {
                let stuck = "\(total.cannotObey.grouped) (\(share(total.cannotObey)))"
                sentence += [HTML("; "), .element("strong", stuck), HTML(" cannot do what they are told.")]
            }
        }
        let more = [
            (total.stillBlocked, "are blocked as before"), (total.runAgain, "run again"),
            (total.newlyRecommended, "are newly recommended an update"),
            (total.unknown, "cannot be counted, since the population does not say what the documents compare"),
            (total.mayBeBlocked, "of those may be newly blocked"),
        ].filter { $0.0 > 0 }
        for (count, words) in more { sentence.append(HTML(" \(count.grouped) (\(share(count))) \(words).")) }
        return sentence
    }
}

extension Impact.Cause {
    fileprivate func item(of total: Impact.Counts) -> HTML {
        let place =
            switch kind {
            case .maintenance: "maintenance"
            case .system: platform == .android ? "SDK level below " : "system below "
            case .rule: "rule "
            case .app: !isBuild ? "app below " : platform == .android ? "version code below " : "build below "
            }
        var pieces = [
            .element("strong", "\(platform.displayName): "), HTML(place), bound.map { HTML.code($0) } ?? .empty,
            HTML(
                ": \(counts.newlyBlocked.grouped) newly blocked (\(DeviceShare(counts.newlyBlocked, of: total.devices)))"
            ),
        ]
        if counts.cannotObey > 0 { pieces.append(HTML(", \(counts.cannotObey.grouped) of them cannot obey")) }
        let places = HTML.element("span", ["class": "places"], [HTML(" ")] + HTML.codes(documents))
        return .element("li", pieces + (documents.isEmpty ? [] : [places]))
    }
}

extension Platform {
    fileprivate var systemTitle: String { self == .android ? "SDK level" : "System" }

    fileprivate func words(_ dimension: Impact.Dimension) -> String {
        dimension == .version ? "version of the app" : self == .android ? "SDK level" : "version of the system"
    }
}
