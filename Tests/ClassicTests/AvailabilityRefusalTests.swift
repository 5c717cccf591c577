import Classic
import ManifestVerifier
import Testing

private func ios(os: String = #""13.5""#, app: String = #""3.0.0""#, more: String = "") -> String {
    "{\"minimumOSVersion\": {\"value\": \(os), \"description\": {\"en\": \"\"}},\n"
        + "\"minimumAppVersion\": {\"value\": \(app), \"description\": {\"en\": \"\"}}\(more)}"
}

private func android(sdk: String = "23", app: String = "8", more: String = "") -> String {
    "{\"minimumSDKVersion\": {\"value\": \(sdk), \"description\": {\"en\": \"\"}},\n"
        + "\"minimumAppVersion\": {\"value\": \(app), \"description\": {\"en\": \"\"}}\(more)}"
}

private func requirement(_ name: String, _ value: String) -> String {
    ",\n\"\(name)\": {\"value\": \(value), \"description\": {}}"
}

@Test func `the bodies that the refusals start from are in order`() throws {
    _ = try IOSAvailability(body: Array(ios(more: requirement("recommendedAppVersion", #""1""#)).utf8))
    _ = try AndroidAvailability(body: Array(android(more: requirement("recommendedAppVersion", "1")).utf8))
}

@Test(arguments: [
    ("{}", "1:1: missing member \"minimumOSVersion\""),
    (ios().replacing("minimumOS", with: "recommendedOS"), "1:1: missing member \"minimumOSVersion\""),
    (ios().replacing("minimumApp", with: "recommendedApp"), "1:1: missing member \"minimumAppVersion\""),
    (ios(os: "13.5"), "1:32: expected a string, found a number"),
    (ios(os: "null"), "1:32: expected a string, found null"),
    (ios(app: "3"), "2:32: expected a string, found a number"),
    (ios(app: #""""#), "2:32: \"\" is not a version of 1 to 3 numbers joined by dots"),
    (ios(app: #""1.2.3.4""#), "2:32: \"1.2.3.4\" is not a version of 1 to 3 numbers joined by dots"),
    (ios(app: #""3.0-beta""#), "2:32: \"3.0-beta\" is not a version of 1 to 3 numbers joined by dots"),
    (ios(more: requirement("recommendedOSVersion", "1")), "3:35: expected a string, found a number"),
    (ios(more: ",\n\"recommendedAppVersion\": null"), "3:26: expected an object, found null"),
    (ios(more: ",\n\"recommendedAppVersion\": {\"value\": \"1\"}"), "3:26: missing member \"description\""),
    (ios(more: ",\n\"recommendedAppVersion\": {\"description\": {}}"), "3:26: missing member \"value\""),
    (
        ios(more: ",\n\"recommendedAppVersion\": {\"value\": \"1\", \"title\": \"x\", \"description\": {}}"),
        "3:50: expected an object, found a string"
    ),
    (ios().replacing("\"en\"", with: "\"en_GB\""), "1:56: \"en_GB\" is not a BCP 47 language tag"),
    (ios(more: ",\n\"minimumAppVersion\": {}"), "3:1: duplicate member \"minimumAppVersion\""),
    (ios(more: ","), "2:67: trailing comma"), ("[]", "1:1: expected an object, found an array"),
    ("", "1:1: the text ends too early"), (android(), "1:1: missing member \"minimumOSVersion\""),
])
func `a body that is no iOS document is refused with its place`(text: String, description: String) throws {
    let error = try #require(throws: DocumentError.self) { try IOSAvailability(body: Array(text.utf8)) }
    #expect(error.description == description)
    #expect(throws: error) { try ClassicReader.availability(.ios).read(Array(text.utf8)) }
}

@Test(arguments: [
    ("{}", "1:1: missing member \"minimumSDKVersion\""),
    (android().replacing("minimumApp", with: "recommendedApp"), "1:1: missing member \"minimumAppVersion\""),
    (android(sdk: #""23""#), "1:33: expected an integer, found a string"),
    (android(sdk: "23.0"), "1:33: 23.0 is not an integer of 64 bits"),
    (android(sdk: "2.3e1"), "1:33: 2.3e1 is not an integer of 64 bits"),
    (android(sdk: "0"), "1:33: 0 is not a positive integer"),
    (android(sdk: "-23"), "1:33: -23 is not a positive integer"),
    (android(app: "-0"), "2:32: -0 is not an integer of 64 bits"),
    (android(app: "9223372036854775808"), "2:32: 9223372036854775808 is not an integer of 64 bits"),
    (android(app: "true"), "2:32: expected an integer, found a boolean"),
    (android(more: requirement("recommendedAppVersion", #""9""#)), "3:36: expected an integer, found a string"),
    (ios(), "1:1: missing member \"minimumSDKVersion\""),
    (ios().replacing("OSVersion", with: "SDKVersion"), "1:33: expected an integer, found a string"),
])
func `a body that is no Android document is refused with its place`(text: String, description: String) throws {
    let error = try #require(throws: DocumentError.self) { try AndroidAvailability(body: Array(text.utf8)) }
    #expect(error.description == description)
    #expect(throws: error) { try ClassicReader.availability(.android).read(Array(text.utf8)) }
}
