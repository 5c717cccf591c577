import LocalFiles
import ManifestVerifier
import PublicationTree

extension LiveExamination {
    /// Looks at what a host answered for the archive of a web bundle: its size or, when it was downloaded, its bytes, and
    /// its `.sig`, which is all that the key says of it.
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
            if digests.byteCount != expected.byteCount || digests.body.hexadecimal != expected.sha256 {
                differences.append(expected.source == .localTree ? .otherBody : .notAsListed)
            }
        }
        differences += headerDifferences(answer.headers)
        guard let key = rules.key, let listed = ListedDigest(hexadecimal: expected.sha256) else {
            preconditionFailure("an archive is expected by an index that was verified")
        }
        differences += [rules.difference(of: key), try sidecarDifference(answer, listed, key)].compactMap(\.self)
        guard differences.isEmpty, let digest else {
            return Verdict(document: nil, differences: differences, hasObjectMetadata: nil)
        }
        let document = VerificationReport.Document(
            path: expected.path.rawValue, format: expected.format, byteCount: expected.byteCount, digest: digest,
            key: key, profile: nil, date: nil)
        return Verdict(document: document, differences: [], hasObjectMetadata: nil)
    }

    private func sidecarDifference(
        _ answer: LiveAnswer, _ listed: ListedDigest, _ key: TrustedKey
    ) throws(FileError) -> LiveDifference? {
        if let failure = answer.sidecarFailure { return .noSidecar(failure) }
        let bytes = try answer.sidecarBytes() ?? []
        do throws(BodySignatureError) {
            try BodySignature(sidecar: bytes).check(listed: listed, key: key.publicKey)
            return nil
        } catch {
            return .sidecarRefused(error)
        }
    }
}
