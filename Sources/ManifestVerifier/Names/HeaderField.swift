/// One field of an HTTP message: a name, compared without regard to case (RFC 9110 §5.1), and a value.
public struct HeaderField: Hashable, Sendable {
    /// The name as received.
    public let name: String
    /// The value as received.
    public let value: String

    /// A field of a message or a file; fails unless the name is a token (RFC 9110 §5.6.2). Nothing looks for a field of
    /// any other name.
    public init?(name: String, value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || Self.tokenMarks.contains($0) }) else {
            return nil
        }
        self.init(unchecked: name, value: value)
    }

    /// A field whose name is known to be a token, such as a literal.
    ///
    /// - Warning: Nothing is checked. A name from anywhere else goes through ``init(name:value:)``.
    public init(unchecked name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has this name, in any case of letters.
    public func isNamed(_ name: String) -> Bool {
        self.name.utf8.count == name.utf8.count
            && self.name.utf8.elementsEqual(name.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// Names by their letters in any case, values by their bytes.
    public static func == (a: HeaderField, b: HeaderField) -> Bool {
        a.isNamed(b.name) && a.value.hasSameBytes(as: b.value)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.asciiLowercased)
        hasher.combine(value)
    }

    private static let tokenMarks = Set("!#$%&'*+-.^_`|~".utf8)
}

extension HeaderField {
    package static let contentType = "content-type"
    /// How long caches may keep the body.
    package static let cacheControl = "cache-control"
}
