import Diagnostics

extension PageEnvironment {
    /// What refuses the plan, then what the policy acknowledges: each once.
    var refusalSection: HTML {
        let (needed, limits) = (plan.needed, plan.refusals)
        guard !needed.isEmpty || !limits.isEmpty || !plan.allowed.isEmpty else { return .empty }
        var pieces: [HTML] = []
        if !needed.isEmpty || !limits.isEmpty { pieces.append(.element("h3", "Refused")) }
        if !limits.isEmpty {
            pieces.append(
                .element(
                    "ul", ["class": "finding-list"],
                    limits.map { limit in
                        .element(
                            "li", ["class": "finding error"],
                            [.element("p", limit.message)]
                                + (limit.hint.map { [.element("p", ["class": "hint"], $0)] } ?? [])
                        )
                    }))
        }
        if !needed.isEmpty { pieces.append(.findings(needed)) }
        if !plan.allowed.isEmpty {
            pieces += [
                .element("h3", "What the policy allows (allow)"),
                .element("ul", ["class": "allowed"], plan.allowed.map { .element("li", [.code($0)]) }),
            ]
        }
        return HTML(pieces)
    }
}
