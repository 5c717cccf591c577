import Classic
import ManifestVerifier
import PublicationTree
import Testing

/// A template with these conditions and this parameter `force_update_version`.
private func template(_ conditions: String, _ force: String) throws -> FirebaseTemplate {
    let body = """
        { "conditions": [\(conditions)], "parameterGroups": { "g": { "parameters": { "force_update_version": \(force) } } },
          "parameters": { "optional_update_version": { "defaultValue": { "value": "9" } } } }
        """
    return try FirebaseTemplate(body: Array(body.utf8))
}

private func condition(_ name: String, _ expression: String) -> String {
    #"{ "name": "\#(name)", "expression": "\#(expression)" }"#
}

private let platforms = condition("ios", "device.os == 'ios'") + ", " + condition("robots", "device.os=='android'")
private let beta = condition("beta", "percent <= 5")

/// What an app on iOS gets, else why that is not known.
private func version(_ conditions: String, _ force: String, _ platform: Platform = .ios) throws -> String {
    let template = try template(conditions, force)
    do throws(DocumentError) {
        let config = try template.config(for: platform, .usual)
        #expect(config.version("optional_update_version") == NumericVersion("9"))
        return config.version("force_update_version")?.spelling ?? ""
    } catch {
        return error.reason
    }
}

@Test(arguments: [
    (platforms, #"{ "defaultValue": { "value": "1" } }"#, "1", "1"),
    (
        platforms, #"{ "defaultValue": { "value": "1" }, "conditionalValues": { "ios": { "value": "2.0" } } }"#, "2.0",
        "1"
    ),
    (platforms, #"{ "conditionalValues": { "robots": { "value": "3" }, "ios": { "value": "2" } } }"#, "2", "3"),
    // A condition that this parameter does not use, and one that comes too late.
    (
        "\(beta), \(platforms)", #"{ "conditionalValues": { "ios": { "value": "2" }, "robots": { "value": "3" } } }"#,
        "2", "3"
    ),
    (
        "\(platforms), \(beta)",
        #"{ "conditionalValues": { "beta": { "value": "9" }, "ios": { "value": "2" }, "robots": { "value": "3" } } }"#,
        "2",
        "3"
    ),
    // The first that holds.
    (
        "\(condition("first", "device.os == 'ios'")), \(platforms)",
        #"{ "defaultValue": { "value": "1" }, "conditionalValues": { "ios": { "value": "2" }, "first": { "value": "4" } } }"#,
        "4", "1"
    ),
])
func `a template gives each platform the value of the first condition that holds`(
    conditions: String, force: String, ios: String, android: String
) throws {
    #expect(try version(conditions, force) == ios)
    #expect(try version(conditions, force, .android) == android)
}

@Test(arguments: [
    (
        "\(beta), \(platforms)", #"{ "conditionalValues": { "ios": { "value": "2" }, "beta": { "value": "3" } } }"#,
        "\"force_update_version\" has a value under the condition \"beta\", of which only Firebase knows whether it holds"
    ),
    (
        condition("ios", "device.os == 'iOS'"), #"{ "conditionalValues": { "ios": { "value": "2" } } }"#,
        "\"force_update_version\" has a value under the condition \"ios\", of which only Firebase knows whether it holds"
    ),
    (
        platforms,
        #"{ "defaultValue": { "value": "1" }, "conditionalValues": { "ios": { "useInAppDefault": true } } }"#,
        "\"force_update_version\" is not a version on ios"
    ),
    (platforms, #"{ "defaultValue": { "value": "soon" } }"#, "\"force_update_version\" is not a version on ios"),
    (platforms, "{}", "\"force_update_version\" is not a version on ios"),
])
func `a template that leaves the version to Firebase decides nothing`(
    conditions: String, force: String, reason: String
) throws {
    #expect(try version(conditions, force) == reason)
}

@Test(arguments: [
    "{}", #"{ "conditions": [] }"#, #"{ "parameters": {} }"#, #"{ "conditions": {}, "parameters": {} }"#,
    #"{ "conditions": [], "parameters": [] }"#, #"{ "conditions": [1], "parameters": {} }"#,
    #"{ "conditions": [], "parameters": {}, "parameterGroups": [] }"#,
    #"{ "conditions": [], "parameters": { "a": {} }, "parameterGroups": { "g": { "parameters": { "a": {} } } } }"#,
    #"{ "conditions": [], "parameters": { "a": { "conditionalValues": { "b": {} } } } }"#,
])
func `a body that is no template of Firebase is not read as one`(body: String) {
    #expect(throws: DocumentError.self) { try FirebaseTemplate(body: Array(body.utf8)) }
}
