import Classic
import ManifestVerifier

/// A Remote Config template as Firebase keeps it (its REST resource `RemoteConfig`), read as Firebase reads it: of the
/// conditions that hold, the first in the list decides.
///
/// A parameter is at the top or in one of the groups, which only sort parameters for people.
package struct FirebaseTemplate: Equatable, Sendable {
    /// The conditions, the one with the highest priority first.
    private let conditions: [Condition]
    /// The parameters by the bytes of their names.
    private let parameters: [[UInt8]: Parameter]

    private struct Condition: Equatable {
        let name: [UInt8]
        let expression: String
    }

    /// The values of a parameter; nil for one that only Firebase can tell: the app's own, or that of an experiment.
    fileprivate struct Parameter: Equatable {
        let standard: String?
        /// By the bytes of the conditions' names.
        let conditional: [[UInt8]: String?]
    }
}

extension FirebaseTemplate {
    /// The expression of the condition that holds on a platform, and on no other.
    package static func expression(_ platform: Platform) -> String { "device.os == '\(platform.rawValue)'" }

    /// Whether an expression is that of a platform, however it is spaced.
    package static func isExpression(_ expression: String, of platform: Platform) -> Bool {
        expression.filter { $0 != " " }.hasSameBytes(as: Self.expression(platform).filter { $0 != " " })
    }

    /// Whether a parameter other than these has a value under a condition.
    package func usesCondition(_ name: String, otherThanFor names: RemoteConfigNames) -> Bool {
        let own = [names.force, names.optional].map { Array($0.utf8) }
        return parameters.contains { !own.contains($0.key) && $0.value.conditional.keys.contains(Array(name.utf8)) }
    }

    /// The versions that apps on a platform get from Firebase; fails when the template alone does not tell.
    ///
    /// Nothing is recommended where there is no parameter for it.
    package func config(for platform: Platform, _ names: RemoteConfigNames) throws(DocumentError) -> RemoteConfig {
        RemoteConfig(
            platform: platform, names: names, forceUpdateVersion: try force(names.force, platform),
            optionalUpdateVersion: try version(names.optional, platform))
    }

    private func force(_ name: String, _ platform: Platform) throws(DocumentError) -> NumericVersion {
        guard let version = try version(name, platform) else { throw DocumentError(reason: "it has no \"\(name)\"") }
        return version
    }

    private func version(_ name: String, _ platform: Platform) throws(DocumentError) -> NumericVersion? {
        guard let parameter = parameters[Array(name.utf8)] else { return nil }
        var value = parameter.standard
        for condition in conditions {
            guard let conditional = parameter.conditional[condition.name] else { continue }
            if Self.isExpression(condition.expression, of: platform) {
                value = conditional
                break
            }
            guard Platform.allCases.contains(where: { Self.isExpression(condition.expression, of: $0) }) else {
                let named = String(decoding: condition.name, as: UTF8.self)
                throw DocumentError(
                    reason:
                        "\"\(name)\" has a value under the condition \"\(named)\", of which only Firebase knows whether it holds"
                )
            }
        }
        guard let version = value.flatMap({ NumericVersion($0) }) else {
            throw DocumentError(reason: "\"\(name)\" is not a version on \(platform.rawValue)")
        }
        return version
    }
}

extension FirebaseTemplate {
    /// Reads a verified body; the versions are looked for by `config(for:_:)`, since a team chooses their names.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            for name in ["conditions", "parameters"] where value[name] == nil {
                throw JSONShapeError(.missingMember(name), at: value.position)
            }
            return try FirebaseTemplate(value)
        }
    }

    /// Reads a template as `firebase remoteconfig:get` writes it, which leaves out what a project has none of.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        var known: Set<[UInt8]> = []
        conditions = try (object.optional("conditions")?.asArray() ?? []).map { (value) throws(JSONShapeError) in
            var condition = try JSONObject(value)
            let name = try condition.required("name").asString()
            guard known.insert(Array(name.utf8)).inserted else {
                throw value.unacceptable("the condition \"\(name)\" appears twice")
            }
            return Condition(name: Array(name.utf8), expression: try condition.required("expression").asString())
        }
        var parameters: [[UInt8]: Parameter] = [:]
        func read(_ value: JSONValue?) throws(JSONShapeError) {
            guard let value else { return }
            for member in try JSONObject(value).members {
                let name = Array(member.name.utf8)
                let parameter = try Parameter(member.value, conditions: known)
                guard parameters.updateValue(parameter, forKey: name) == nil else {
                    throw JSONShapeError(
                        .unacceptable("the parameter \"\(member.name)\" appears twice"), at: member.position)
                }
            }
        }
        try read(object.optional("parameters"))
        for group in try object.optional("parameterGroups").map(JSONObject.init)?.members ?? [] {
            var group = try JSONObject(group.value)
            try read(group.optional("parameters"))
        }
        self.parameters = parameters
    }
}

extension FirebaseTemplate.Parameter {
    fileprivate init(_ value: JSONValue, conditions: Set<[UInt8]>) throws(JSONShapeError) {
        func text(_ value: JSONValue) throws(JSONShapeError) -> String? {
            var value = try JSONObject(value)
            return try value.optional("value")?.asString()
        }
        var object = try JSONObject(value)
        if let value = object.optional("defaultValue") { standard = try text(value) } else { standard = nil }
        var conditional: [[UInt8]: String?] = [:]
        for member in try object.optional("conditionalValues").map(JSONObject.init)?.members ?? [] {
            let name = Array(member.name.utf8)
            guard conditions.contains(name) else {
                throw JSONShapeError(
                    .unacceptable("there is no condition \"\(member.name)\""), at: member.position)
            }
            conditional[name] = .some(try text(member.value))
        }
        self.conditional = conditional
    }
}

extension FirebaseTemplate {
    /// Reads templates, whose content is a ``FirebaseTemplate``. No app does: static files may hold other templates, and
    /// signatures do not tell them apart.
    struct Reader: DocumentReader {
        var format: DocumentFormat { .firebaseTemplate }

        var goesByDate: Bool { false }

        func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable { try FirebaseTemplate(body: body) }
    }
}
