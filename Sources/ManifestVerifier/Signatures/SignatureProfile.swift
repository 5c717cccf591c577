/// Which bytes the signature in the header covers.
public enum SignatureProfile: String, Sendable, CaseIterable {
    /// The body alone. No protection against an older document being served again.
    case body
    /// The value of the date header, a `:`, and the body; gives a client a signed date.
    case dated

    /// The bytes that come before the body in what is signed.
    ///
    /// - Parameter date: the signed date; asked for by `dated` and only there.
    package static func prefix(date: SignedDate?) -> [UInt8] {
        guard let date else { return [] }
        return Array(date.headerValue.utf8) + [UInt8(ascii: ":")]
    }
}
