/// The form in which the signature of a document travels to an app. Apps are configured for one; no response chooses it.
public enum Envelope: String, Sendable, CaseIterable {
    /// In response headers, beside the body.
    case headers
    /// Around the body, in a `.jws` file beside the body's path: any host can serve it.
    case jws

    /// The path, below the origin, of what an app fetches for a document.
    package func path(of document: DocumentPath) -> String {
        switch self {
        case .headers: document.rawValue
        case .jws: document.jwsSidecar
        }
    }

    /// The most bytes of what an app fetches for a body of so many.
    package func byteLimit(ofBody byteCount: Int) -> Int {
        switch self {
        case .headers: byteCount
        case .jws: JWS.byteLimit(ofBody: byteCount)
        }
    }
}
