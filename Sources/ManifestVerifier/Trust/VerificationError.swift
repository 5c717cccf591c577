/// Why a download is not a manifest.
public enum VerificationError: Error, Equatable, Sendable {
    /// A required header is missing.
    case missingHeader(String)
    /// A header appears more than once.
    case repeatedHeader(String)
    /// The signature header breaks this rule.
    case malformedHeader(SignatureHeader.Failure)
    /// The decoded signature breaks this rule.
    case malformedSignature(ECDSASignature.Failure)
    /// The date header is not a date in the one accepted form.
    case malformedDate
    /// The document that carries its own signature breaks this rule.
    case malformedWebSignature(WebSignature.Failure)
    /// The signature metadata is larger than `Limits.signatureMetadataBytes`.
    case metadataTooLarge
    /// No key of that id is on the ring.
    case unknownKey(KeyID)
    /// The key is on the ring as revoked.
    case revokedKey(KeyID)
    /// The key is for another environment.
    case keyOfAnotherEnvironment(KeyID, EnvironmentName)
    /// The key comes before the key of the stored document on the ring: it no longer speaks for this document.
    case keyOlderThanStored(KeyID, stored: KeyID)
    /// It was signed for another environment.
    case ofAnotherEnvironment(EnvironmentName)
    /// It was signed for another path, which is this one.
    case atAnotherPath(DocumentPath)
    /// The body is larger than the verifier's limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// The body has profile `body` but begins like the signed bytes of profile `dated`.
    case bodyBeginsWithDate
    /// The key did not sign these bytes.
    case badSignature(KeyID)
    /// The signed date is further ahead of the clock than allowed.
    case signedInFuture(SignedDate)
    /// The document is older than the stored one (rollback).
    case signedBeforeStored(SignedDate, stored: SignedDate)
    /// The document has no signed date, and the stored one has.
    case undatedAfterDated(stored: SignedDate)
    /// A gate document has no signed date, by which its rules are decided.
    case gateUndated
    /// The document has the date of the stored one, but another body.
    case anotherBodyOfSameDate(SignedDate)
    /// The body is signed, but is not JSON.
    case notJSON(DocumentError)
    /// The body is signed, but is another document: Android's where that of iOS is expected.
    case wrongKind(expected: DocumentFormat, found: DocumentFormat)
    /// The body is signed as a file, but could be read as something else.
    case otherMeaning(OtherMeaning)
    /// The body is signed, but is not a document of the expected format.
    case notADocument(DocumentFormat, DocumentError)
}

extension VerificationError {
    /// The reason as a phrase.
    public var message: String {
        switch self {
        case .missingHeader(let name): "header \(name) is missing"
        case .repeatedHeader(let name): "header \(name) appears more than once"
        case .malformedHeader(let failure): "header \(SignatureHeader.name) is malformed: \(failure.message)"
        case .malformedSignature(let failure): "the signature is malformed: \(failure.message)"
        case .malformedDate: "header \(SignatureHeader.dateName) is not a date like \"Mon, 03 Aug 2020 22:59:35 UTC\""
        case .malformedWebSignature(let failure): "this is not a .jws of Signet: \(failure.message)"
        case .metadataTooLarge: "the signature metadata is larger than \(Limits.signatureMetadataBytes) bytes"
        case .unknownKey(let id): "key id \"\(id)\" is not on the key ring"
        case .revokedKey(let id): "key id \"\(id)\" is revoked"
        case .keyOfAnotherEnvironment(let id, let environment):
            "key id \"\(id)\" is for environment \"\(environment)\""
        case .keyOlderThanStored(let id, let stored):
            "key id \"\(id)\" is older than \"\(stored)\", which signed the stored document"
        case .ofAnotherEnvironment(let environment): "it was signed for environment \"\(environment)\""
        case .atAnotherPath(let path): "it was signed for the path \(path)"
        case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
        case .bodyBeginsWithDate: "the body begins with a date and a colon, which profile body does not allow"
        case .badSignature(let id): "the signature is not one of key \"\(id)\" over these bytes"
        case .signedInFuture(let date): "the signed date \(date) is too far ahead of the clock"
        case .signedBeforeStored(let date, let stored):
            "the signed date \(date) is before that of the stored document, \(stored)"
        case .undatedAfterDated(let stored): "it has no signed date, and the stored document has one, \(stored)"
        case .gateUndated: "it has no signed date, and the rules of a gate document are decided by it"
        case .anotherBodyOfSameDate(let date): "another body with the signed date \(date) is stored"
        case .notJSON(let error): "the body is not strict JSON: \(error)"
        case .wrongKind(let expected, let found):
            "the body is a document of format \(found.rawValue), not \(expected.rawValue)"
        case .otherMeaning(let meaning): "as a file it is refused: \(meaning.message)"
        case .notADocument(let format, let error): "the body is not a document of format \(format.rawValue): \(error)"
        }
    }
}
