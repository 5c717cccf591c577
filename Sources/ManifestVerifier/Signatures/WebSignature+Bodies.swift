extension WebSignature {
    /// Why a body has no `.jws`.
    package enum Exclusion: Equatable, Sendable {
        /// It is the archive of a web bundle.
        case archive
        /// It is larger than apps accept.
        case tooLarge
        /// There is nothing between the periods, which readers take for detached content.
        case empty
        /// It is a JSON object with this registered claim (RFC 7519 §4.1): elsewhere its `.jws` would be a token.
        case claim(String)

        /// The reason as a phrase.
        package var message: String {
            switch self {
            case .archive: "it is the archive of a web bundle"
            case .tooLarge: "it is larger than \(Limits.manifestBytes) bytes"
            case .empty: "it is empty"
            case .claim(let name): "\"\(name)\" in it would make it a JSON Web Token elsewhere"
            }
        }
    }

    /// Why a body has no `.jws`; nil when it can have one.
    ///
    /// - Parameter format: what the body is published as; nil for the index of a tree.
    package static func exclusion(of body: [UInt8], as format: DocumentFormat?) -> Exclusion? {
        if format == .webBundle { return .archive }
        // The index may be larger: no app reads it.
        if format != nil, body.count > Limits.manifestBytes { return .tooLarge }
        if body.isEmpty { return .empty }
        let outline = DocumentOutline(lenient: body)
        return DocumentOutline.claims.first(where: outline.has).map { .claim($0) }
    }
}
