/// Which bytes the signature in the header covers.
public enum SignatureProfile: String, Sendable, CaseIterable {
    /// The body alone. No protection against an older document being served again.
    case body
    /// The value of the date header, a `:`, and the body; gives a client a signed date.
    case dated
}
