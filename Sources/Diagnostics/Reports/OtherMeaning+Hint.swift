import ManifestVerifier

extension OtherMeaning {
    /// The next step.
    package var hint: String {
        switch self {
        case .document: "put the members into an inner object, or let the policy render the document"
        case .datedDocument: "put something else before the date, for example a line feed"
        case .webSignature, .envelope, .updateMetadata: "sign it with the key and the tool of that standard"
        case .tooLarge: "up to \(Limits.staticFileBytes >> 20) MB of JSON are looked through"
        }
    }
}
