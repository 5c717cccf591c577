import Diagnostics
import LocalFiles
import ManifestVerifier

/// The index of a tree, `publication.jws`, whose signature was verified; only verifying makes one.
package final class VerifiedIndex: Sendable {
    package let file: [UInt8]
    package let header: JWS.Header
    package let publication: Publication
    package let key: TrustedKey

    /// The most bytes of a file that is looked at.
    package static let byteLimit = JWS.byteLimit(ofBody: Limits.publicationBytes)

    /// Verifies the signature, then reads what it is over.
    ///
    /// - Parameter environment: the environment that the tree must be of; nil for that of the key that signed.
    package init(_ file: [UInt8], keys: TrustedKeys, environment: EnvironmentName?) throws(Failure) {
        let document = try translating(JWS(file), to: Failure.malformed)
        let header = document.header
        // A key that may not sign counts here, so that it can be named as the reason.
        guard let key = keys.key(for: header.keyID),
            key.publicKey.isValidSignature(document.signature, for: document.digest)
        else { throw .signedByNoKnownKey }
        guard !key.isRevoked else { throw .revokedKey(key.id) }
        let environment = environment ?? key.environment
        guard key.environment == environment else { throw .keyOfAnotherEnvironment(key.id, key.environment) }
        guard header.environment == environment else {
            throw .ofAnotherEnvironment(header.environment, expected: environment)
        }
        guard header.path == .publication else { throw .notAnIndex("it is \(header.path)") }
        publication = try translating(Publication(body: document.body)) { (error: DocumentError) in
            Failure.notAnIndex(error.description)
        }
        guard publication.environment == environment else {
            throw .ofAnotherEnvironment(publication.environment, expected: environment)
        }
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        guard publication.keys.contains(where: { $0.id == key.id && $0.sha256 == fingerprint }) else {
            throw .notAnIndex("its keys are not those of the ring that signed it")
        }
        (self.file, self.header, self.key) = (file, header, key)
    }

    /// The index, or why it is not trusted.
    package static func result(
        of file: [UInt8], keys: TrustedKeys, environment: EnvironmentName?
    ) -> Result<VerifiedIndex, Failure> {
        Result { () throws(Failure) in try VerifiedIndex(file, keys: keys, environment: environment) }
    }

    /// The index of a tree, or the reason why it is not trusted; nil without an index.
    package static func read(
        in tree: TreeFolder, keys: TrustedKeys, environment: EnvironmentName
    ) throws(FileError) -> Result<VerifiedIndex, Failure>? {
        try tree.read(DocumentPath.publication.file, limit: byteLimit).map {
            result(of: $0, keys: keys, environment: environment)
        }
    }

    package var date: SignedDate { header.date }

    package var digest: SHA256Digest { SHA256.hash(file) }

    package var report: VerificationReport.Document {
        VerificationReport.Document(
            path: header.path.file, byteCount: file.count, digest: digest, key: key, date: date, jws: header,
            index: publication)
    }
}

extension [Publication.Document] {
    /// Refuses a list that no tree of Signet can have, whatever key signed it.
    package func checkSizes() throws(VerifiedIndex.Failure) {
        var bytes = 0
        for document in self {
            guard document.byteCount <= document.format.byteLimit else {
                throw .beyondLimits("\"\(document.path)\" with more than \(document.format.byteLimit) bytes")
            }
            if !document.format.isStreamed { bytes += document.byteCount }
        }
        guard bytes <= Limits.treeBytes else { throw .beyondLimits("more than \(Limits.treeBytes) bytes") }
        guard Set(flatMap(\.path.folders)).count < Limits.treeFolders else {
            throw .beyondLimits("more than \(Limits.treeFolders) folders")
        }
    }
}

extension VerifiedIndex {
    /// Why the index of a tree is not trusted.
    package enum Failure: Error, Equatable, Sendable {
        case malformed(VerificationError.Malformed)
        /// No key of the ring signed these bytes.
        case signedByNoKnownKey
        case revokedKey(KeyID)
        case keyOfAnotherEnvironment(KeyID, EnvironmentName)
        case ofAnotherEnvironment(EnvironmentName, expected: EnvironmentName)
        /// Signed by a trusted key, but not an index; a place and a reason.
        case notAnIndex(String)
        /// It lists more than a tree may have.
        case beyondLimits(String)

        package var message: String {
            switch self {
            case .malformed(let failure): "is not an index: \(failure.rawValue)"
            case .signedByNoKnownKey: "is not signed by any trusted key"
            case .revokedKey(let id): "is signed by key \"\(id)\", which is revoked"
            case .keyOfAnotherEnvironment(let id, let environment):
                "is signed by key \"\(id)\", which is for environment \"\(environment)\""
            case .ofAnotherEnvironment(let found, let expected): "is for environment \"\(found)\", not \"\(expected)\""
            case .notAnIndex(let reason): "is signed but is not the index of a tree: \(reason)"
            case .beyondLimits(let what): "lists \(what)"
            }
        }

        package var hint: String {
            switch self {
            case .malformed, .signedByNoKnownKey:
                "check the place and the key ring; if the host is being updated, try again in a few minutes"
            case .revokedKey: "trust nothing in this tree; build without it and publish the result"
            case .keyOfAnotherEnvironment(_, let found), .ofAnotherEnvironment(let found, _):
                "each environment has its own place; if this is the right one: --environment \(found)"
            case .notAnIndex, .beyondLimits:
                "another version of signet may have built it; build without it and publish the result"
            }
        }
    }
}
