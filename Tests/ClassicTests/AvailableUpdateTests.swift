import AppGate
import Classic
import ManifestVerifier
import Testing
import TestPublisher

@Test func `an update comes with its texts in the language of the user and with its address`() throws {
    let body = #"""
        { "minimumOSVersion": { "value": "13.5", "description": { "en": "device", "cy": "dyfais" } },
          "minimumAppVersion": { "value": "3", "description": { "en": "app", "cy": "ap" } },
          "recommendedAppVersion": { "value": "4", "title": { "en": "heading", "cy": "pennawd" },
            "description": { "en": "newer", "cy": "newydd" } } }
        """#
    let availability = try IOSAvailability(body: Array(body.utf8))
    let requirements = try Requirements(.availabilityIOS(availability), platform: .ios)
    func update(_ os: String, _ app: String) throws -> Update {
        let device = Device(
            system: .ios(try #require(NumericVersion(os))), version: NumericVersion(app), build: nil,
            languages: ["cy-GB"])
        return try #require(decide(requirements, for: device, source: .fetched).update)
    }
    #expect(try update("13", "1").description?.text == "dyfais")
    #expect(try update("14", "1").description?.text == "ap")
    #expect(try update("14", "3").title?.text == "pennawd")
    #expect(try update("14", "3").description?.text == "newydd")
    #expect(try update("14", "3").description?.language.rawValue == "cy")

    let perPlatform = #"""
        { "minimumVersion": "2.0.0", "latestVersion": "2.0.0",
          "updateUrl": { "ios": "https://example.com/i", "android": "https://example.com/a" },
          "maintenanceMode": false, "maintenanceMessage": null }
        """#
    let config = ClassicDocument.appConfig(try AppConfig(body: Array(perPlatform.utf8)))
    #expect(try Requirements(config, platform: .ios).updateURL == "https://example.com/i")
    #expect(try Requirements(config, platform: .android).updateURL == "https://example.com/a")
}

@Test func `a version in the store that the device cannot run is not known to help`() throws {
    let requirements = Requirements(minimumApp: Requirement(.version(try #require(NumericVersion("2")))))
    let device = Device(
        system: .ios(try #require(NumericVersion("13"))), version: NumericVersion("1"), build: nil, languages: [])
    func state(_ minimum: String?) throws -> Update.StoreState? {
        let store = StoreVersion(
            version: try #require(NumericVersion("2.1")), minimumSystem: minimum.flatMap { NumericVersion($0) })
        return decide(requirements, for: device, store: store, source: .fetched).update?.store
    }
    #expect(try state(nil) == .available)
    #expect(try state("13.0") == .available)
    #expect(try state("13.1") == .unknown)
}
