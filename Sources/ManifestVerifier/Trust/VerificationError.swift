/// Why a download is not a manifest: one case, and one code, for each thing to do next. The reason in it is one of a closed
/// set and says which check failed.
public enum VerificationError: Error, Equatable, Sendable {
    /// It is not of the form that Signet writes; nothing of it was believed.
    case malformed(Malformed)
    /// No key of that id is on the ring.
    case unknownKey(KeyID)
    /// The key is on the ring as revoked.
    case revokedKey(KeyID)
    /// The key did not sign these bytes.
    case badSignature(KeyID)
    /// It was signed to be another document than the expected one.
    case otherDocument(OtherDocument)
    /// What is stored is newer.
    case rollback(Rollback)
    /// The signed date is further ahead of the clock than allowed.
    case aheadOfClock(SignedDate)
    /// The document would newly block this device, and its signed date is older than the maximum age.
    case frozen(SignedDate)
    /// It is signed, but not understood.
    case unreadable(Unreadable)
    /// It is larger than a limit.
    case tooLarge(TooLarge)
}

extension VerificationError {
    /// Which rule of a form is broken. The value is the phrase for logs.
    public enum Malformed: String, Error, Sendable, CaseIterable {
        // Signature headers.
        /// A response without the header that carries the signature.
        case missingSignature = "header x-amz-meta-signature is missing"
        /// A response without the date that profile `dated` needs.
        case missingDate = "header x-amz-meta-signature-date is missing"
        /// There are several signature headers.
        case repeatedSignature = "header x-amz-meta-signature appears more than once"
        /// There are several date headers.
        case repeatedDate = "header x-amz-meta-signature-date appears more than once"
        /// The signature header has a character that no header of Signet has.
        case notASCII = "header x-amz-meta-signature is not printable ASCII"
        /// Anything but `name="value"` pairs joined by a comma and at most one space.
        case notNameAndQuotedValue = #"header x-amz-meta-signature is not keyId="ID",signature="BASE64""#
        /// A parameter that the contract does not know.
        case unknownParameter = "header x-amz-meta-signature has an unknown parameter"
        /// The same parameter twice.
        case repeatedParameter = "header x-amz-meta-signature has a parameter twice"
        /// There is no `keyId`, or no `signature`.
        case missingParameter = "header x-amz-meta-signature lacks a parameter"
        /// `signature` comes before `keyId`.
        case reorderedParameters = "header x-amz-meta-signature has signature before keyId"
        /// The key id is empty, too long or has other characters.
        case invalidKeyID = "the key id is not 1 to 256 of A-Z a-z 0-9 . _ : / -"
        /// The signature has no bytes, or they are spelled in another way.
        case invalidBase64 = "the signature is not standard padded base64 in canonical form"
        /// The date header is not a date in the one accepted form.
        case invalidDate = #"header x-amz-meta-signature-date is not a date like "Mon, 03 Aug 2020 22:59:35 UTC""#
        /// A signature over such bytes alone could be served as a `dated` one over what follows.
        case bodyBeginsWithDate = "the body begins with a date and a colon, which profile body does not allow"

        // The signature itself.
        /// An empty signature.
        case empty = "the signature is empty"
        /// Most likely r‖s as WebCrypto and JOSE write it.
        case rawForm = "the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER"
        /// Most likely DER.
        case notRawForm = "the signature is not the 64 bytes of r||s"
        /// The first byte is not the tag of a SEQUENCE.
        case notASequence = "the DER of the signature is not a SEQUENCE"
        /// Long or indefinite, which no P-256 signature needs.
        case lengthNotMinimal = "a DER length in the signature is not in its shortest form"
        /// A length goes beyond the end.
        case truncated = "the DER of the signature ends too early"
        /// Bytes follow the signature, or s within it.
        case trailingBytes = "bytes follow after the DER of the signature"
        /// r or s does not begin with the tag of an INTEGER.
        case notAnInteger = "r or s of the signature is not an INTEGER"
        /// r or s has a redundant leading byte.
        case integerNotMinimal = "r or s of the signature is not in its shortest form"
        /// r or s is below zero.
        case negative = "r or s of the signature is negative"
        /// r or s is zero.
        case zero = "r or s of the signature is zero"
        /// r or s is not below the order n of the curve.
        case outOfRange = "r or s of the signature is not below the order of the curve"

        // A document that carries its own signature.
        /// Anything but three parts with a period between them.
        case jwsParts = "this is not a .jws of Signet: it is not three parts joined by periods"
        /// The header has padding, other characters, or bits after its last byte.
        case jwsHeaderEncoding = "this is not a .jws of Signet: its header is not canonical base64url"
        /// The body has padding, other characters, or bits after its last byte.
        case jwsBodyEncoding = "this is not a .jws of Signet: its body is not canonical base64url"
        /// The signature has padding, other characters, or bits after its last byte.
        case jwsSignatureEncoding = "this is not a .jws of Signet: its signature is not canonical base64url"
        /// Detached content.
        case jwsWithoutBody = "this is not a .jws of Signet: it has no body"
        /// The header differs from the one form in more than its four values.
        case jwsHeader = "this is not a .jws of Signet: its header is not of the one form"
        /// The key id is empty, too long or has other characters.
        case jwsKeyID = "this is not a .jws of Signet: its kid is not a key id"
        /// The environment is not a name.
        case jwsEnvironment = "this is not a .jws of Signet: its environment is not a name"
        /// The path is not one that a document can have.
        case jwsPath = "this is not a .jws of Signet: its path is not the path of a document"
        /// The date is after the year 9999, or has no digits.
        case jwsDate = "this is not a .jws of Signet: its iat is not a date"

