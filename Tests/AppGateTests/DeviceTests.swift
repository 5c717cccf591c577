import AppGate
import Foundation
import ManifestVerifier
import Testing

@Test func `a device is read from what iOS says of it`() throws {
    let device = Device(
        ios: OperatingSystemVersion(majorVersion: 17, minorVersion: 5, patchVersion: 1),
        info: ["CFBundleShortVersionString": "3.2.0", "CFBundleVersion": "41000"], languages: ["cy-GB"])
    #expect(device.system == .ios(try #require(NumericVersion("17.5.1"))))
    #expect(device.version?.spelling == "3.2.0")
    #expect(device.build?.spelling == "41000")
    #expect(device.platform == .ios)
    #expect(device.languages == ["cy-GB"])
}

@Test func `what iOS says in another form is kept as it says it`() {
    let info: [String: Any] = ["CFBundleShortVersionString": "3.2-beta", "CFBundleVersion": "1.2"]
    let version = OperatingSystemVersion(majorVersion: .max, minorVersion: -1, patchVersion: 0)
    let device = Device(ios: version, info: info, languages: [])
    #expect(device.version == InstalledVersion("3.2-beta"))
    #expect(device.build == InstalledVersion("1.2"))
    #expect(device.version?.isReadable == true)
    #expect(device.system == .ios(NumericVersion(major: .max, minor: 0, patch: 0)))
    #expect(Device(ios: version, info: [:], languages: []).version == nil)
    #expect(Device(ios: version, info: ["CFBundleVersion": 7], languages: []).build == nil)
}
