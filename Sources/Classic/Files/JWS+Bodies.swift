import ManifestVerifier

extension JWS {
    package enum Exclusion: Equatable, Sendable {
        /// It is the archive of a web bundle.
        case archive
        /// It is larger than apps accept.
        case tooLarge
        /// There is nothing between the periods, which readers take for detached content.
        case empty
        /// It is a JSON object with this registered claim (RFC 7519 §4.1): elsewhere its `.jws` would be a token.
        case claim(String)
        /// It begins like a JSON object and is not strict JSON: a more lenient reader may find a claim that ours does not.
        case lenientObject

        package var message: String {
            switch self {
            case .archive: "it is the archive of a web bundle"
            case .tooLarge: "it is larger than \(Limits.manifestBytes) bytes"
            case .empty: "it is empty"
            case .claim(let name): "\"\(name)\" in it would make it a JSON Web Token elsewhere"
            case .lenientObject:
                "it begins like a JSON object and is not strict JSON, so that elsewhere it may be a JSON Web Token"
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
        let strict = try? DocumentOutline(strict: body)
        let outline = strict ?? DocumentOutline(lenient: body)
        if let claim = DocumentOutline.claims.first(where: outline.has) { return .claim(claim) }
        return strict == nil && beginsObject(body) ? .lenientObject : nil
    }

    /// Whether some reader may take the bytes for a JSON object, in any encoding of Unicode.
    private static func beginsObject(_ body: [UInt8]) -> Bool {
        // White space, the zeros of UTF-16 and UTF-32, and the bytes of byte order marks.
        let insignificant: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0x00, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return body.first { !insignificant.contains($0) } == UInt8(ascii: "{")
    }
}
