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
    /// The paths that are removed at the end.
    package let removed: [String]

    /// Compares a tree with what is live.
    ///
    /// - Parameters:
    ///   - now: what the clock says.
    ///   - resignAfter: the age in seconds from which a dated signature is replaced although its body did not change.
    package init(_ local: BucketTree, _ live: LiveTree, now: SignedDate, resignAfter: Int64) throws(PublishError) {
        var (steps, same, stillValid): ([Step], [String], [String]) = ([], [], [])
        let comparison = Comparison(local: local, live: live, now: now, resignAfter: resignAfter)
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

    /// The paths of documents that change for those who read them, for a CDN to forget.
    package var changedPaths: [String] { steps.map(\.object.path) + removed }
}

/// Holds one tree against the other.
private struct Comparison {
    let local: BucketTree
    let live: LiveTree
    let now: SignedDate
    let resignAfter: Int64
    private let localObjects: [String: BucketObject]

    init(local: BucketTree, live: LiveTree, now: SignedDate, resignAfter: Int64) {
        self.local = local
        self.live = live
        self.now = now
        self.resignAfter = resignAfter
        localObjects = Dictionary(uniqueKeysWithValues: local.objects.map { ($0.path, $0) })
    }

    enum Verdict {
        case same
        case stillValid
        case send(BucketPlan.Reason)
    }

    func verdict(on object: BucketObject) throws(PublishError) -> Verdict {
        guard let found = live.objects[object.path] else { return .send(.new) }
        if found.isSame(as: object) { return .same }
        if object.metadata.isEmpty {
            // A signature sidecar holds as long as its document does.
            let isValid = isSidecarValid(object.path, found)
            return isValid ? .stillValid : .send(found.sha256 == object.digest.bytes ? .headers : .body)
        }
        let date = signedDate(found)
        if found.hasSameContent(as: object), let date, isFresh(date.signed) { return .stillValid }
        if let liveDate = date?.signed, let localDate = localDate(of: object), localDate < liveDate {
            throw .dateGoesBack(object.path, live: liveDate, local: localDate)
        }
        return .send(found.sha256 == object.digest.bytes ? .headers : .body)
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
            isSidecarValid(DocumentPath.publication.signatureSidecar, sidecar),
            let date = signedDate(found), isFresh(date.signed),
            publication.profile == local.publication.profile, publication.keyID == local.publication.keyID,
            let index = local.objects.first(where: { $0.turn == .index }), found.contentType == index.contentType,
            found.cacheControl == index.cacheControl
        else { return false }
        func facts(_ document: Publication.Document) -> [String] {
            [document.path.rawValue, document.format.rawValue, document.sha256]
                + document.headers.filter { !$0.isSignature }.map(\.sidecarLine)
        }
        return publication.documents.map(facts) == local.publication.documents.map(facts)
    }

    /// The date of a live signature that verifies with the key of this tree; nil when none does.
    private func signedDate(_ found: LiveObject) -> (signed: SignedDate?, Void)? {
        let profile = local.publication.profile
        guard let body = found.body, let claim = try? SignatureClaim(headers: found.fields, profile: profile),
            (try? local.verifier.verify(claim, body: body)) != nil
        else { return nil }
        return (claim.date, ())
    }

    private func localDate(of object: BucketObject) -> SignedDate? {
        object.metadata["signature-date"].flatMap { SignedDate(headerValue: $0) }
    }

    private func isSidecarValid(_ path: String, _ found: LiveObject) -> Bool {
        let document = String(path.dropLast(DocumentPath.signatureSuffix.count))
        guard let bytes = found.body, let signature = try? BodySignature(sidecar: bytes) else { return false }
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
