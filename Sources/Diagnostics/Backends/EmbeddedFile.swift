import CResources

/// A file of this repository that the tool carries inside (`CResources`).
package enum EmbeddedFile {
    /// Its bytes; `name` is in the table of `resources.c`.
    package static func bytes(_ name: String) -> [UInt8] { unsafe Array(buffer(name)) }

    private static func buffer(_ name: String) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        guard let bytes = unsafe signet_resource(name, &count) else {
            preconditionFailure("there is no \(name) inside")
        }
        return unsafe UnsafeBufferPointer(start: bytes, count: count)
    }

    /// What is between the empty lines of a text.
    package static func paragraphs(_ name: String) -> [String] {
        var paragraphs: [String] = []
        var rest = unsafe buffer(name)[...]
        while let start = unsafe UnsafeBufferPointer(rebasing: rest).baseAddress, unsafe !rest.isEmpty {
            let paragraph = unsafe rest.prefix(signet_paragraph(start, rest.count))
            unsafe paragraphs.append(String(decoding: UnsafeBufferPointer(rebasing: paragraph), as: UTF8.self))
            unsafe rest = rest.dropFirst(paragraph.count + 2)
        }
        return paragraphs
    }

    package static func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// The text of a template, in which `@NAME@` stands for a value, and a line that ends in `# if part` belongs to a part that
    /// not every text has.
    package static func text(_ name: String, _ values: [String: String], parts: [String: Bool] = [:]) -> String {
        let lines = text(name).split(separator: "\n", omittingEmptySubsequences: false).compactMap {
            line -> Substring? in
            guard let mark = line.firstRange(of: " # if ") else { return line }
            return parts[String(line[mark.upperBound...])] == true ? line[..<mark.lowerBound] : nil
        }
        return lines.joined(separator: "\n").replacing(/@([A-Z]+)@/) { mark in
            guard let value = values[String(mark.1)] else { preconditionFailure("\(name) has another \(mark.0)") }
            return value
        }
    }
}
