import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

package enum BundleAddress {
    /// The address that a document at `document` means; nil unless it is an https URL without credentials, or a name
    /// beside the document. Like a transport, it takes http for this very machine only.
    package static func url(_ text: String, beside document: URL) -> URL? {
        if !text.isEmpty, !text.hasPrefix("."), text.utf8.allSatisfy(\.isNameByte) {
            return URL(string: text, relativeTo: document)?.absoluteURL
        }
        guard (try? WebAddress(text, allowsLocalHTTP: true)) != nil else { return nil }
        return URL(string: text)
    }
}
