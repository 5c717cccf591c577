import Foundation

/// What happened in Chromium while a page was open.
package struct PageVisit<Result: Decodable & Sendable>: Decodable, Sendable {
    /// What a content security policy has forbidden.
    package struct Violation: Decodable, Hashable, Sendable {
        /// `img-src`, `style-src-attr`.
        package let directive: String
        /// The address; nil for what stands in the page itself.
        package let blocked: String?
        package let kind: String
    }

    /// A line of the console.
    package struct Message: Decodable, Hashable, Sendable {
        /// `log`, `info`, `warning`, `error`.
        package let level: String
        package let text: String
    }

    /// Something that the page asked for; the first one is the page.
    package struct Request: Decodable, Hashable, Sendable {
        package let url: String
        package let type: String?
        /// Why it was not sent: `csp`; nil when it was.
        package let blocked: String?
    }

    /// Milliseconds since the navigation began.
    package struct Timing: Decodable, Sendable {
        package let interactive: Double
        package let loaded: Double
        /// nil where nothing was painted.
        package let painted: Double?
    }

    package let violations: [Violation]
    package let console: [Message]
    package let exceptions: [String]
    package let requests: [Request]
    /// The addresses that the page went to; the first one is its own.
    package let navigations: [String]
    package let windows: [String]
    package let dialogs: [Dialog]
    package let downloads: [String]
    package let timing: Timing
    /// What the script returned.
    package let result: Result

    /// An `alert` and the like.
    package struct Dialog: Decodable, Hashable, Sendable {
        package let kind: String
        package let text: String
    }
}

/// Opens a page in headless Chromium.
///
/// - Parameters:
///   - address: a path, or an address that starts with `file://` or `http://127.0.0.1`.
///   - script: the body of an async function that runs in the page once it has loaded, and may `await press("Tab")` and
///     `await media({"prefers-color-scheme": "dark"})`.
///   - options: what `Tests/Servers/chromium.py --help` names.
package func visit<Result: Decodable & Sendable>(
    _ address: String, script: String, returning: Result.Type = Result.self, _ options: [String] = []
) throws -> PageVisit<Result> {
    let folder = try TemporaryFolder()
    try folder.write("script.js", script)
    let place = address.hasPrefix("/") ? URL(fileURLWithPath: address).absoluteString : address
    let words = try JSONEncoder().encode(["--script", folder.path("script.js"), place] + options)
    let answer = try Chromium.shared.get().answer(to: words)
    if let error = try JSONDecoder().decode(Chromium.Failure.self, from: answer).error {
        throw CannotRun(description: "the page was not opened: \(error)")
    }
    return try JSONDecoder().decode(PageVisit<Result>.self, from: answer)
}

/// The browser of all visits, which takes longer to start than most of them.
private enum Chromium {
    static let shared = Result {
        let browser = try Conversation(running: "chromium.py", ["--serve"])
        RunFolder.atEnd { browser.end() }
        return browser
    }

    struct Failure: Decodable {
        /// Why the page was not opened, if so.
        let error: String?
    }
}
