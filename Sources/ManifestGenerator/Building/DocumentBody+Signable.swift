import ManifestFormat
import ManifestSigning
import PublicationTree

extension DocumentBody {
    /// The body as a signer takes it; fails when it could be read as something other than `format`.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - digests: the digests of these bytes.
    func signable(as format: DocumentFormat?, _ digests: BodyDigests) throws(SigningError) -> SignableBody {
        switch self {
        case .bytes(let bytes):
            try SignableBody(bytes, as: format, digest: digests.body, headerDigest: digests.header)
        case .file:
            try SignableBody(start: digests.start, digest: digests.body, headerDigest: digests.header)
        }
    }
}
