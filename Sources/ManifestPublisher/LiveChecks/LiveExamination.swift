import Classic
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Checks the answer of a host for one document against what it must be.
struct LiveExamination: Sendable {
    let rules: LiveRules
    /// What the document must be; nil for any document with a valid signature.
    let expected: LiveExpectation?
    /// How many seconds after the publication the document was requested before, at least; nil when it was not.
    var requestedAfter: Int64?

    struct Verdict: Sendable {
        /// The document with the key and date of its signature, when nothing is wrong; nil also for an archive that was
        /// not downloaded.
        var document: VerificationReport.Document?
        var differences: [LiveDifference] = []
        /// Whether the host sent any of the headers that a bucket keeps beside an object; nil when no body came.
        var hasObjectMetadata: Bool?
        /// Whether the signature header or the `.jws` is another one than the listed one, as that of a former publication;
        /// of an index, whether it is not the published one.
        var isOther = false

        /// Whether the document may be in order when it is requested again.
        ///
        /// An answer that a cache still holds differs from what is listed. What is as listed, or listed nowhere, stays as it
        /// is: an age only grows, and a key that is not trusted does not become so.
        var maySettle: Bool { !isKeptByCache && differences.contains { $0.maySettle(isOther: isOther) } }

        /// Whether all that is wrong is what a cache keeps until it is told to drop it.
        var isKeptByCache: Bool {
            differences.contains(where: \.isKeptByCache) && differences.allSatisfy(\.concernsHeaders)
        }

        /// A verdict on a document that did not come, or cannot be examined further.
        static func refused(_ differences: [LiveDifference]) -> Verdict {
            Verdict(differences: differences)
        }
    }

    /// Examines an answer; what is wrong goes into the verdict, what cannot be read from the disk is an error.
    func verdict(on answer: LiveAnswer) throws(FileError) -> Verdict {
        if let difference = answer.difference { return .refused([difference]) }
        if let expected, expected.format == nil { return try verdict(onIndex: answer) }
        if let expected, expected.format == .webBundle { return try verdict(on: answer, ofArchive: expected) }
        guard let expected, !rules.hasHeaders else { return try verdict(onHeadersOf: answer) }
        return try verdict(on: answer, withoutHeaders: expected)
    }

    /// Examines a document that is signed in its headers, and its sidecars.
    private func verdict(onHeadersOf answer: LiveAnswer) throws(FileError) -> Verdict {
        let body = try SignedBody(headers: answer.headers, profile: rules.verifier.profile) {
            (date) throws(FileError) in
            try BodyDigests(of: answer, date: date)
        }
        let digests = body.digests
        let isExpectedBody =
            expected.map { $0.byteCount == digests.byteCount && $0.digest.matches(digests.body) } ?? true
        let verified = Result { () throws(VerificationError) in try rules.verifier.verify(body) }
        var differences = signatureDifferences(answer.headers, verified, isExpectedBody: isExpectedBody)
        differences += headerDifferences(answer.headers)
        let web = try jws(answer)
        differences += web.differences
        let isOther =
            web.isOther || expected?.value(SignatureHeader.name) != nil && !isExpectedHeader(answer.headers)
        guard case .success(let signature) = verified else {
            return Verdict(
                differences: differences, hasObjectMetadata: answer.hasObjectMetadata, isOther: isOther)
        }
        differences += [rules.difference(of: signature.key)].compactMap(\.self)
        // With profile body, only the .jws has a date.
        if signature.date != nil || expected?.jws == nil {
            differences += [ageDifference(signature.date)].compactMap(\.self)
        }
        if isExpectedBody {
            let sidecar = try sidecarDifference(answer) { (sidecar) throws(BodySignatureError) in
                // A cache may have the header of an earlier key, while the sidecar is the published one.
                if expected?.isImmutable == true, let key = rules.key {
                    try sidecar.check(digest: digests.body, key: key.publicKey)
                } else {
                    try sidecar.check(digests.body, beside: signature)
                }
            }
            differences += [sidecar].compactMap(\.self)
        }
        let document = VerificationReport.Document(
            path: expected?.path.rawValue ?? "", format: expected?.format, byteCount: digests.byteCount,
            digest: digests.body, key: signature.key, profile: signature.profile,
            date: signature.date ?? web.found?.date, jws: web.found?.header)
        return Verdict(
            document: differences.isEmpty ? document : nil, differences: differences,
            hasObjectMetadata: answer.hasObjectMetadata, isOther: isOther)
    }

