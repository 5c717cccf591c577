import ManifestVerifier

/// Accepts the bytes of a file that only the app can read, where they are of a listed kind and nothing that another verifier
/// could take for something else. The content is the bytes.
public struct FileReader: DocumentReader {
    public let format: DocumentFormat

    /// - Parameter format: `file`, or the archive of a web bundle.
    package init(_ format: DocumentFormat) { self.format = format }

    public var goesByDate: Bool { false }

    public func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable {
        do throws(OtherMeaning) {
            try OtherMeaning.check(body, as: format)
        } catch {
            throw DocumentError(reason: error.message, kind: .otherMeaning)
        }
        return body
    }
}

extension DocumentReader where Self == FileReader {
    /// The bytes of a file.
    public static var file: FileReader { FileReader(.file) }
}
