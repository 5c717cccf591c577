import LocalFiles
import ManifestVerifier
import PublicationTree

/// Holds what a host answered for one document against what it must be.
struct LiveExamination: Sendable {
    let rules: LiveRules
    /// What there must be; nil for any document with a valid signature.
    let expected: LiveExpectation?

    /// What came out.
    struct Verdict: Sendable {
        /// The document with the key and date of its signature, when nothing is wrong; nil also for an archive that was
        /// not downloaded.
        let document: VerificationReport.Document?
        /// What is wrong.
        let differences: [LiveDifference]
        /// Whether the host sent any of the headers that a bucket keeps beside an object; nil when no body came.
        let hasObjectMetadata: Bool?

        /// A verdict on what did not come, or cannot be looked at any further.
        static func refused(_ differences: [LiveDifference]) -> Verdict {
            Verdict(document: nil, differences: differences, hasObjectMetadata: nil)
        }
    }

    /// Looks at an answer; what is wrong goes into the verdict, what cannot be read from the disk is an error.
    func verdict(on answer: LiveAnswer) throws(FileError) -> Verdict {
        if let difference = answer.difference { return .refused([difference]) }
        if let expected, expected.format == .webBundle { return try verdict(on: answer, ofArchive: expected) }
        let signed = signature(in: answer.headers)
        let digests = try BodyDigests(of: answer, date: (try? signed.get())?.date)
        let isExpectedBody =
            expected.map { $0.byteCount == digests.byteCount && $0.sha256 == digests.body.hexadecimal } ?? true
        let verified = signed.flatMap { verify($0, digests) }
        var differences = signatureDifferences(answer.headers, verified, isExpectedBody: isExpectedBody)
        differences += headerDifferences(answer.headers)
        if case .success(let signed) = verified {
            differences += [
                rules.difference(of: signed.key),
                rules.difference(of: signed.claim.date),
            ]
            .compactMap(\.self)
            if isExpectedBody, let difference = try sidecarDifference(answer, digests, signed) {
                differences.append(difference)
            }
        }
        return Verdict(
            document: differences.isEmpty ? document(digests, verified) : nil, differences: differences,
            hasObjectMetadata: answer.hasObjectMetadata)
    }

    // MARK: The signature header

    private struct Signed {
        let claim: SignatureClaim
        let key: TrustedKey
    }

    private func signature(in headers: [HeaderField]) -> Result<SignatureClaim, VerificationError> {
        do throws(VerificationError) {
            return .success(try SignatureClaim(headers: headers, profile: rules.profile))
        } catch {
            return .failure(error)
        }
    }

    private func verify(_ claim: SignatureClaim, _ digests: BodyDigests) -> Result<Signed, VerificationError> {
        let verifier = SignatureVerifier(
            keys: rules.keys, environment: rules.environment, profile: rules.profile)
        do throws(VerificationError) {
            let key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
            return .success(Signed(claim: claim, key: key))
        } catch {
            return .failure(error)
        }
    }

    private func signatureDifferences(
        _ headers: [HeaderField], _ verified: Result<Signed, VerificationError>, isExpectedBody: Bool
    ) -> [LiveDifference] {
        let isExpectedHeader = [SignatureHeader.name, SignatureHeader.dateName].allSatisfy { name in
            headers.filter { $0.isNamed(name) }.map(\.value) == [expected?.value(name)].compactMap(\.self)
        }
        switch (verified, expected?.source ?? .liveIndex) {
        case (.success(let signed), .localTree):
            if !isExpectedBody { return [.formerBody(signed.claim.date)] }
            return isExpectedHeader || expected?.signature == .anyValid ? [] : [.otherSignature(signed.claim.date)]
        case (.success, .liveIndex):
            return isExpectedBody ? [] : [.notAsListed]
        case (.failure(.badSignature), .localTree) where isExpectedBody && !isExpectedHeader:
            return [.formerSignature]
        case (.failure(.badSignature), .localTree) where !isExpectedBody && isExpectedHeader:
            return [.formerBodyUnderNewSignature]
        case (.failure(let error), let source):
            return [.signatureRefused(error)]
                + (isExpectedBody ? [] : [source == .localTree ? .otherBody : .notAsListed])
        }
    }

    // MARK: Everything else

    /// What is wrong with the headers other than those of the signature.
    func headerDifferences(_ headers: [HeaderField]) -> [LiveDifference] {
        [HeaderField.contentType, HeaderField.cacheControl].compactMap { difference(of: $0, in: headers) }
    }

    private func difference(of name: String, in headers: [HeaderField]) -> LiveDifference? {
        guard let expected = expected?.value(name) else { return nil }
        let found = headers.filter { $0.isNamed(name) }.map(\.value)
        guard found.map(Self.folded) != [Self.folded(expected)] else { return nil }
        return .header(name, found: found.map { String($0.prefix(200)) }, expected: expected)
    }

    /// A value without what does not count in these two headers: case, and spaces (RFC 9110 §8.3.1, RFC 9111 §5.2).
    private static func folded(_ value: String) -> String { value.asciiLowercased.filter { $0 != " " } }

    private func sidecarDifference(
        _ answer: LiveAnswer, _ digests: BodyDigests, _ signed: Signed
    ) throws(FileError) -> LiveDifference? {
        if let failure = answer.sidecarFailure { return .noSidecar(failure) }
        guard let bytes = try answer.sidecarBytes() else { return nil }
        do throws(BodySignatureError) {
            let signature = try BodySignature(sidecar: bytes)
            // With profile `body` it is usually the header's signature, which has just been verified.
            if rules.profile == .dated || signature.signature != signed.claim.signature {
                try signature.check(digest: digests.body, key: signed.key.publicKey)
            }
            return nil
        } catch {
            return .sidecarRefused(error)
        }
    }

    private func document(
        _ digests: BodyDigests, _ verified: Result<Signed, VerificationError>
    ) -> VerificationReport.Document? {
        guard case .success(let signed) = verified else { return nil }
        return VerificationReport.Document(
            path: expected?.path.rawValue ?? "", format: expected?.format, byteCount: digests.byteCount,
            digest: digests.body,
            key: signed.key, profile: rules.profile, date: signed.claim.date)
    }
}

extension BodyDigests {
    /// The digests of the body of an answer.
    init(of answer: LiveAnswer, date: SignedDate?) throws(FileError) {
        if let file = try answer.body() {
            try self.init(of: file, date: date)
        } else {
            self.init(of: [], date: date)
        }
    }
}
