import Classic
import ManifestVerifier
import Testing
import TestSupport

private let iosMinimum = testText("Expected/availability/ios-minimum.json")

private let iosFull = testText("Expected/availability/ios-full.json")

private let androidMinimum = testText("Expected/availability/android-minimum.json")

private let androidFull = testText("Expected/availability/android-full.json")

@Test(arguments: [iosMinimum, iosFull])
func `an iOS body is read as the contract has it`(text: String) throws {
    let document = try IOSAvailability(body: Array(text.utf8))
    #expect(throws: DocumentError.self) { try AndroidAvailability(body: Array(text.utf8)) }
    let content = try ClassicReader.availability(.ios).read(Array(text.utf8))
    #expect((content as? ClassicContent)?.document == .availabilityIOS(document))
}

@Test(arguments: [androidMinimum, androidFull])
func `an Android body is read as the contract has it`(text: String) throws {
    let document = try AndroidAvailability(body: Array(text.utf8))
    #expect(throws: DocumentError.self) { try IOSAvailability(body: Array(text.utf8)) }
    let content = try ClassicReader.availability(.android).read(Array(text.utf8))
    #expect((content as? ClassicContent)?.document == .availabilityAndroid(document))
}

@Test func `values and texts are read into their places`() throws {
    let ios = try IOSAvailability(body: Array(iosFull.utf8))
    #expect(ios.minimumOSVersion.value.spelling == "13.5")
    #expect(ios.recommendedOSVersion?.value.spelling == "14.4")
    #expect(ios.minimumAppVersion.value.spelling == "99")
    #expect(ios.recommendedAppVersion?.value.spelling == "100.0")
    #expect(ios.recommendedAppVersion?.title?.entries.map(\.text) == ["e"])
    #expect(ios.minimumOSVersion.title == nil)
    #expect(try IOSAvailability(body: Array(iosMinimum.utf8)).minimumAppVersion.value.spelling == "5.00")

    let android = try AndroidAvailability(body: Array(androidFull.utf8))
    #expect(android.minimumSDKVersion.value == 23)
    #expect(android.recommendedAppVersion?.value == Int.max)
    #expect(try AndroidAvailability(body: Array(androidMinimum.utf8)).recommendedAppVersion == nil)
}

@Test func `members that are unknown today are ignored, so that a later document still reaches older apps`() throws {
    let later = iosMinimum.replacing(
        "{\n  \"minimumOSVersion\": {", with: "{ \"new\": 1, \"minimumOSVersion\": { \"x\": [],")
    #expect(try IOSAvailability(body: Array(later.utf8)) == IOSAvailability(body: Array(iosMinimum.utf8)))
}

private let iosSamples = [
    "nhs/availability-ios.2020-08-13.aef3929.json", "nhs/availability-ios.2021-03-02.ea3cde1.json",
]
private let androidSamples = [
    "nhs/availability-android.2020-08-13.aef3929.json", "nhs/availability-android.2021-03-02.ea3cde1.json",
]

@Test(.samples, arguments: iosSamples)
func `a published iOS document is read as one of iOS alone`(name: String) throws {
    #expect(throws: Never.self) { try IOSAvailability(body: Samples.read(name)) }
    #expect(throws: DocumentError.self) { try AndroidAvailability(body: Samples.read(name)) }
}

@Test(.samples, arguments: androidSamples)
func `a published Android document is read as one of Android alone`(name: String) throws {
    #expect(throws: Never.self) { try AndroidAvailability(body: Samples.read(name)) }
    #expect(throws: DocumentError.self) { try IOSAvailability(body: Samples.read(name)) }
}
