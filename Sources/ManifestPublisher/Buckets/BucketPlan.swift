import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// What has to be done so that a bucket holds a tree; nothing here touches the network.
package struct BucketPlan: Sendable {
    /// Why an object is sent.
    package enum Reason: String, Sendable {
        case new
        case body
        case headers
    }

    /// One object to send.
    package struct Step: Sendable {
        package let object: BucketObject
        package let reason: Reason
    }

    /// The objects to send, in the order of their turns.
    package let steps: [Step]
    /// The paths that are left alone because they are what they are to be.
    package let same: [String]
    /// The paths whose live signature is another one, and valid and fresh.
    package let stillValid: [String]
    /// The paths that are removed before the index that no longer lists them.
    package let removed: [String]

    /// Compares a tree with what is live.
    ///
    /// - Parameters:
    ///   - keys: the ring.
    ///   - now: what the clock says.
    ///   - resignAfter: the age in seconds from which a dated signature is replaced although its body did not change.
    package init(_ local: BucketTree, _ live: LiveTree, keys: TrustedKeys, now: SignedDate, resignAfter: Int64)
        throws(PublishError)
    {
        var (steps, same, stillValid): ([Step], [String], [String]) = ([], [], [])
        let comparison = Comparison(local: local, live: live, keys: keys, now: now, resignAfter: resignAfter)
        for object in local.objects where object.turn < .indexSignature {
            switch try comparison.verdict(on: object) {
            case .same: same.append(object.path)
            case .stillValid: stillValid.append(object.path)
            case .send(let reason): steps.append(Step(object: object, reason: reason))
            }
        }
        removed = comparison.removed
        let index = local.objects.filter { $0.turn >= .indexSignature }
        if steps.isEmpty, removed.isEmpty, comparison.isIndexStillValid {
            stillValid += index.map(\.path)
        } else {
            for object in index {
                switch try comparison.verdict(on: object) {
                case .same: same.append(object.path)
                // The two belong together.
                case .stillValid: steps.append(Step(object: object, reason: .headers))
                case .send(let reason): steps.append(Step(object: object, reason: reason))
                }
            }
        }
        self.steps = steps
        self.same = same
        self.stillValid = stillValid
    }
}

/// Holds one tree against the other.
private struct Comparison {
    let local: BucketTree
    let live: LiveTree
    let keys: TrustedKeys
    let now: SignedDate
    let resignAfter: Int64
    private let localObjects: [String: BucketObject]

