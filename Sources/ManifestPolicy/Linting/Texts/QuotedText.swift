extension String {
    /// The text in quotes, for a message: cut where a person has seen enough, and with what nobody sees spelt out.
    ///
    /// Keys come from the catalog. A long one would be repeated in hundreds of findings, and an override in one would
    /// turn the message around.
    var quoted: String {
        var text = ""
        for scalar in unicodeScalars.prefix(80) {
            text += scalar.sight == .invisible || scalar == "\n" ? "\\u{\(scalar.hexadecimal)}" : String(scalar)
        }
        return unicodeScalars.dropFirst(80).isEmpty ? "\"\(text)\"" : "\"\(text)…\""
    }
}

extension [String] {
    /// The first few with commas between them: `de, en and 3 more`.
    func listed(upTo limit: Int) -> String {
        let few = prefix(limit).joined(separator: ", ")
        return count > limit ? "\(few) and \(count - limit) more" : few
    }
}

extension Unicode.Scalar {
    /// The value as code charts write it: `202E`.
    var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
