import ManifestVerifier

/// A slow and plain reading of a population, written after RFC 4180 and the columns, without limits on lengths.
enum ReferencePopulation {
    /// The numbers of devices by what they are; nil for a file that must be refused.
    static func kinds(_ bytes: [UInt8]) -> [String: Int]? {
        guard let text = String(validating: bytes, as: UTF8.self), var lines = lines(Array(text.unicodeScalars)) else {
            return nil
        }
        let names = lines.removeFirst().map { trimmed($0).lowercased() }
        let columns = ["platform", "os", "app", "devices", "build", "store"]
        for column in columns where names.count(where: { $0 == column }) > 1 { return nil }
        for column in columns.prefix(4) where !names.contains(column) { return nil }
        while lines.last == [""] { lines.removeLast() }
        var (kinds, total) = ([String: Int](), 0)
        for line in lines {
            guard line.count == names.count else { return nil }
            var values: [String: String] = [:]
            for (name, value) in zip(names, line) where columns.contains(name) { values[name] = value }
            guard let kind = kind(values), let devices = values["devices"].flatMap({ number($0) }) else { return nil }
            total += devices
            guard devices <= 1_000_000_000_000, total <= 1_000_000_000_000 else { return nil }
            kinds[kind, default: 0] += devices
        }
        return kinds
    }

    /// The fields of all lines; nil when a quote, a carriage return or a NUL is where none may be.
    private static func lines(_ text: [Unicode.Scalar]) -> [[String]]? {
        enum State { case start, plain, quoted, behindQuote }
        var (lines, line, field, state) = ([[String]](), [String](), "", State.start)
        func end() {
            line.append(field)
            (field, state) = ("", .start)
        }
        var index = text.first == "\u{FEFF}" ? 1 : 0
        guard index < text.count else { return nil }
        // A quoted empty line is not blank: it is told from one by a character that is in no field otherwise.
        while index < text.count {
            let scalar = text[index]
            index += 1
            switch (state, scalar) {
            case (_, "\0"): return nil
            case (.quoted, "\""): state = .behindQuote
            case (.quoted, _): field.unicodeScalars.append(scalar)
            case (.behindQuote, "\""):
                field.unicodeScalars.append(scalar)
                state = .quoted
            case (.start, "\""): state = .quoted
            case (.plain, "\""): return nil
            case (_, ","): end()
            case (_, "\r") where index == text.count || text[index] != "\n": return nil
            case (_, "\r"): continue
            case (_, "\n"):
                let isQuoted = state == .behindQuote
                end()
                lines.append(line == [""] && isQuoted ? ["\0"] : line)
                line = []
            case (.behindQuote, _): return nil
            default:
                field.unicodeScalars.append(scalar)
                state = .plain
            }
        }
        if state == .quoted { return nil }
        if !line.isEmpty || state != .start {
            let isQuoted = state == .behindQuote
            end()
            lines.append(line == [""] && isQuoted ? ["\0"] : line)
        }
        return lines
    }

    private static func kind(_ values: [String: String]) -> String? {
        var kind: String
        switch values["platform"]?.lowercased() {
        case "ios":
            guard let os = values["os"], isVersion(os) else { return nil }
            kind = "ios \(os)"
        case "android":
            guard let level = values["os"].flatMap({ number($0) }), level > 0 else { return nil }
            kind = "android \(level)"
        default: return nil
        }
        for name in ["app", "build", "store"] {
            guard let value = values[name], !value.isEmpty else { continue }
            guard name != "store" || isVersion(value), value.unicodeScalars.allSatisfy(isPrintable) else { return nil }
            kind += " \(name) \(value)"
        }
        return kind
    }

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 3 && parts.allSatisfy { number(String($0)) != nil }
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.count <= 18 && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl && scalar != "\u{FEFF}"
        }
    }

    private static func trimmed(_ name: String) -> String {
        var name = Substring(name)
        while name.hasPrefix(" ") { name.removeFirst() }
        while name.hasSuffix(" ") { name.removeLast() }
        return String(name)
    }
}
