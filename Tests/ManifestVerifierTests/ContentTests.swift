import ManifestFormat
import ManifestVerifier
import Testing

/// One body of every format that apps read.
enum Bodies {
    static let availabilityIOS = #"""
        { "minimumOSVersion": { "value": "13.5.0", "description": { "en": "system" } },
          "minimumAppVersion": { "value": "3.0.0", "description": { "en": "app" } } }
        """#
    static let availabilityAndroid = #"""
        { "minimumSDKVersion": { "value": 23, "description": { "en": "system" } },
          "minimumAppVersion": { "value": 8, "description": { "en": "app" } } }
        """#
    static let appConfig = #"""
        { "minimumVersion": "1.2.0", "latestVersion": "1.5.0", "updateUrl": "https://example.com",
          "maintenanceMode": false, "maintenanceMessage": null }
        """#
    static let updateRequiredIOS = updateRequired("ios")
    static let updateRequiredAndroid = updateRequired("android")
    static let environmentConfig = #"""
        { "environments": { "mainnet": { "apps": { "ios": {
          "minimalVersion": "1.0", "build": 40000, "url": "https://example.com" } } } } }
        """#
    static let remoteConfigIOS = remoteConfig("ios")
    static let remoteConfigAndroid = remoteConfig("android")

    static func of(_ format: DocumentFormat) -> [UInt8]? {
        let text: String? =
            switch format {
            case .availabilityIOS: availabilityIOS
            case .availabilityAndroid: availabilityAndroid
            case .appConfig: appConfig
            case .updateRequiredIOS: updateRequiredIOS
            case .updateRequiredAndroid: updateRequiredAndroid
            case .environmentConfig: environmentConfig
            case .remoteConfigIOS: remoteConfigIOS
            case .remoteConfigAndroid: remoteConfigAndroid
            case .firebaseTemplate: #"{ "conditions": [], "parameters": {} }"#
            case .file: nil
            }
        return text.map { Array($0.utf8) }
    }

    private static func updateRequired(_ platform: String) -> String {
        #"{ "error": "update_required", "platform": "\#(platform)", "#
            + appConfig.drop { $0 == "{" || $0 == " " }
    }

    private static func remoteConfig(_ platform: String) -> String {
        #"{ "platform": "\#(platform)", "force_update_version": "1.2.0", "optional_update_version": "1.5.0" }"#
    }
}

private let formats = DocumentFormat.allCases.filter { $0 != .file }

@Test(arguments: formats)
func `reads a signed body of the expected format`(format: DocumentFormat) async throws {
    let publisher = try Publisher()
    let body = try #require(Bodies.of(format))
    let verifier = try Verifier.knowing([publisher.trusted()], .dated, format: format)
    let manifest = try verifier.verify(try await publisher.download(.dated, body: body))
    #expect(manifest.content == (try DocumentContent(format, body: body)))
    #expect(DocumentFormat(recognizing: body) == format)
}

@Test(arguments: formats, formats)
func `refuses a signed body of another format by its name`(expected: DocumentFormat, found: DocumentFormat) async throws
{
    guard expected != found else { return }
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .dated, format: expected)
    let download = try await publisher.download(.dated, body: try #require(Bodies.of(found)))
    #expect(verifier.refusal(of: download) == .wrongKind(expected: expected, found: found))
}

@Test(arguments: ["", "no", "{", "{} {}", "\u{FEFF}{}", #"{ "a": 1, "a": 2 }"#, "{ \"a\": 1, }", "<!DOCTYPE html>"])
func `refuses a signed body that is no strict JSON`(text: String) async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let refusal = verifier.refusal(of: try await publisher.download(.body, body: Array(text.utf8)))
    guard case .notJSON(let error) = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
    #expect(error.isSyntax)
}

@Test(arguments: ["[]", "{}", #"{ "minimumOSVersion": 13 }"#, "null"])
func `refuses a signed body that is no document`(text: String) async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let refusal = verifier.refusal(of: try await publisher.download(.body, body: Array(text.utf8)))
    guard case .notADocument(.availabilityIOS, let error) = refusal else {
        return #expect(Bool(false), "\(String(describing: refusal))")
    }
    #expect(!error.isSyntax)
}

@Test func `says nothing of a body whose signature is wrong`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let download = try await publisher.download(.body, body: Array("not JSON".utf8))
    #expect(verifier.refusal(of: download.with(body: Array("not JSON!".utf8))) == .badSignature(publisher.id))
}

@Test(arguments: formats)
func `a manifest verifies again from what it carries`(format: DocumentFormat) async throws {
    let publisher = try Publisher()
    for profile in SignatureProfile.allCases {
        let verifier = try Verifier.knowing([publisher.trusted()], profile, format: format)
        let download = try await publisher.download(profile, body: try #require(Bodies.of(format)))
        let shouted = Download(
            body: download.body,
            headers: [HeaderField(name: "Server", value: "x")]
                + download.headers.map { HeaderField(name: $0.name.uppercased(), value: $0.value) })
        let manifest = try verifier.verify(shouted)
        let again = try verifier.verify(kept: manifest.download)
        #expect(again.content == manifest.content)
        #expect(again.date == manifest.date)
        #expect(manifest.signatureHeaders == download.headers)
    }
}
