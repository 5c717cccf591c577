import AWSRequests
import LocalFiles
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
    /// The paths that are left alone because they are up to date.
    package let same: [String]
    /// The paths whose live signature is another one, but valid and fresh.
    package let stillValid: [String]
    /// The paths that are removed before the index that no longer lists them.
    package let removed: [String]

    /// The bytes of all bodies to send.
    package var byteCount: Int { steps.reduce(0) { $0 + $1.object.byteCount } }

    /// Compares a tree with what is live.
    ///
    /// - Parameters:
    ///   - keys: the ring.
    ///   - now: the time on the clock.
    ///   - resignAfter: the age in seconds from which a dated signature is replaced although its body did not change.
    ///   - place: the name of the bucket, for messages.
    package init(
        _ local: BucketTree, _ live: BucketContents, at place: String, keys: TrustedKeys, now: SignedDate,
        resignAfter: Int64
    ) throws {
        var (steps, same, stillValid): ([Step], [String], [String]) = ([], [], [])
        let comparison = Comparison(
            local: local, live: live, place: place, rules: PublishingRules(local.tree, keys: keys), now: now,
            resignAfter: resignAfter)
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
                // Index and signature belong together.
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

/// Compares the local tree with the live one.
private struct Comparison {
    let local: BucketTree
    let live: BucketContents
    let place: String
    let rules: PublishingRules
    let now: SignedDate
    let resignAfter: Int64
    private let localObjects: [String: BucketObject]

    init(
        local: BucketTree, live: BucketContents, place: String, rules: PublishingRules, now: SignedDate,
        resignAfter: Int64
    ) {
        self.local = local
        self.live = live
        self.place = place
        self.rules = rules
        self.now = now
        self.resignAfter = resignAfter
        localObjects = Dictionary(local.objects.map { ($0.path, $0) }) { first, _ in first }
    }

    enum Verdict {
        case same
        case stillValid
        case send(BucketPlan.Reason)
    }

    func verdict(on object: BucketObject) throws -> Verdict {
        if let document = object.document, object.isArchive { return try verdict(on: object, archive: document) }
        guard let found = live.objects[object.path] else { return .send(.new) }
        if found.isSame(as: object) { return .same }
        let reason: BucketPlan.Reason = found.sha256 == object.sha256 ? .headers : .body
        guard let document = object.document else {
            // A signature sidecar is valid as long as its document is.
            return isSidecarValid(object, found) ? .stillValid : .send(reason)
        }
        guard let there = liveDocument(found, at: object, document) else { return .send(reason) }
        if let signed = rules.signature(of: there), isStillGood(signed), found.hasSameContent(as: object) {
            return .stillValid
        }
        try rules.check(document, against: there)
        return .send(reason)
    }

    private func verdict(on object: BucketObject, archive document: VerifiedTree.Document) throws -> Verdict {
        let found = live.objects[object.path]
        let isDue = try rules.isDue(
            document, live.live.archives[object.path], listed: live.publication, at: place)
        if isDue { return .send(found == nil ? .new : .body) }
        if found?.hasSameHeaders(as: object) == true { return .same }
        return try local.tree.archive(of: document) == nil ? .stillValid : .send(.headers)
    }

    /// What is live at a path; a large body that is the local one was not fetched, only its checksum.
    private func liveDocument(
        _ found: LiveObject, at object: BucketObject, _ document: VerifiedTree.Document
    ) -> LiveDocument? {
        if let document = found.document { return document }
        guard found.sha256 == object.sha256 else { return nil }
        return try? LiveDocument(fields: found.object.fields) { (date) throws(FileError) in
            BodyDigests(of: try local.tree.body(of: document), date: date)
        }
    }

    /// Whether a live signature is as good as a new one.
    private func isStillGood(_ signed: VerifiedSignature) -> Bool {
        signed.key.id == local.tree.key.id && signed.profile == local.publication.profile && isFresh(signed.date)
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
            isSidecarValid(indexSidecar, sidecar), let document = found.document,
            let signed = rules.signature(of: document), signed.key.id == local.tree.key.id, isFresh(signed.date),
            publication.profile == local.publication.profile,
            publication.keyID == local.publication.keyID,
            found.object.contentType == index.headers.contentType,
            found.object.cacheControl == index.headers.cacheControl
        else { return false }
        func facts(_ document: Publication.Document) -> [String] {
            [document.path.rawValue, document.format.rawValue, document.sha256]
                + document.headers.filter { !$0.isSignature }.map(\.sidecarLine)
        }
        return publication.documents.map(facts) == local.publication.documents.map(facts)
    }

    private func isSidecarValid(_ object: BucketObject, _ found: LiveObject) -> Bool {
        let document = String(object.path.dropLast(DocumentPath.signatureSuffix.count))
        guard found.object.contentType == object.headers.contentType,
            found.object.cacheControl == object.headers.cacheControl,
            let bytes = found.body, let signature = try? BodySignature(sidecar: bytes)
        else { return false }
        func isSigned(_ sha256: [UInt8]) -> Bool {
            guard let digest = ListedDigest(bytes: sha256) else { return false }
            return (try? signature.check(listed: digest, key: local.tree.key.publicKey)) != nil
        }
        guard document != DocumentPath.publication.rawValue else {
            return live.objects[document]?.sha256.map(isSigned) ?? false
        }
        guard let body = localObjects[document],
            // An archive that is live is the listed one, or nothing is published.
            body.isArchive || live.objects[document]?.hasSameContent(as: body) == true
        else { return false }
        return isSigned(body.sha256)
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
