import Classic
import ManifestVerifier
import PublicationTree

/// Lays the versions of each platform into a project's Remote Config template, and changes nothing else in it.
///
/// Its two parameters are Signet's as a whole but for their descriptions: they are changed where they are, also in a group,
/// and lose every value that is not the policy's; the one for a recommendation is added only where there is one. Conditions keep their order, which is their priority. A new one comes
/// last: no other parameter uses it, and these two use no others, so that it decides for them from any place, and those
/// that a team has ordered stay as they are.
struct FirebaseTemplateRendering {
    let configs: [RemoteConfig]
    let names: RemoteConfigNames

    /// The template with these versions; where no condition holds, a version below every app's.
    ///
    /// Fails when the base is not a template, or has one of the conditions with another meaning that it needs.
    ///
    /// - Parameter base: the project's template; an empty object for one that has nothing yet.
    func json(into base: JSONValue) throws(JSONShapeError) -> JSONValue {
        let template = try FirebaseTemplate(base)
        var members = try JSONObject(base).members
        var conditions = try members.value("conditions")?.asArray() ?? []
        for platform in configs.map(\.platform) { try add(platform, to: &conditions, of: template) }
        members.set("conditions", .array(conditions))
        // What is new comes after what the base has.
        if members.value("parameters") == nil { members.set("parameters", .object([])) }
        let isGrouped = members.value("parameterGroups") != nil
        for (name, description) in [
            (names.force, "Below this version the app must be updated."),
            (names.optional, "Below this version an update is recommended."),
        ] {
            var isDone = false
            func change(_ parameters: inout [JSONMember]) {
                guard !isDone, parameters.value(name) != nil else { return }
                parameters.change(name) { fill(&$0, name, description) }
                isDone = true
            }
            members.change("parameters", change)
            if isGrouped {
                members.change("parameterGroups") { groups in
                    for group in groups.indices where groups[group].value["parameters"] != nil {
                        groups.change(groups[group].name) { $0.change("parameters", change) }
                    }
                }
            }
            if !isDone, configs.contains(where: { $0.version(name) != nil }) {
                members.change("parameters") { $0.change(name) { fill(&$0, name, description) } }
            }
        }
        return JSONValue(.object(members), at: base.position)
    }

    private func add(
        _ platform: Platform, to conditions: inout [JSONValue], of template: FirebaseTemplate
    ) throws(JSONShapeError) {
        let name = platform.rawValue
        let expression = JSONValue.string(FirebaseTemplate.expression(platform))
        guard
            let index = conditions.firstIndex(where: { (try? $0["name"]?.asString())?.hasSameBytes(as: name) == true }),
            case .object(var members) = conditions[index].content
        else {
            conditions.append(.object([JSONMember("name", .string(name)), JSONMember("expression", expression)]))
            return
        }
        let present = try members.value("expression")?.asString() ?? ""
        guard !FirebaseTemplate.isExpression(present, of: platform) else { return }
        guard !template.usesCondition(name, otherThanFor: names) else {
            throw conditions[index].unacceptable(
                "the condition \"\(name)\" is not \(FirebaseTemplate.expression(platform)), and other parameters use it"
            )
        }
        members.set("expression", expression)
        conditions[index].content = .object(members)
    }

    private func fill(_ parameter: inout [JSONMember], _ name: String, _ description: String) {
        func value(_ text: String) -> JSONValue { .object([JSONMember("value", .string(text))]) }
        let values = configs.compactMap { config in
            config.version(name).map { JSONMember(config.platform.rawValue, value($0.spelling)) }
        }
        parameter.set("defaultValue", value(Self.noVersion.spelling))
        parameter.set("conditionalValues", .object(values))
        if parameter.value("description") == nil { parameter.set("description", .string(description)) }
        parameter.set("valueType", .string("STRING"))
    }

    /// Below every app's: the version where no condition holds.
    static let noVersion = NumericVersion(major: 0, minor: 0, patch: 0)

    /// Every value of a parameter that a device on a platform may get: those under conditions of which only Firebase knows
    /// whether they hold, and the first one that certainly does. What only the app or Firebase knows is no value.
    ///
    /// - Parameter base: a template that was read.
    /// - Returns: the values, each with the expression of its condition; none for the default.
    static func values(
        of name: String, on platform: Platform, in base: JSONValue
    ) -> [(expression: String, value: JSONValue)] {
        var places = [base["parameters"]]
        if case .object(let groups)? = base["parameterGroups"]?.content {
            places += groups.map { $0.value["parameters"] }
        }
        guard let parameter = places.lazy.compactMap({ $0?[name] }).first else { return [] }
        var found: [(expression: String, value: JSONValue)] = []
        func add(_ expression: String, _ value: JSONValue?) {
            if let text = value.flatMap(text) { found.append((expression, text)) }
        }
        for condition in (try? base["conditions"]?.asArray()) ?? [] {
            guard let named = try? condition["name"]?.asString(),
                let expression = try? condition["expression"]?.asString(),
                let value = parameter["conditionalValues"]?[named]
            else { continue }
            if FirebaseTemplate.isExpression(expression, of: platform) {
                add(expression, value)
                return found
            }
            let isOther = Platform.allCases.contains { FirebaseTemplate.isExpression(expression, of: $0) }
            if !isOther { add(expression, value) }
        }
        add("", parameter["defaultValue"])
        return found
    }

    private static func text(of value: JSONValue) -> JSONValue? {
        guard let text = value["value"] ?? value["rolloutValue"]?["value"], (try? text.asString()) != "" else {
            return nil
        }
        return text
    }
}

extension [JSONMember] {
    fileprivate func value(_ name: String) -> JSONValue? { first { $0.name.hasSameBytes(as: name) }?.value }

    /// Gives a member a value; a new one comes last.
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        if let index = firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
            self[index].value = value
        } else {
            append(JSONMember(name, value))
        }
    }

    /// Changes the members of an object; a new one comes last.
    fileprivate mutating func change(_ name: String, _ body: (inout [JSONMember]) -> Void) {
        let former = value(name) ?? .object([])
        guard case .object(var members) = former.content else { return }
        body(&members)
        set(name, JSONValue(.object(members), at: former.position))
    }
}
