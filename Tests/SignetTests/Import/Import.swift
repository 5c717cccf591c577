import TestSupport

/// A folder with documents of an app to take over.
struct Import {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The arguments that import the documents of both platforms into `shop`.
    static let both = ["init", "--from", "ios.json", "--from", "android.json", "shop"]

    /// Imports and builds; every step must succeed.
    func build(_ words: [String]) throws {
        try check(signetPath, words, in: folder.root)
        try check(signetPath, ["build"], in: folder.path("shop"))
        try check(signetPath, ["verify", "output"], in: folder.path("shop"))
    }
}