    init(local: BucketTree, live: LiveTree, keys: TrustedKeys, now: SignedDate, resignAfter: Int64) {
        self.local = local
        self.live = live
        self.keys = keys
        self.now = now
        self.resignAfter = resignAfter
        localObjects = Dictionary(local.objects.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    enum Verdict {
        case same
        case stillValid
        case send(BucketPlan.Reason)
    }

    func verdict(on object: BucketObject) throws(PublishError) -> Verdict {
        guard let found = live.objects[object.path] else { return .send(.new) }
        if found.isSame(as: object) { return .same }
        let reason: BucketPlan.Reason = found.sha256 == object.digest.bytes ? .headers : .body
        if object.metadata.isEmpty {
            // A signature sidecar holds as long as its document does.
            return isSidecarValid(object, found) ? .stillValid : .send(reason)
        }
        guard let signed = signature(of: found, at: object) else { return .send(reason) }
        if signed.key.id == local.tree.key.id, signed.profile == local.publication.profile {
            if found.hasSameContent(as: object), isFresh(signed.date) { return .stillValid }
            if let liveDate = signed.date, let localDate = localDate(of: object), localDate < liveDate {
                throw .dateGoesBack(object.path, live: liveDate, local: localDate)
            }
        } else if keys.isOlder(local.tree.key.id, than: signed.key.id) {
            throw .keyGoesBack(object.path, live: signed.key.id, local: local.tree.key.id)
        }
        return .send(reason)
    }

    /// The documents that are live and no longer in the tree, with their signatures.
    var removed: [String] {
        let kept = Set(local.publication.documents.map(\.path))
        return (live.publication?.documents ?? []).map(\.path).filter { !kept.contains($0) }
            .flatMap { [$0.rawValue, $0.signatureSidecar] }.filter { live.objects[$0] != nil }
    }

    /// Whether the live index lists the same bodies and headers, signatures apart, and is fresh.
    var isIndexStillValid: Bool {
        guard let publication = live.publication, let found = live.objects[DocumentPath.publication.rawValue],
            let sidecar = live.objects[DocumentPath.publication.signatureSidecar],
            let index = local.objects.first(where: { $0.turn == .index }),
            let indexSidecar = local.objects.first(where: { $0.turn == .indexSignature }),
            isSidecarValid(indexSidecar, sidecar), let signed = signature(of: found, at: index),
            signed.key.id == local.tree.key.id, isFresh(signed.date), publication.profile == local.publication.profile,
            publication.keyID == local.publication.keyID,
            found.contentType == index.contentType,
            found.cacheControl == index.cacheControl
        else { return false }
        func facts(_ document: Publication.Document) -> [String] {
            [document.path.rawValue, document.format.rawValue, document.sha256]
                + document.headers.filter { !$0.isSignature }.map(\.sidecarLine)
        }
        return publication.documents.map(facts) == local.publication.documents.map(facts)
    }

    private struct LiveSignature {
        let key: TrustedKey
        let profile: SignatureProfile
        let date: SignedDate?
    }

    /// The live signature of a document, if a key of the environment that is not revoked made it.
    private func signature(of found: LiveObject, at object: BucketObject) -> LiveSignature? {
        let hasDate = found.fields.contains { $0.isNamed(SignatureHeader.dateName) }
        let profile: SignatureProfile = hasDate ? .dated : .body
        let verifier = SignatureVerifier(keys: keys, environment: local.publication.environment, profile: profile)
        // Of a large body only the checksum was asked for.
        let same = found.sha256 == object.digest.bytes ? object.body : nil
        guard let body = found.body.map(DocumentBody.bytes) ?? same,
            let claim = try? SignatureClaim(headers: found.fields, profile: profile),
            let digests = try? body.digests(date: claim.date),
            let key = try? verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        else { return nil }
        return LiveSignature(key: key, profile: profile, date: claim.date)
    }

    private func localDate(of object: BucketObject) -> SignedDate? {
        object.metadata["signature-date"].flatMap { SignedDate(headerValue: $0) }
    }

    private func isSidecarValid(_ object: BucketObject, _ found: LiveObject) -> Bool {
        let document = String(object.path.dropLast(DocumentPath.signatureSuffix.count))
        guard found.contentType == object.contentType, found.cacheControl == object.cacheControl,
            let bytes = found.body, let signature = try? BodySignature(sidecar: bytes)
        else { return false }
        func isSigned(_ digest: SHA256Digest) -> Bool {
            (try? signature.check(digest: digest, key: local.tree.key.publicKey)) != nil
        }
        guard document != DocumentPath.publication.rawValue else {
            return live.objects[document]?.body.map { isSigned(SHA256.hash($0)) } ?? false
        }
        guard let body = localObjects[document], live.objects[document]?.hasSameContent(as: body) == true else {
            return false
        }
        return isSigned(body.digest)
    }

    private func isFresh(_ date: SignedDate?) -> Bool {
        guard let date else { return true }
        return date <= now && now.secondsSince1970 - date.secondsSince1970 < resignAfter
    }
}

extension HeaderField {
    /// Whether the field carries a signature or its date.
    fileprivate var isSignature: Bool { isNamed(SignatureHeader.name) || isNamed(SignatureHeader.dateName) }
    fileprivate var sidecarLine: String { "\(name): \(value)" }
}
