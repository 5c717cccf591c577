/// Reads the gate documents of one platform, whose content is a ``GateDocument``.
public struct GateReader: DocumentReader {
    private let platform: Platform

    /// A reader of the documents for apps on a platform.
    public init(_ platform: Platform) { self.platform = platform }

    public var format: DocumentFormat { platform == .ios ? .gateIOS : .gateAndroid }

    public var goesByDate: Bool { true }

    public func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable {
        let document = try GateDocument(body: body)
        try document.platform.expect(platform)
        return document
    }

    /// Those of both platforms.
    public static let all: [any DocumentReader] = [GateReader(.ios), GateReader(.android)]
}

extension DocumentReader where Self == GateReader {
    /// The rules for apps on a platform.
    public static func gate(_ platform: Platform) -> GateReader { GateReader(platform) }
}

extension Platform {
    /// Fails unless a document for this platform is one for that.
    package func expect(_ expected: Platform) throws(DocumentError) {
        guard self == expected else {
            throw DocumentError(reason: "it is for \(rawValue), not for \(expected.rawValue)")
        }
    }
}
