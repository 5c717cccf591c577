import ManifestFormat

/// One file of a tree as it is written.
package struct TreeFile: Sendable {
    /// The path in the tree.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

extension String {
    /// A path's folder, empty at the top, and the name in it.
    package var folderAndName: (folder: String, name: String) {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
        return (String(self[..<slash]), String(self[utf8.index(after: slash)...]))
    }
}