    /// Examines a document whose response headers say nothing: its body, its `.jws` and its other sidecars. One that can
    /// have no `.jws` is proven by its `.sig` and the index.
    private func verdict(
        on answer: LiveAnswer, withoutHeaders expected: LiveExpectation
    ) throws(FileError) -> Verdict {
        guard let publisher = rules.key else {
            preconditionFailure("a document is expected by an index that was verified")
        }
        let digests = try BodyDigests(of: answer, date: nil)
        let isExpectedBody = expected.byteCount == digests.byteCount && expected.digest.matches(digests.body)
        let web = try jws(answer)
        let key = web.found?.signature.key ?? publisher
        var differences: [LiveDifference] =
            isExpectedBody ? [] : [expected.source == .published ? .otherBody : .notAsListed]
        differences += web.differences + [rules.difference(of: key)].compactMap(\.self)
        if isExpectedBody {
            let sidecar = try sidecarDifference(answer) { (sidecar) throws(BodySignatureError) in
                try sidecar.check(digest: digests.body, key: publisher.publicKey)
            }
            differences += [sidecar].compactMap(\.self)
        }
        let document = VerificationReport.Document(
            path: expected.path.rawValue, format: expected.format, byteCount: digests.byteCount, digest: digests.body,
            key: key, profile: nil, date: web.found?.date, jws: web.found?.header)
        return Verdict(
            document: differences.isEmpty ? document : nil, differences: differences, isOther: web.isOther)
    }

    private func isExpectedHeader(_ headers: [HeaderField]) -> Bool {
        [SignatureHeader.name, SignatureHeader.dateName].allSatisfy { name in
            headers.filter { $0.isNamed(name) }.map(\.value) == [expected?.value(name)].compactMap(\.self)
        }
    }

    private func signatureDifferences(
        _ headers: [HeaderField], _ verified: Result<VerifiedSignature, VerificationError>, isExpectedBody: Bool
    ) -> [LiveDifference] {
        let isExpectedHeader = isExpectedHeader(headers)
        switch (verified, expected?.source ?? .liveIndex) {
        case (.success(let signed), .published):
            if !isExpectedBody { return [.formerBody(signed.date)] }
            if isExpectedHeader || expected?.takesAnySignature == true { return [] }
            return [formerHeaders(signed, headers) ?? .otherSignature(signed.date)]
        case (.success, .liveIndex):
            return isExpectedBody ? [] : [.notAsListed]
        case (.failure(.badSignature), .published) where isExpectedBody && !isExpectedHeader:
            return [.formerSignature]
        case (.failure(.badSignature), .published) where !isExpectedBody && isExpectedHeader:
            return [.otherBodyUnderSignature]
        case (.failure(let error), let source):
            return [.signatureRefused(error)]
                + (isExpectedBody ? [] : [source == .published ? .otherBody : .notAsListed])
        }
    }

    /// What is wrong when the signature is that of a former publication: an older one or, without dates, any other one.
    private func formerHeaders(_ signed: VerifiedSignature, _ headers: [HeaderField]) -> LiveDifference? {
        if let date = signed.date {
            guard let published = expected?.date, date < published else { return nil }
        }
        return .formerHeaders(FormerHeaders(date: signed.date, headers: headers, requestedAfter: requestedAfter))
    }

    /// What is wrong with the signed date. That of an immutable document may have any age: its path says which bytes it has.
    private func ageDifference(_ date: SignedDate?) -> LiveDifference? {
        let difference = rules.difference(of: date)
        if case .tooOld? = difference, expected?.isImmutable == true { return nil }
        return difference
    }

    /// What is wrong with the headers other than those of the signature.
    func headerDifferences(_ headers: [HeaderField]) -> [LiveDifference] {
        guard rules.hasHeaders else { return [] }
        return [HeaderField.contentType, HeaderField.cacheControl].compactMap { difference(of: $0, in: headers) }
    }

    private func difference(of name: String, in headers: [HeaderField]) -> LiveDifference? {
        guard let expected = expected?.value(name), let found = Self.difference(of: name, in: headers, expected) else {
            return nil
        }
        return .header(name, found: found, expected: expected)
    }

    /// The values of a header, shortened; nil where there is one, and it is the expected one.
    static func difference(of name: String, in headers: [HeaderField], _ expected: String) -> [String]? {
        let found = headers.filter { $0.isNamed(name) }.map(\.value)
        return found.map(folded) == [folded(expected)] ? nil : found.map { String($0.prefix(200)) }
    }

    /// A value without what is insignificant in these two headers: case, and spaces (RFC 9110 §8.3.1, RFC 9111 §5.2).
    private static func folded(_ value: String) -> String { value.asciiLowercased.filter { $0 != " " } }
}

extension BodyDigests {
    init(of answer: LiveAnswer, date: SignedDate?) throws(FileError) {
        if let file = try answer.body() {
            try self.init(of: file, date: date)
        } else {
            self.init(of: [], date: date)
        }
    }
}
