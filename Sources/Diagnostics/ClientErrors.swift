import Classic
import LocalFiles
import ManifestVerifier

// What the errors of the libraries that apps ship mean to a person who uses the tool.

extension FileError: ReportableError {
    package var report: ErrorReport {
        ErrorReport(kind, message, hint: hint)
    }

    private var kind: ErrorReport.Kind {
        switch (reason, operation) {
        case (.notFound, .read): .missingInput
        case (.changed, _): .refused
        case (.system, .read), (.permissionDenied, .read): .inputOutput
        case (.system, .write), (.noSpace, _): .inputOutput
        case (_, .read): .unparsable
        case (_, .write): .cannotCreate
        }
    }

    private var hint: String? {
        switch reason {
        case .permissionDenied where operation == .read: "let this user read it"
        case .alreadyThere: "nothing was changed; move it away, or choose another place"
        case .noSpace: "nothing was changed; free some space and run the same command again"
        case .cannotExchange: "nothing was changed; choose another place with --output DIR"
        case .changed: "find out what changed it, and build the tree again"
        case .locked: "wait for it to end, or end it, and run the same command again"
        case .lockOfAnotherUser: "wait for that run to end; if none is running, remove this empty folder"
        default: nil
        }
    }
}

extension JSONShapeError {
    /// The member that was probably meant, and the known ones, for an unknown member.
    package var hint: String? {
        guard case .unknownMember(let name, let known) = reason, !known.isEmpty else { return nil }
        return name.didYouMean(known, otherwise: "known here: \(known.joined(separator: ", "))")
    }
}

extension VerificationError {
    package var hint: String {
        switch self {
        case .malformed(let rule): Self.hint(rule)
        case .unknownKey: "check that --keys names the ring of this publication; signet keys list shows its ids"
        case .revokedKey: "sign again with the active key of the environment"
        case .badSignature: "the bytes or the signature were changed after signing, or the profile is another one"
        case .otherDocument(.key): "each environment is signed by its own key; check what was put where"
        case .otherDocument(.environment), .otherDocument(.path):
            "a .jws is valid at one path of one environment; check what was put where"
        case .otherDocument(.format): "check what is published at which path"
        case .otherDocument(.meaning): "expect the document by its own format, or publish other bytes as a file"
        case .rollback(.key): "after a document was signed by a newer key, the older one no longer verifies it"
        case .rollback(.date): "the host serves a document that is older than the last one seen; check it"
        case .rollback(.undated):
            "after profile dated or a .jws, only what has a date is accepted; build with one of them"
        case .rollback(.body): "build again a second later, so that the new body has a date of its own"
        case .aheadOfClock: "check the clocks of this machine and of the one that signs, and the time of --at"
        case .frozen: "build and publish again: what blocks must be signed anew"
        case .unreadable(.undated): "sign gate documents with profile dated, or as a .jws"
        case .unreadable: "build it with signet build, which checks what it signs"
        case .tooLarge(.metadata): Self.asPublished
        case .tooLarge(.body): "this is not a document of Signet; find out where it comes from"
        }
    }

    private static func hint(_ rule: Malformed) -> String {
        switch rule {
        case .missingDate: "for a signature over the body alone use --profile body"
        case .missingSignature:
            "the headers that belong to a body are in its .headers sidecar; where a host sends none, verify the .jws beside it"
        case .repeatedSignature, .repeatedDate: "the host must send each signature header once"
        case .rawForm: "convert r||s to DER before it is put into a header or a .sig"
        case .bodyBeginsWithDate: "never serve this file: its signature could be replayed as a dated document"
        case .jwsParts, .jwsHeaderEncoding, .jwsBodyEncoding, .jwsSignatureEncoding, .jwsWithoutBody, .jwsHeader,
            .jwsKeyID,
            .jwsEnvironment, .jwsPath, .jwsDate, .empty, .notRawForm:
            "serve the .jws exactly as it was published; it has no line end"
        default: asPublished
        }
    }

    private static let asPublished = "serve the header exactly as it is in the .headers sidecar"
}

extension OtherMeaning: ReportableError {
    package var report: ErrorReport { ErrorReport(.refused, message, hint: hint) }

    package var hint: String {
        switch self {
        case .document: "put the members into an inner object, or let the policy render the document"
        case .datedDocument: "put something else before the date, for example a line feed"
        case .jws, .envelope, .updateMetadata, .httpSignature, .xmlSignature, .signedNote:
            "sign it with the key and the tool of that standard"
        case .privateKey: "sign another file; if this one was published, revoke its key: signet keys revoke"
        case .utf16: "save it as UTF-8 without a byte order mark (BOM)"
        case .unlisted: "what is signed is \(OtherMeaning.listed); pack anything else into a ZIP"
        case .tooLarge: "up to \(Limits.staticFileBytes >> 20) MB of text are searched; pack more into a ZIP"
        }
    }
}

extension PublicKeyError {
    package var hint: String? {
        switch self {
        case .otherLabel(let label) where label.hasSuffix("PRIVATE KEY"):
            "this is a private key; its public half is printed by: openssl pkey -in FILE -pubout"
        case .compressedPoint:
            "write it uncompressed: openssl ec -pubin -in FILE -conv_form uncompressed -out NEW"
        default: nil
        }
    }
}
