import Diagnostics
import ManifestVerifier
import Testing

@testable import Policy

@Test(
    arguments: [
        (.android, "Go to the App Store.", "App Store"), (.android, "Der AppStore", "App Store"),
        (.android, "App\u{A0}Store", "App Store"),
        (.android, "App-Store", "App Store"),
        (.android, "Apple Store or App Store", "App Store"), (.android, "打开App Store更新", "App Store"),
        (.ios, "Open Google Play", "Google Play"), (.ios, "Im Play Store", "Play Store"),
        (.ios, "Play-Store", "Play Store"), (.ios, "Google Play Store", "Google Play"),
        (.ios, "GooglePlay", "Google Play"), (.ios, "在Play Store中", "Play Store"),
        (.ios, "Über AppGallery", "AppGallery"), (.ios, "the Galaxy Store", "Galaxy Store"),
        (.ios, "Amazon Appstore", "Amazon Appstore"),
    ] as [(Platform, String, String)])
func `warns of the other platform's store`(platform: Platform, text: String, store: String) throws {
    let findings = try TextLint.findings(text, in: "en", platform: platform)
    let reader = platform == .ios ? "iOS" : "Android"
    #expect(findings.map(\.message) == ["text \"welcome\" in \"en\" says \"\(store)\" in a document for \(reader)"])
    #expect(findings.map(\.code) == [.wrongStore])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:1:7")
    #expect(findings.first?.hint != nil)
}

@Test(
    arguments: [
        (.ios, "Go to the App Store"), (.android, "Open Google Play, the Play Store"),
        (nil, "App Store or Google Play"),
        (.android, "App Storeroom"), (.android, "MyApp Store"), (.android, "App  Storage".replacing("  ", with: " ")),
        (.android, "app, store"), (.android, "App Store2"), (.android, "App Store\u{301}"), (.android, "éApp Store"),
        (.ios, "Play Storeroom"), (.ios, "Display Store"), (.ios, "Google Player"), (.ios, "Google. Play"),
        (.ios, "GooglePlayer"), (.ios, "Play"), (.ios, "Store Play"), (.android, "App"), (.android, "App "),
    ] as [(Platform?, String)])
func `accepts a platform's own store and longer words`(platform: Platform?, text: String) throws {
    #expect(try TextLint.findings(text, in: "en", platform: platform).filter { $0.code == .wrongStore }.isEmpty)
}

@Test(arguments: [
    "Open your app store", "app store", "an App store", "APP STORE", "google play", "GOOGLE PLAY!", "play-store",
    "play store",
    "We play store music", "appstore", "appgallery", "the galaxy store",
])
func `a store in a sentence is no name of one`(text: String) throws {
    for platform in Platform.allCases {
        #expect(try TextLint.findings(text, in: "en", platform: platform).filter { $0.code == .wrongStore }.isEmpty)
    }
}

@Test(arguments: [Platform.allCases, Platform.allCases.reversed()])
func `reports a shared text for the platform whose store it does not name`(platforms: [Platform]) throws {
    let text = try TextLint.text(["en": "Go to the App Store"])
    let uses = platforms.map {
        TextUse(text: text, document: "production/\($0)", platform: $0)
    }
    let findings = TextLint.findings(uses)
    #expect(findings.map(\.message) == ["text \"welcome\" in \"en\" says \"App Store\" in a document for Android"])
}
