/// A Remote Config template as Firebase reads it (`firebase deploy --only remoteconfig`).
package struct FirebaseTemplate: Sendable {
    /// The versions of each platform.
    package let configs: [RemoteConfig]
    package let names: RemoteConfigNames

    package init(configs: [RemoteConfig], names: RemoteConfigNames) {
        self.configs = configs
        self.names = names
    }

    /// One condition per platform, and for each parameter a value under each condition; where no condition holds, a
    /// version below every app's.
    package var json: JSONValue {
        .object([
            JSONMember(
                "conditions",
                .array(
                    configs.map { config in
                        .object([
                            JSONMember("name", .string(config.platform.rawValue)),
                            JSONMember("expression", .string("device.os == '\(config.platform.rawValue)'")),
                        ])
                    })),
            JSONMember(
                "parameters",
                .object([
                    parameter(names.force, "Below this version the app must be updated."),
                    parameter(names.optional, "Below this version an update is recommended."),
                ])),
        ])
    }

    private func parameter(_ name: String, _ description: String) -> JSONMember {
        let values = configs.compactMap { config in
            config.version(name).map { JSONMember(config.platform.rawValue, Self.value($0.spelling)) }
        }
        return JSONMember(
            name,
            .object([
                JSONMember("defaultValue", Self.value("0.0.0")),
                JSONMember("conditionalValues", .object(values)),
                JSONMember("description", .string(description)),
                JSONMember("valueType", .string("STRING")),
            ]))
    }

    private static func value(_ text: String) -> JSONValue { .object([JSONMember("value", .string(text))]) }

    /// Checks that a verified body has the shape of a template.
    package static func check(_ body: [UInt8]) throws(DocumentError) {
        try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let names = try object.required("conditions").asArray().map { (condition) throws(JSONShapeError) in
                var condition = try JSONObject(condition)
                _ = try condition.required("expression").asString()
                return try condition.required("name").asString()
            }
            let known = Set(names)
            for parameter in try JSONObject(object.required("parameters")).members {
                var parameter = try JSONObject(parameter.value)
                var fallback = try JSONObject(parameter.required("defaultValue"))
                _ = try fallback.required("value").asString()
                for conditional in try JSONObject(parameter.required("conditionalValues")).members {
                    guard known.contains(conditional.name) else {
                        throw JSONShapeError(
                            .unacceptable("there is no condition \"\(conditional.name)\""), at: conditional.position)
                    }
                    var value = try JSONObject(conditional.value)
                    _ = try value.required("value").asString()
                }
            }
        }
    }
}
