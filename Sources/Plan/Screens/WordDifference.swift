package struct WordDifference: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case kept(String)
        case removed(String)
        case added(String)
    }

    package let parts: [Part]

    /// Compares words with the white space behind them. Texts of more words than a person compares are shown whole.
    package init(from old: String, to new: String) {
        let (before, after) = (Self.words(old), Self.words(new))
        guard before.count + after.count <= Self.comparedWords else {
            parts = [.removed(old), .added(new)]
            return
        }
        let difference = after.difference(from: before)
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var parts: [Part] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                parts.append(.removed(before[old]))
                old += 1
            } else if added.contains(new) {
                parts.append(.added(after[new]))
                new += 1
            } else {
                parts.append(.kept(before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        self.parts = parts.reduce(into: []) { $0.append(joining: $1) }
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for character in text {
            let startsWord = words.last.map { $0.last?.isWhitespace == true && !character.isWhitespace } ?? true
            if startsWord { words.append(String(character)) } else { words[words.count - 1].append(character) }
        }
        return words
    }

    private static let comparedWords = 1_000
}

extension [WordDifference.Part] {
    fileprivate mutating func append(joining part: WordDifference.Part) {
        switch (last, part) {
        case (.kept(let a)?, .kept(let b)): self[count - 1] = .kept(a + b)
        case (.removed(let a)?, .removed(let b)): self[count - 1] = .removed(a + b)
        case (.added(let a)?, .added(let b)): self[count - 1] = .added(a + b)
        default: append(part)
        }
    }
}
