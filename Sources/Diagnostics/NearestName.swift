import ManifestVerifier

extension String {
    /// The name that was probably meant by this one: the nearest by typing errors, up to three in a long word, or else the
    /// only one that begins with it. Nil when none is near, or two are equally near.
    package func nearest(among names: some Sequence<String>) -> String? {
        let own = Array(utf8.map(\.asciiLowercased))
        guard own.count <= Limits.nameBytes else { return nil }
        var nearest: [String] = []
        // One error in three letters at most: shorter words are near to too many others.
        var fewest = Swift.min(3, own.count / 3)
        var beginnings: [String] = []
        for name in Set(names.prefix(Limits.nearNames)) where name.utf8.count <= Limits.nameBytes {
            let other = Array(name.utf8.map(\.asciiLowercased))
            let errors = Self.typingErrors(own, other)
            if errors < fewest { nearest = [] }
            if errors <= fewest {
                nearest.append(name)
                fewest = errors
            }
            if own.count >= 3, other.starts(with: own) { beginnings.append(name) }
        }
        let found = nearest.isEmpty ? beginnings : nearest
        return found.count == 1 ? found[0] : nil
    }

    /// The number of letters to insert, delete, replace or exchange with the next one to turn one word into the other
    /// (optimal string alignment).
    private static func typingErrors(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var (former, row) = ([Int](), Array(0...b.count))
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                var errors = Swift.min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { errors = Swift.min(errors, former[j - 1] + 1) }
                next.append(errors)
            }
            (former, row) = (row, next)
        }
        return row[b.count]
    }

    /// A question about the name that was probably meant, and what else there is to say; nil when that is nothing.
    package func didYouMean(_ names: some Sequence<String>, otherwise: String? = nil) -> String? {
        guard let nearest = nearest(among: names) else { return otherwise }
        return "did you mean \"\(nearest)\"?" + (otherwise.map { " \($0)" } ?? "")
    }
}
