import LocalFiles
import ManifestVerifier
import PublicationTree

extension LiveExamination {
    struct ExaminedJWS {
        /// A `.jws` that an app accepts for this body.
        var found: LiveJWS?
        var differences: [LiveDifference] = []
        /// Whether it is another one than the listed one.
        var isOther = false
    }

    /// Verifies the `.jws` of a document as an app does, if there must be one.
    func jws(_ answer: LiveAnswer) throws(FileError) -> ExaminedJWS {
        guard let expected, let listed = expected.jws else { return ExaminedJWS() }
        if let failure = answer.failure(of: .jws) { return ExaminedJWS(differences: [.noSidecar(.jws, failure)]) }
        let bytes = try answer.bytes(of: .jws)
        let isListed = listed.matches(SHA256.hash(bytes))
        func refused(_ difference: JWSDifference) -> ExaminedJWS {
            ExaminedJWS(differences: [.jws(difference)], isOther: !isListed)
        }
        let found: LiveJWS
        do throws(VerificationError) {
            found = try LiveJWS(bytes, of: expected.path, by: rules.verifier)
        } catch {
            return refused(.refused(error))
        }
        guard expected.digest.matches(found.body) else { return refused(.otherBody(found.date)) }
        switch rules.difference(of: found.date) {
        case .signatureRefused(let error): return refused(.refused(error))
        case .tooOld(let date, let limit) where !expected.isImmutable: return refused(.tooOld(date, limit: limit))
        default: break
        }
        if !isListed, !expected.takesAnySignature { return refused(.other(found.date)) }
        return ExaminedJWS(
            found: found, differences: headerDifferences(ofJWS: answer.headersOfJWS, expected).map { .jws($0) },
            isOther: !isListed)
    }

    /// What is wrong with how a `.jws` is served. That of an immutable document is kept no longer than others.
    private func headerDifferences(ofJWS headers: [HeaderField], _ expected: LiveExpectation) -> [JWSDifference] {
        guard rules.hasHeaders else { return [] }
        let cacheControl = expected.isImmutable ? nil : expected.value(HeaderField.cacheControl)
        return [(HeaderField.contentType, JWS.mediaType), (HeaderField.cacheControl, cacheControl)]
            .compactMap { name, value in
                value.flatMap { Self.difference(of: name, in: headers, $0) }.map {
                    .header(name, found: $0, expected: value ?? "")
                }
            }
    }

    /// What is wrong with a signature sidecar. A document that is checked by its own address comes without one.
    func sidecarDifference(
        _ answer: LiveAnswer, _ check: (BodySignature) throws(BodySignatureError) -> Void
    ) throws(FileError) -> LiveDifference? {
        guard expected != nil else { return nil }
        if let failure = answer.failure(of: .signature) { return .noSidecar(.signature, failure) }
        let bytes = try answer.bytes(of: .signature)
        do throws(BodySignatureError) {
            try check(BodySignature(sidecar: bytes))
            return nil
        } catch {
            return .sidecarRefused(error)
        }
    }

    /// Examines the answer for the archive of a web bundle: its size or, when it was downloaded, its bytes, and its
    /// `.sig`, the only signature of an archive.
    func verdict(on answer: LiveAnswer, ofArchive expected: LiveExpectation) throws(FileError) -> Verdict {
        var differences: [LiveDifference] = []
        var digest: SHA256Digest?
        if answer.isHead {
            let found = answer.headers.filter { $0.isNamed("content-length") }.map(\.value)
            if found != [String(expected.byteCount)] {
                differences.append(
                    .contentLength(found: found.map { String($0.prefix(200)) }, expected: expected.byteCount))
            }
        } else {
            let digests = try BodyDigests(of: answer, date: nil)
            digest = digests.body
            if digests.byteCount != expected.byteCount || !expected.digest.matches(digests.body) {
                differences.append(expected.source == .published ? .otherBody : .notAsListed)
            }
        }
        differences += headerDifferences(answer.headers)
        guard let key = rules.key else { preconditionFailure("an archive is expected by an index that was verified") }
        let sidecar = try sidecarDifference(answer) { (sidecar) throws(BodySignatureError) in
            try sidecar.check(listed: expected.digest, key: key.publicKey)
        }
        differences += [rules.difference(of: key), sidecar].compactMap(\.self)
        guard differences.isEmpty, let digest else {
            return .refused(differences)
        }
        return Verdict(
            document: VerificationReport.Document(
                path: expected.path.rawValue, format: expected.format, byteCount: expected.byteCount, digest: digest,
                key: key))
    }

    /// Examines the answer for the index, which must be the one that was published.
    func verdict(onIndex answer: LiveAnswer) throws(FileError) -> Verdict {
        let file = try answer.bodyBytes(limit: VerifiedIndex.byteLimit)
        do throws(VerifiedIndex.Failure) {
            let index = try VerifiedIndex(
                file, keys: rules.verifier.keys, environment: rules.verifier.environment)
            return verdict(on: index, answer)
        } catch {
            var refused = Verdict.refused([.index(error)])
            refused.isOther = true
            return refused
        }
    }

    func verdict(on index: VerifiedIndex, _ answer: LiveAnswer) -> Verdict {
        let isExpected = expected?.digest.matches(index.digest) ?? true
        var differences: [LiveDifference] = isExpected ? [] : [.formerBody(index.date)]
        differences += headerDifferences(answer.headers)
        differences += [rules.difference(of: index.key), rules.difference(of: index.date)].compactMap(\.self)
        return Verdict(
            document: differences.isEmpty ? index.report : nil, differences: differences, isOther: !isExpected)
    }
}
