/// The form in which the signature of a document travels to an app. Apps are configured for one; no response chooses it.
public enum Envelope: String, Sendable, CaseIterable {
    /// In response headers, beside the body.
    case headers
    /// Around the body, in a `.jws` file beside the body's path: any host can serve it.
    case jws
}
