import Classic
import LocalFiles
import ManifestVerifier

/// A body that was read, and what its headers claim about it; none of it is trusted yet.
package struct SignedBody: Sendable {
    /// What the headers claim, or why they claim nothing.
    package let claim: Result<SignatureClaim, VerificationError>
    /// The digests of the body, made for the claimed date.
    package let digests: BodyDigests

    /// Reads the headers, then the body.
    ///
    /// - Parameters:
    ///   - profile: which bytes the signature must cover; nil for the profile that the headers are of.
    ///   - read: reads the body once, for the date that the headers claim.
    package init<Failure>(
        headers: [HeaderField], profile: SignatureProfile?,
        read: (SignedDate?) throws(Failure) -> BodyDigests
    ) throws(Failure) {
        claim = Result { () throws(VerificationError) in try SignatureClaim(headers: headers, profile: profile) }
        digests = try read((try? claim.get())?.date)
    }
}

extension SignatureVerifier {
    package func verify(_ body: SignedBody) throws(VerificationError) -> VerifiedSignature {
        try verify(body.claim.get(), digest: body.digests.header, bodyStart: body.digests.start)
    }
}

/// The digests of a body that is read in a stream, so that its size does not matter.
package struct BodyDigests: Sendable {
    /// Over the body alone.
    package let body: SHA256Digest
    /// Over `SignatureProfile.prefix(date:)` and the body.
    package let header: SHA256Digest
    /// The first 30 bytes of the body, or all when it is shorter.
    package let start: [UInt8]
    package let byteCount: Int

    /// Reads `file` to its end.
    ///
    /// - Parameter progress: receives the size of each piece in bytes.
    package init(
        of file: ReadableFile, date: SignedDate?, progress: (Int) -> Void = { _ in }
    ) throws(FileError) {
        let bodyHash = SHA256()
        let headerHash = SHA256()
        headerHash.update(SignatureProfile.prefix(date: date))
        var start: [UInt8] = []
        var count = 0
        while true {
            let chunk = try file.chunk(min(Self.chunkBytes, file.size + 1))
            if chunk.isEmpty { break }
            if count == 0 { start = Array(chunk.prefix(SignedDate.byteCount + 1)) }
            count += chunk.count
            bodyHash.update(chunk)
            if date != nil { headerHash.update(chunk) }
            progress(chunk.count)
        }
        body = bodyHash.finalize()
        header = date == nil ? body : headerHash.finalize()
        self.start = start
        byteCount = count
    }

    package init(of bytes: [UInt8], date: SignedDate?) {
        body = SHA256.hash(bytes)
        header = date == nil ? body : SHA256.hash(SignatureProfile.prefix(date: date), bytes)
        start = Array(bytes.prefix(SignedDate.byteCount + 1))
        byteCount = bytes.count
    }

    /// The digests of an undated body that was hashed while it was checked.
    package init(of body: SHA256Digest, start: [UInt8], byteCount: Int) {
        (self.body, header) = (body, body)
        self.start = start
        self.byteCount = byteCount
    }

    private static let chunkBytes = 256 << 10
}
