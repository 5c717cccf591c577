import ManifestVerifier

extension HeaderField {
    /// Reads `name: value`, where the name is lowercase letters, digits and hyphens, and the value is printable ASCII
    /// without spaces around it.
    package init?(line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon]
        let rest = line[(colon + 1)...]
        guard name.allSatisfy({ $0 == $0.asciiLowercased && ($0.isASCIIAlphanumeric || $0 == 0x2D) }),
            rest.first == 0x20
        else { return nil }
        let value = rest.dropFirst()
        guard !value.isEmpty, value.first != 0x20, value.last != 0x20, value.allSatisfy(\.isPrintableASCII)
        else { return nil }
        self.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }
}

/// Why bytes are not a headers sidecar.
package enum HeaderFieldsError: Error, Equatable, Sendable {
    case notOneNameAndValue(line: Int)
    case missingLineFeed
    case duplicateName(String, line: Int)

    package var message: String {
        switch self {
        case .notOneNameAndValue(let line): "line \(line) is not \"name: value\" in printable ASCII"
        case .missingLineFeed: "the last line has no line feed"
        case .duplicateName(let name, let line): "line \(line) repeats the header \"\(name)\""
        }
    }
}

extension [HeaderField] {
    /// The content of a headers sidecar: one `name: value` a line.
    package var sidecarBytes: [UInt8] { flatMap { "\($0.name): \($0.value)\n".utf8 } }

    /// Reads a headers sidecar: lowercase names, each once, values in printable ASCII, every line ended.
    package init(sidecarBytes bytes: [UInt8]) throws(HeaderFieldsError) {
        self = []
        guard bytes.last == UInt8(ascii: "\n") else { throw .missingLineFeed }
        for (index, line) in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let field = HeaderField(line: line) else { throw .notOneNameAndValue(line: index + 1) }
            guard !contains(where: { $0.isNamed(field.name) }) else {
                throw .duplicateName(field.name, line: index + 1)
            }
            append(field)
        }
    }
}