        /// Whether something of Signet that was cut short breaks this rule; the whole one may come with another attempt.
        package var mayBeTruncation: Bool {
            switch self {
            case .jwsParts, .jwsSignatureEncoding, .empty, .notRawForm: true
            default: false
            }
        }
    }

    /// What else it was signed to be.
    public enum OtherDocument: Equatable, Sendable {
        /// The key is for another environment, which is this one.
        case key(KeyID, of: EnvironmentName)
        /// It was signed for another environment, which is this one.
        case environment(EnvironmentName)
        /// It was signed for another path, which is this one.
        case path(DocumentPath)
        /// Another kind, or the same for the other platform.
        case format(expected: DocumentFormat, found: DocumentFormat)
        /// It could be read as something else, for this reason.
        case meaning(String)
    }

    /// In what it goes back.
    public enum Rollback: Equatable, Sendable {
        /// The key comes before the key of the stored document on the ring: it no longer speaks for this document.
        case key(KeyID, stored: KeyID)
        /// The date is before that of the stored document.
        case date(SignedDate, stored: SignedDate)
        /// It has no signed date, and the stored document has.
        case undated(stored: SignedDate)
        /// It has the date of the stored document, but another body.
        case body(SignedDate)
    }

    /// What is not understood.
    public enum Unreadable: Equatable, Sendable {
        /// A gate document has no signed date, by which its rules are decided.
        case undated
        /// The body is not JSON.
        case json(DocumentError)
        /// The body is not a document of the expected format.
        case document(DocumentFormat, DocumentError)
    }

    /// What is too large.
    public enum TooLarge: Equatable, Sendable {
        /// The body is larger than the verifier's limit, in bytes.
        case body(limit: Int)
        /// The signature metadata is larger than `Limits.signatureMetadataBytes`.
        case metadata
    }
}

extension VerificationError {
    /// The word for programs, the same in all clients.
    public var code: String {
        switch self {
        case .malformed: "malformed"
        case .unknownKey: "unknown-key"
        case .revokedKey: "revoked-key"
        case .badSignature: "bad-signature"
        case .otherDocument: "other-document"
        case .rollback: "rollback"
        case .aheadOfClock: "ahead-of-clock"
        case .frozen: "frozen"
        case .unreadable: "unreadable"
        case .tooLarge: "too-large"
        }
    }

    /// Which check failed, for logs; the same to the byte in all clients.
    public var phrase: String {
        switch self {
        case .malformed(let rule): rule.rawValue
        case .unknownKey(let id): "key id \"\(id)\" is not on the key ring"
        case .revokedKey(let id): "key id \"\(id)\" is revoked"
        case .badSignature(let id): "the signature is not one of key \"\(id)\" over these bytes"
        case .otherDocument(.key(let id, let environment)): "key id \"\(id)\" is for environment \"\(environment)\""
        case .otherDocument(.environment(let environment)): "it was signed for environment \"\(environment)\""
        case .otherDocument(.path(let path)): "it was signed for the path \(path)"
        case .otherDocument(.format(let expected, _)):
            "the body is a document of another format than \(expected.rawValue)"
        case .otherDocument(.meaning): "as a file it is refused"
        case .rollback(.key(let id, let stored)):
            "key id \"\(id)\" is older than \"\(stored)\", which signed the stored document"
        case .rollback(.date(let date, let stored)):
            "the signed date \(date) is before that of the stored document, \(stored)"
        case .rollback(.undated(let stored)): "it has no signed date, and the stored document has one, \(stored)"
        case .rollback(.body(let date)): "another body with the signed date \(date) is stored"
        case .aheadOfClock(let date): "the signed date \(date) is too far ahead of the clock"
        case .frozen(let date): "it would newly block this device, and the signed date \(date) is too old for that"
        case .unreadable(.undated): "it has no signed date, and the rules of a gate document are decided by it"
        case .unreadable(.json): "the body is not strict JSON"
        case .unreadable(.document(let format, _)): "the body is not a document of format \(format.rawValue)"
        case .tooLarge(.body(let limit)): "the body is larger than \(limit) bytes"
        case .tooLarge(.metadata): "the signature metadata is larger than \(Limits.signatureMetadataBytes) bytes"
        }
    }

    /// The phrase, with what was found where it says no more than that something was.
    public var message: String {
        switch self {
        case .otherDocument(.format(_, let found)): "\(phrase): \(found.rawValue)"
        case .otherDocument(.meaning(let reason)): "\(phrase): \(reason)"
        case .unreadable(.json(let error)), .unreadable(.document(_, let error)): "\(phrase): \(error)"
        default: phrase
        }
    }
}
