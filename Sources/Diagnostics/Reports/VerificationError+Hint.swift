import ManifestVerifier

extension VerificationError {
    /// The next step.
    package var hint: String {
        switch self {
        case .missingHeader(SignatureHeader.dateName): "for a signature over the body alone use --profile body"
        case .missingHeader: "the headers that belong to a body are in its .headers sidecar"
        case .repeatedHeader: "whatever serves the body must send each signature header once"
        case .malformedSignature(.rawForm): "convert r||s to DER before it is put into a header or a .sig"
        case .malformedHeader, .malformedSignature, .malformedDate, .metadataTooLarge:
            "serve the header as it stands in the .headers sidecar, to the byte"
        case .unknownKey: "check that --keys names the ring of this publication; signet keys list shows its ids"
        case .revokedKey: "sign again with the active key of the environment"
        case .keyOfAnotherEnvironment: "each environment is signed by its own key; check what was put where"
        case .keyOlderThanStored: "once a document came under a newer key, the former one no longer speaks for it"
        case .bodyTooLarge: "whatever this is, it is no document; find out where it comes from"
        case .bodyBeginsWithDate: "never serve this file: its signature could be replayed as a dated document"
        case .badSignature: "the bytes or the signature were changed after signing, or the profile is another one"
        case .signedInFuture: "check the clock here and the one of the machine that signs"
        case .signedBeforeStored: "a document that is older than the last one seen is served again; check the host"
        case .anotherBodyOfSameDate: "build again a second later, so that the new body has a date of its own"
        case .notJSON, .notADocument: "build it with signet build, which checks what it signs"
        case .otherMeaning: "expect the document by its own format, or publish other bytes as a file"
        case .wrongKind: "check what is published at which path"
        }
    }
}
