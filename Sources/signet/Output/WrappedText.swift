extension String {
    /// The text in lines for a terminal of 80 columns, each after `indent`. A word that is longer stays whole.
    func wrapped(indent: String = "") -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > 80 {
                lines.append(indent + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [indent + line])
    }
}
