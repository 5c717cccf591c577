import ManifestVerifier

/// A pattern for files below a folder: `*` stands for any characters of a name, `?` for one, `**` for any folders.
package struct FilePattern: Sendable {
    private let segments: [[UInt8]]

    private static let any = UInt8(ascii: "*")
    private static let one = UInt8(ascii: "?")
    private static let anyFolders: [UInt8] = [any, any]

    static func isPattern(_ path: some StringProtocol) -> Bool { path.utf8.contains { $0 == any || $0 == one } }

    /// Fails unless the segments consist of `[A-Za-z0-9._*?-]`, without a leading dot, and the last one names files.
    package init?(_ pattern: String) {
        segments = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        guard segments.count <= Limits.folderDepth, segments.last != Self.anyFolders,
            segments.allSatisfy({ segment in
                !segment.isEmpty && segment.count <= Limits.pathSegmentBytes && segment[0] != UInt8(ascii: ".")
                    && segment.allSatisfy { $0.isNameByte || $0 == Self.any || $0 == Self.one }
            })
        else { return nil }
    }

    package func matches(_ path: String) -> Bool {
        // For each number of segments, whether so many may be used up so far, so that no pattern is slow.
        var reached = [true] + Array(repeating: false, count: segments.count)
        skipAnyFolders(&reached)
        for name in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let name = Array(name)
            var next = Array(repeating: false, count: reached.count)
            for (index, segment) in segments.enumerated() where reached[index] {
                if segment == Self.anyFolders {
                    next[index] = true
                } else if Self.matches(name, segment) {
                    next[index + 1] = true
                }
            }
            reached = next
            skipAnyFolders(&reached)
        }
        return reached[segments.count]
    }

    /// `**` also stands for no folder.
    private func skipAnyFolders(_ reached: inout [Bool]) {
        for (index, segment) in segments.enumerated() where segment == Self.anyFolders && reached[index] {
            reached[index + 1] = true
        }
    }

    /// Matches one name with one segment: after a failure only the last `*` can take one more character.
    private static func matches(_ name: [UInt8], _ segment: [UInt8]) -> Bool {
        var (position, place) = (0, 0)
        var retry: (position: Int, place: Int)?
        while position < name.count {
            if place < segment.count, segment[place] == any {
                retry = (position, place)
                place += 1
            } else if place < segment.count, segment[place] == one || segment[place] == name[position] {
                position += 1
                place += 1
            } else if let (start, star) = retry {
                retry = (start + 1, star)
                (position, place) = (start + 1, star + 1)
            } else {
                return false
            }
        }
        return segment[place...].allSatisfy { $0 == any }
    }
}
