/// The names of an archive's entries and of the folders above them, no two of which any file system takes for the same.
///
/// Some file systems ignore case, some compare composed characters with decomposed ones, and some do not see invisible
/// characters: on those the later of two such entries would replace the earlier one.
struct ArchiveNameSet {
    private struct Taken {
        let path: String
        let isFolder: Bool
    }

    /// What is taken, by the form in which all names that could be the same are.
    private var taken: [String: Taken] = [:]
    /// Folders by their exact bytes, so that each is folded once only.
    private var folders: Set<[UInt8]> = []
    private var folderEntries: Set<[UInt8]> = []

    /// Files and folders, those included that only stand before a slash.
    var count: Int { taken.count }

    /// Adds the name of an entry.
    mutating func insert(_ name: ArchiveName) throws(EntryDefect) {
        // From the nearest known folder on; all that are above it are known, too.
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
        // Some letters only meet in upper case (ß and ss, ſ and s), some only in lower case (the Kelvin sign and k).
        return String(String.UnicodeScalarView(visible)).lowercased().uppercased().lowercased()
    }
}
