import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a URL for updates leads, as those who open it read it.
struct StoreAddress {
    /// The host in lowercase letters, with a port of its own.
    let host: String?
    /// The id of the app in Apple's App Store, or its package in Google Play; all of several.
    let app: String?
    /// The page of a store that is told which app it is about; nil where the address says that.
    let page: String?

    init(_ text: String) {
        let url = URLComponents(string: text)
        let port = url?.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        host = url?.host.map { $0.asciiLowercased + port }
        let packages = (url?.queryItems ?? []).filter { $0.name == "id" }.compactMap(\.value)
        // As those who open it resolve it (RFC 3986 §5.2.4).
        let path = (url?.path ?? "").split(separator: "/").reduce(into: [Substring]()) { path, part in
            if part == ".." { _ = path.popLast() } else if part != "." { path.append(part) }
        }
        let numbers = path.filter { part in
            part.hasPrefix("id") && part.count > 2 && part.dropFirst(2).utf8.allSatisfy(\.isASCIIDigit)
        }
        let apps = numbers.isEmpty ? packages : numbers.map(String.init)
        app = apps.isEmpty ? nil : apps.joined(separator: ", ")
        page = numbers.isEmpty && app != nil ? "/" + path.joined(separator: "/") : nil
    }
}
