/// One field of an HTTP response: a name, matched without regard to case, and a value.
public struct HeaderField: Equatable, Sendable {
    /// The name as received.
    public let name: String
    /// The value as received.
    public let value: String

    /// A field as it came from a response or a file; nothing is checked.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the name is `name`, which is lowercase (RFC 9110 §5.1).
    public func isNamed(_ name: String) -> Bool {
        self.name.utf8.elementsEqual(name.utf8) { $0.asciiLowercased == $1 }
    }
}

extension HeaderField {
    /// The content type.
    package static let contentType = "content-type"
    /// How long caches may keep the body.
    package static let cacheControl = "cache-control"
}

/// Why bytes are no headers sidecar.
package enum HeaderFieldsError: Error, Equatable, Sendable {
    case notOneNameAndValue(line: Int)
    case missingLineFeed
    case duplicateName(String, line: Int)

    /// The reason as a phrase.
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
    package var sidecarBytes: [UInt8] {
        var bytes: [UInt8] = []
        for field in self { bytes.append(contentsOf: "\(field.name): \(field.value)\n".utf8) }
        return bytes
    }

    /// Reads a headers sidecar: lowercase names, each once, values in printable ASCII, every line ended.
    package init(sidecarBytes bytes: [UInt8]) throws(HeaderFieldsError) {
        self = []
        guard bytes.last == UInt8(ascii: "\n") else { throw .missingLineFeed }
        for (index, line) in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let field = HeaderField(line: line) else { throw .notOneNameAndValue(line: index + 1) }
            guard !contains(where: { $0.name == field.name }) else {
                throw .duplicateName(field.name, line: index + 1)
            }
            append(field)
        }
    }
}

extension HeaderField {
    /// Reads `name: value` with a lowercase name and a value in printable ASCII without spaces around it.
    package init?(line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon]
        let rest = line[(colon + 1)...]
        guard !name.isEmpty, name.allSatisfy({ $0 == $0.asciiLowercased && ($0.isASCIIAlphanumeric || $0 == 0x2D) }),
            rest.first == 0x20
        else { return nil }
        let value = rest.dropFirst()
        guard !value.isEmpty, value.first != 0x20, value.last != 0x20, value.allSatisfy(\.isPrintableASCII)
        else { return nil }
        self.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }
}
