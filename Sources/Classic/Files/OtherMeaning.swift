import ManifestVerifier

/// What bytes could be read as beside what they are published as. A signature binds neither path nor kind, so such bytes
/// are neither signed nor accepted; nor are bytes of a kind that is not listed, since no one can tell what reads them.
public enum OtherMeaning: Error, Equatable, Sendable {
    /// A document that apps or Signet itself would act on, by these members.
    case document(DocumentKind, members: [String])
    /// The signed bytes of a document with profile `dated`.
    case datedDocument
    /// The signing input of a JSON Web Signature (RFC 7515 §5.1).
    case jws
    /// What a DSSE envelope signs (its pre-authentication encoding).
    case envelope
    /// Metadata of The Update Framework, or what a signature in such metadata covers.
    case updateMetadata
    /// The signature base of an HTTP message (RFC 9421 §2.5).
    case httpSignature
    /// XML with what a signature of XML-DSig covers.
    case xmlSignature
    /// A signed note, or the checkpoint of a log that a signature in such a note covers.
    case signedNote
    /// A private key in PEM, which signers refuse; what verifies needs no such rule.
    case privateKey
    /// Neither text nor a binary file of a listed kind. The line is the first that is not plain text.
    case unlisted(line: Int)
    /// Text in UTF-16 or UTF-32.
    case utf16
    /// Too large to be searched for another meaning, and no binary file of a listed kind.
    case tooLarge
}

extension OtherMeaning {
    /// Looks for another meaning of a body.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - outline: the outline of the body, where there is one already.
    package static func check(
        _ body: [UInt8], as format: DocumentFormat?, outline: DocumentOutline? = nil
    ) throws(OtherMeaning) {
        if SignedDate.isPrefix(of: body) { throw .datedDocument }
        if SigningInput.isEnvelope(body) { throw .envelope }
        if SigningInput.isJWS(body) { throw .jws }
        if SigningInput.isHTTPSignature(body) { throw .httpSignature }
        if SigningInput.isXMLSignature(body) { throw .xmlSignature }
        if SigningInput.isSignedNote(body) { throw .signedNote }
        try checkMembers(of: body, as: format, outline: outline)
        if BinaryKind(startOf: body) == nil, let line = PlainText.firstOtherLine(of: body) {
            // Strict JSON is listed as such, and may hold a DELETE.
            guard (try? DocumentOutline(strict: body)) != nil else {
                throw body.isUTF16 ? .utf16 : .unlisted(line: line)
            }
        }
    }

    private static func checkMembers(
        of body: [UInt8], as format: DocumentFormat?, outline: DocumentOutline?
    ) throws(OtherMeaning) {
        guard SigningInput.mayBeginObject(body) else { return }
        if SigningInput.isUpdateMetadata(body) { throw .updateMetadata }
        let outline = outline ?? DocumentOutline(lenient: body)
        if outline.isSignedMetadata { throw .updateMetadata }
        let expected = format.map(\.kind) ?? .publication
        for kind in DocumentKind.allCases where kind != expected {
            if let members = outline.members(making: kind, of: body) { throw .document(kind, members: members) }
        }
    }

    /// Looks for another meaning of a body that is read in a stream, such as the archive of a web bundle: only binary files
    /// of a listed kind have none.
    ///
    /// - Parameter start: the body, or at least its first 30 bytes.
    package static func check(startOfLargeBody start: [UInt8]) throws(OtherMeaning) {
        guard BinaryKind(startOf: start) != nil else { throw .tooLarge }
    }

    package static var listed: String { "JSON, UTF-8 text without control characters, and \(BinaryKind.names) files" }

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .document(let kind, let members):
            "\(members.quoted) make\(members.count == 1 ? "s" : "") it \(kind.withArticle), which it is not published as"
        case .datedDocument:
            "the content begins with a date and a colon; its signature could be replayed as a dated document"
        case .jws:
            "the content begins with the header of a JSON Web Signature; its signature could be used as a token's"
        case .envelope: "the content begins with \"DSSEv1 \"; its signature could be used in a DSSE envelope"
        case .updateMetadata: "the content is metadata of The Update Framework; its signature could be used as that"
        case .httpSignature:
            "the content ends like the signature base of an HTTP message; its signature could be used for that"
        case .xmlSignature: "the content is XML that names SignedInfo; its signature could be used as that of XML"
        case .signedNote: "the content is a checkpoint or a signed note; its signature could be used for a log"
        case .privateKey: "the content has the words PRIVATE KEY, and would be published"
        case .unlisted(let line):
            "line \(line) is not plain text, and the content begins like no binary file that may be signed"
        case .utf16: "the text is UTF-16 instead of UTF-8"
        case .tooLarge: "the content is too large to be searched, and begins like no binary file that may be signed"
        }
    }
}

extension DocumentKind {
    fileprivate var withArticle: String {
        switch self {
        case .availabilityIOS, .availabilityAndroid, .appConfig, .environmentConfig:
            "an \(rawValue) document"
        case .remoteConfig, .gate, .webBundleManifest, .webBundleIndex: "a \(rawValue) document"
        case .publication: "the index of a tree"
        case .keyRing: "a key ring"
        }
    }
}

extension [String] {
    fileprivate var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}
