import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a URL for updates leads.
struct StoreAddress {
    /// The host in lowercase letters.
    let host: String?
    /// The id of the app in Apple's App Store, or its package in Google Play.
    let app: String?

    init(_ text: String) {
        let url = URL(string: text)
        host = url?.host().map(\.asciiLowercased)
        let query = text.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        let package = query.split(whereSeparator: { $0 == "&" || $0 == "#" }).first { $0.hasPrefix("id=") }
        let number = url?.path().split(separator: "/").last { part in
            part.hasPrefix("id") && part.count > 2 && part.dropFirst(2).utf8.allSatisfy(\.isASCIIDigit)
        }
        app = number.map(String.init) ?? package.map { String($0.dropFirst("id=".count)) }
    }
}
