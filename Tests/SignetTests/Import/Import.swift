import Testing
import TestSupport

/// A folder with documents of an app to take over.
struct Import {
    /// A document of the iOS app, with all that one can have.
    static let ios = """
        {
          "minimumOSVersion": { "value": "13.5", "description": { "cy": "Diweddarwch", "en": "Update \\"iOS\\" / now\\n" } },
          "recommendedOSVersion": { "value": "5.00", "title": { "en": "A" }, "description": { "en": "B" } },
          "minimumAppVersion": { "value": "3.0.0", "description": { "en": "" } },
          "recommendedAppVersion": { "value": "99", "title": { "en": "e\u{301}\u{E9} \\u0644\\u200D\\n\\uD83D\\uDE00" }, "description": { "en": "D" } }
        }
        """

    /// A document of the Android app.
    static let android = """
        {
          "minimumSDKVersion": { "value": 23, "description": { "en": "e", "en-GB": "g" } },
          "minimumAppVersion": { "value": 8, "description": { "en": "\u{212B} \u{1F468}\u{200D}\u{1F469}", "zh-Hant": "h" } }
        }
        """

    let folder: TemporaryFolder

    init(ios: String = Self.ios, android: String = Self.android) throws {
        folder = try TemporaryFolder()
        try folder.write("ios.json", ios)
        try folder.write("android.json", android)
    }

    /// The arguments that import both documents into `shop`.
    static let both = ["init", "--from", "ios.json", "--from", "android.json", "shop"]

    /// Imports and builds; every step must succeed.
    func build(_ words: [String]) throws {
        try check(signetPath, words, in: folder.root)
        try check(signetPath, ["build"], in: folder.path("shop"))
        try check(signetPath, ["verify", "output"], in: folder.path("shop"))
    }

    /// Imports, which must fail with that code, say all of `words`, and change nothing.
    func expectRefusal(
        _ arguments: [String] = both, code: Int32, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try folder.snapshot()
        let folders = try check("find", [".", "-type", "d"], in: folder.root)
        let result = try signet(arguments, in: folder)
        #expect(result.status == code, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
        #expect(result.errors.hasPrefix("signet: error: "), sourceLocation: sourceLocation)
        for word in words {
            #expect(
                result.errors.contains(word), "\"\(word)\" is not in: \(result.errors)", sourceLocation: sourceLocation)
        }
        #expect(try folder.snapshot() == before, sourceLocation: sourceLocation)
        #expect(try check("find", [".", "-type", "d"], in: folder.root) == folders, sourceLocation: sourceLocation)
    }
}
