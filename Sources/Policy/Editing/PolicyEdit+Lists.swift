import Diagnostics
import ManifestVerifier

// What edits do to lists: to the rules of a platform, and to what is acknowledged.

extension PolicyEdit {
    /// The value that holds at a path, an inherited one included; nil when there is none.
    package func value(at path: String) throws -> JSONValue? {
        try MemberPath(path, in: text.root, file: file).effective(in: text.root)
    }

    /// Puts a rule before all others of a platform; rules that the environment inherits become its own.
    package mutating func insert(rule: JSONValue, on platform: Platform, in environment: EnvironmentName) throws {
        let rules = try Rules(platform, environment, in: self)
        if rules.isList {
            try text.edit(rules.place.steps) { $0.insertFirst(rule.oneLine, into: $1) }
        } else {
            try replace(rules, with: [rule] + rules.elements)
        }
        note(rules, former: nil, new: rule)
    }

    /// Removes a rule of a platform; false when there is none of this id.
    package mutating func remove(
        rule id: String, on platform: Platform, in environment: EnvironmentName
    ) throws -> Bool {
        let rules = try Rules(platform, environment, in: self)
        guard let index = rules.elements.firstIndex(where: { rule in (try? rule["id"]?.asString()) == id }) else {
            return false
        }
        let rest = rules.elements.enumerated().filter { $0.offset != index }.map(\.element)
        if !rules.isList {
            try replace(rules, with: rest)
        } else if rest.map(\.oneLine) == rules.inherited.map(\.oneLine) {
            try text.edit(rules.place.steps.dropLast()) { $0.remove("rules", from: $1) }
        } else {
            try text.edit(rules.place.steps) { $0.remove(index, from: $1) }
        }
        note(rules, former: rules.elements[index], new: nil)
        return true
    }

    private mutating func replace(_ rules: Rules, with elements: [JSONValue]) throws {
        let list = "[\(elements.map(\.oneLine).joined(separator: ", "))]"
        try rules.place.set(list, known: try rules.place.known(in: text.root, path: rules.path), in: &text)
    }

    private mutating func note(_ rules: Rules, former: JSONValue?, new: JSONValue?) {
        let id = (try? (new ?? former)?["id"]?.asString()) ?? ""
        let base = rules.isOwn || rules.inherited.isEmpty ? nil : rules.base
        self.rules.append { text in
            let written = (try? text.value(at: rules.place.steps)?.asArray())?.first { rule in
                (try? rule["id"]?.asString()) == id
            }
            return PolicyChange(
                path: "\(rules.path).\(id)", position: written?.position, former: former, new: new,
                inherited: base.map { (rules.path, $0) })
        }
    }

    fileprivate struct Rules {
        let path: String
        let place: MemberPath
        let elements: [JSONValue]
        let isOwn: Bool
        /// Whether it has a list of its own, and not `null` in place of those that it would inherit.
        let isList: Bool
        /// The environment that others would be inherited from, and those; nil and none without one.
        let base: String?
        let inherited: [JSONValue]

        init(_ platform: Platform, _ environment: EnvironmentName, in edit: PolicyEdit) throws {
            path = "\(environment).\(platform.rawValue).rules"
            place = try MemberPath(path, in: edit.text.root, file: edit.file)
            let own = edit.text.value(at: place.steps)
            (isOwn, isList) = (own != nil, (try? own?.asArray()) != nil)
            elements = (try? place.effective(in: edit.text.root)?.asArray()) ?? []
            base = place.base(in: edit.text.root)
            inherited = (try? place.inherited(in: edit.text.root)?.asArray()) ?? []
        }
    }

    /// Acknowledges what an edit needs; an entry takes the place of former ones for the same member.
    package mutating func acknowledge(_ needed: [Allowance.Subject], in environment: EnvironmentName) throws {
        for subject in needed {
            let entry = subject.change.allowance(subject.code)
            let same = acknowledged(in: environment).filter { former in
                former["code"] == subject.code.rawValue && former["at"] == subject.change.at
            }
            guard !same.contains(where: { $0.isOf(subject.change) }) else { continue }
            // One member can change in several ways, each with an entry.
            let former = same.filter { former in
                !needed.contains { $0.code == subject.code && $0.change.at == former["at"] && former.isOf($0.change) }
            }
            for other in former.dropFirst().reversed() { try remove(other, of: environment) }
            if let first = former.first {
                try text.edit(Self.allow(environment) + [.element(first.index)]) { $0.replace($1, with: entry) }
            } else {
                try allow(entry, in: environment.rawValue)
            }
        }
    }

    /// Lets entries that end where changes begin end where those end: what is acknowledged goes on from what is live. One
    /// that would end where it begins is over.
    ///
    /// - Returns: what the entries that went on acknowledge.
    package mutating func goOn(
        to changes: [ChangeIdentity], in environment: EnvironmentName
    ) throws -> [Allowance.Subject] {
        var subjects: [Allowance.Subject] = []
        for entry in acknowledged(in: environment).reversed() {
            guard let change = changes.first(where: { $0.at == entry["at"] && $0.from == entry["to"] }),
                let code = entry["code"].flatMap(FindingCode.init(rawValue:))
            else { continue }
            try remove(entry, of: environment)
            let whole = ChangeIdentity(at: change.at, from: entry["from"], to: change.to)
            subjects.append(Allowance.Subject(code: code, change: change))
            if whole.from != whole.to { try allow(whole.allowance(code), in: environment.rawValue) }
        }
        if !subjects.isEmpty { try removeEmptyAllow(of: environment) }
        return subjects
    }

    /// Removes entries of `allow` that are over.
    package mutating func forget(_ subjects: [Allowance.Subject], in environment: EnvironmentName) throws {
        let over = acknowledged(in: environment).filter { entry in
            subjects.contains {
                $0.code.rawValue == entry["code"] && $0.change.at == entry["at"] && entry.isOf($0.change)
            }
        }
        for entry in over.reversed() { try remove(entry, of: environment) }
        if !over.isEmpty { try removeEmptyAllow(of: environment) }
    }

    private static func allow(_ environment: EnvironmentName) -> [JSONTextEdit.Step] {
        ["environments", .member(environment.rawValue), "allow"]
    }

    private struct Entry {
        let index: Int
        let value: JSONValue

        subscript(_ member: String) -> String? { try? value[member]?.asString() }

        func isOf(_ change: ChangeIdentity) -> Bool { self["from"] == change.from && self["to"] == change.to }
    }

    private func acknowledged(in environment: EnvironmentName) -> [Entry] {
        guard case .array(let entries)? = text.value(at: Self.allow(environment))?.content else { return [] }
        return entries.enumerated().map { Entry(index: $0, value: $1) }
    }

    private mutating func remove(_ entry: Entry, of environment: EnvironmentName) throws {
        try text.edit(Self.allow(environment)) { $0.remove(entry.index, from: $1) }
    }

    private mutating func removeEmptyAllow(of environment: EnvironmentName) throws {
        let place = Self.allow(environment)
        guard case .array(let entries)? = text.value(at: place)?.content, entries.isEmpty else { return }
        try text.edit(place.dropLast()) { $0.remove("allow", from: $1) }
    }
}
