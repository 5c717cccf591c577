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
