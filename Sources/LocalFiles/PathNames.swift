extension String {
    /// A path's folder, empty at the top, and the name in it.
    package var folderAndName: (folder: String, name: String) {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
        return (String(self[..<slash]), String(self[utf8.index(after: slash)...]))
    }

    /// A path's folder, `.` for the current one, and the name in it.
    package var parentAndName: (parent: String, name: String) {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", self) }
        return (slash == startIndex ? "/" : String(self[..<slash]), String(self[utf8.index(after: slash)...]))
    }
}
