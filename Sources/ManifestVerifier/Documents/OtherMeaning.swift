/// What bytes could be read as beside what they are published as. A signature binds neither path nor kind, so such bytes
/// are neither signed nor accepted.
public enum OtherMeaning: Error, Equatable, Sendable {
    /// A document that apps or Signet itself would act on, by these members.
    case document(DocumentKind, members: [String])
    /// The signed bytes of a document with profile `dated`.
    case datedDocument
    /// The signing input of a JSON Web Signature (RFC 7515 §5.1).
    case webSignature
    /// What a DSSE envelope signs (its pre-authentication encoding).
    case envelope
    /// Metadata of The Update Framework, or what a signature in such metadata covers.
    case updateMetadata
    /// A JSON object, or the beginning of a JSON Web Signature, that is too large to examine.
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
        if SigningInput.isWebSignature(body) { throw .webSignature }
        guard SigningInput.mayBeginObject(body) else { return }
        if SigningInput.isUpdateMetadata(body) { throw .updateMetadata }
        let outline = outline ?? DocumentOutline(lenient: body)
        if outline.isSignedMetadata { throw .updateMetadata }
        let expected = format.map(\.kind) ?? .publication
        for kind in DocumentKind.allCases where kind != expected {
            if let members = outline.members(making: kind, of: body) { throw .document(kind, members: members) }
        }
    }

    /// Looks for another meaning of a body that is read in a stream, such as the archive of a web bundle.
    ///
    /// - Parameter start: the body, or at least its first 30 bytes.
    package static func check(startOfLargeBody start: [UInt8]) throws(OtherMeaning) {
        if SignedDate.isPrefix(of: start) { throw .datedDocument }
        if SigningInput.isEnvelope(start) { throw .envelope }
        if SigningInput.isWebSignature(start) { throw .webSignature }
        guard !SigningInput.beginsObject(start), !SigningInput.maybeBeginsWebSignature(start) else { throw .tooLarge }
    }

    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .document(let kind, let members):
            "\(members.quoted) make\(members.count == 1 ? "s" : "") it \(kind.withArticle), which it is not published as"
        case .datedDocument:
            "the content begins with a date and a colon; its signature could be replayed as a dated document"
        case .webSignature:
            "the content begins with the header of a JSON Web Signature; its signature could be used as a token's"
        case .envelope: "the content begins with \"DSSEv1 \"; its signature could be used in a DSSE envelope"
        case .updateMetadata: "the content is metadata of The Update Framework; its signature could be used as that"
        case .tooLarge: "the content is JSON or a token, and too large to rule out another meaning"
        }
    }
}

extension DocumentKind {
    fileprivate var withArticle: String {
        switch self {
        case .availabilityIOS, .availabilityAndroid, .appConfig, .updateRequired, .environmentConfig:
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
