/// The names of an archive's entries and of the folders above them, no two of which are the same on any file system.
///
/// Some file systems ignore case, some equate composed and decomposed characters, and some ignore invisible ones: on
/// those the later of two such entries would replace the earlier one.
struct ArchiveNameSet {
    private struct Taken {
        let path: String
        let isFolder: Bool
    }

    /// The taken names, by the form that all names which could be the same share.
    private var taken: [String: Taken] = [:]
    /// Folders by their exact bytes, so that each is folded only once.
    private var folders: Set<[UInt8]> = []
    private var folderEntries: Set<[UInt8]> = []

    /// Files and folders, including those that appear only before a slash.
    var count: Int { taken.count }

    mutating func insert(_ name: ArchiveName) throws(EntryDefect) {
        // From the nearest known folder on; those above it are known as well.
        var unknown: [ArraySlice<String>] = []
        var parent = name.segments.dropLast()
        while !parent.isEmpty, !folders.contains(Self.bytes(parent)) {
            unknown.append(parent)
            parent = parent.dropLast()
        }
        for parent in unknown.reversed() { try claimFolder(parent) }
        let segments = name.segments[...]
        if name.isFolder {
            if !folders.contains(Self.bytes(segments)) { try claimFolder(segments) }
            guard folderEntries.insert(Self.bytes(segments)).inserted else { throw .duplicateName }
        } else {
            try claimFile(segments)
        }
    }

    private mutating func claimFolder(_ segments: ArraySlice<String>) throws(EntryDefect) {
        let path = segments.joined(separator: "/")
        let form = Self.form(of: path)
        if let other = taken[form] {
            throw other.path.utf8.elementsEqual(path.utf8) ? .belowFile(path) : .sameNameAs(other.path)
        }
        taken[form] = Taken(path: path, isFolder: true)
        folders.insert(Self.bytes(segments))
    }

    private mutating func claimFile(_ segments: ArraySlice<String>) throws(EntryDefect) {
        let path = segments.joined(separator: "/")
        let form = Self.form(of: path)
        if let other = taken[form] {
            guard other.path.utf8.elementsEqual(path.utf8) else { throw .sameNameAs(other.path) }
            throw other.isFolder ? .fileAndFolder : .duplicateName
        }
        taken[form] = Taken(path: path, isFolder: false)
    }

    private static func bytes(_ segments: ArraySlice<String>) -> [UInt8] {
        Array(segments.joined(separator: "/").utf8)
    }

    /// The same text for all names that differ only by case, composition or invisible characters; composition is up to
    /// the comparison of strings, which is by canonical equivalence.
    private static func form(of path: String) -> String {
        if path.utf8.allSatisfy({ $0 < 0x80 }) { return path.lowercased() }
        let visible = path.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        // Some letters are equal only in upper case (ß and ss, ſ and s), some only in lower case (the Kelvin sign and k).
        return String(String.UnicodeScalarView(visible)).lowercased().uppercased().lowercased()
    }
}
