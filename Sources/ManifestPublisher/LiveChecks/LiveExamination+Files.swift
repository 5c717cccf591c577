import LocalFiles
import ManifestVerifier
import PublicationTree

extension LiveExamination {
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
            return Verdict(document: nil, differences: differences, hasObjectMetadata: nil)
        }
        let document = VerificationReport.Document(
            path: expected.path.rawValue, format: expected.format, byteCount: expected.byteCount, digest: digest,
            key: key, profile: nil, date: nil)
        return Verdict(document: document, differences: [], hasObjectMetadata: nil)
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
            document: differences.isEmpty ? index.report : nil, differences: differences, hasObjectMetadata: nil,
            isOther: !isExpected)
    }
}
