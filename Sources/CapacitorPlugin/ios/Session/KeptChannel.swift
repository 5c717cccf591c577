import LocalFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The channel that this device follows, kept in a file beside the store.
package struct KeptChannel: Sendable {
    private static let name = "channel"
    private static let limit = 64

    private let folder: URL
    private let usual: String?

    /// - Parameters:
    ///   - folder: a folder for this plugin alone.
    ///   - usual: the channel of the configuration; nil for none.
    package init(in folder: URL, usually usual: String?) {
        self.folder = folder
        self.usual = usual
    }

    /// Whether it is 1 to 64 characters of printable ASCII without quotes and backslashes.
    static func isName(_ name: String) -> Bool {
        let bytes = name.utf8
        return (1...limit).contains(bytes.count)
            && bytes.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// The channel; nil for none. What cannot be read counts as not chosen.
    package var current: String? {
        guard let folder = try? Folder(path: folder.path),
            let bytes = try? folder.readIfPresent(Self.name, limit: Self.limit)
        else { return usual }
        let name = String(decoding: bytes, as: UTF8.self)
        return Self.isName(name) ? name : usual
    }

    /// Follows a channel from now on; nil for the one of the configuration.
    package func follow(_ name: String?) throws(FileError) {
        let folder = try Folder(creating: folder.path)
        if let name {
            try folder.replace(Self.name, Array(name.utf8))
        } else if folder.kind(of: Self.name) != nil {
            try folder.remove(Self.name)
        }
    }
}
