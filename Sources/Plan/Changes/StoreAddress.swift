import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a URL for updates leads, as those who open it read it.
struct StoreAddress {
    /// The host in lowercase letters.
    let host: String?
    /// The id of the app in Apple's App Store, or its package in Google Play; all of several.
    let app: String?
    /// The page of a store that is told which app it is about; nil where the address says that.
    let page: String?

    init(_ text: String) {
        let url = URLComponents(string: text)
        host = url?.host.map(\.asciiLowercased)
        let packages = (url?.queryItems ?? []).filter { $0.name == "id" }.compactMap(\.value)
        let numbers = (url?.path ?? "").split(separator: "/").filter { part in
            part.hasPrefix("id") && part.count > 2 && part.dropFirst(2).utf8.allSatisfy(\.isASCIIDigit)
        }
        let apps = numbers.isEmpty ? packages : numbers.map(String.init)
        app = apps.isEmpty ? nil : apps.joined(separator: ", ")
        page = numbers.isEmpty && app != nil ? url?.path : nil
    }
}
