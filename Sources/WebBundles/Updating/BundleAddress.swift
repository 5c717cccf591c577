import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where an archive is fetched from.
package enum BundleAddress {
    /// The address that a document at `document` means; nil unless it is an https URL without credentials, or a name
    /// beside the document. Over http only from this very machine, as a transport does it.
    package static func url(_ text: String, beside document: URL) -> URL? {
        if !text.isEmpty, !text.hasPrefix("."), text.utf8.allSatisfy(\.isNameByte) {
            return URL(string: text, relativeTo: document)?.absoluteURL
        }
        guard let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil, url.password == nil
        else { return nil }
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http": return ["127.0.0.1", "localhost", "::1"].contains(host) ? url : nil
        default: return nil
        }
    }
}
