extension Folder {
    /// Whether this folder is another one or inside it, whichever names and links lead to the two.
    package func isWithin(_ other: Folder) throws(FileError) -> Bool {
        var folder = self
        while folder.identity != other.identity {
            let above = try folder.folder("..")
            // Only the root is its own parent.
            if above.identity == folder.identity { return false }
            folder = above
        }
        return true
    }

    /// Opens the folder at a path; nil when it is not there.
    package static func ifPresent(_ path: String) throws(FileError) -> Folder? {
        do throws(FileError) {
            return try Folder(path: path)
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    /// Opens the folder at a path, or the nearest existing one above it.
    package static func nearest(to path: String) throws(FileError) -> Folder {
        var path = path
        while true {
            do throws(FileError) {
                return try Folder(path: path)
            } catch {
                guard [.notFound, .notAFolder].contains(error.reason), !path.isEmpty else { throw error }
                while path.count > 1, path.hasSuffix("/") { path.removeLast() }
                let parent = path.folderAndName.folder
                path = parent.isEmpty && path.hasPrefix("/") ? "/" : parent
            }
        }
    }
}

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
