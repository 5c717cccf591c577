import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// Compares the local tree with the live one, object by object.
struct BucketComparison {
    let local: BucketTree
    let localObjects: [String: BucketObject]
    let live: BucketContents
    let place: String
    let rules: PublishingRules
    let now: SignedDate
    let resignAfter: Int64
    /// Whether signatures in headers reach anyone.
    let sendsHeaders: Bool

    enum Verdict {
        case same
        case stillValid
        case send(BucketPlan.Reason)
    }

    func verdict(on object: BucketObject) throws -> Verdict {
        if let document = object.document, object.isArchive { return try verdict(on: object, archive: document) }
        let found = live.objects[object.path]
        if let found, found.isSame(as: object) { return .same }
        let reason: BucketPlan.Reason = found.map { $0.sha256 == object.sha256 ? .headers : .body } ?? .new
        let isValid: Bool
        switch object.content {
        case .document(let document):
            let signatures = try signatures(of: document)
            isValid =
                found?.hasSameContent(as: object) == true && signatures.areOfOneDate
                && (!sendsHeaders || isStillGood(signatures.header))
            if !isValid { try rules.check(document, against: signatures.all) }
        case .file(_, let document):
            let signatures = try signatures(of: document)
            isValid =
                found?.hasSameHeaders(as: object) == true && signatures.areOfOneDate
                && isStillGood(signatures.web, of: document.digest.bytes)
            if !isValid { try rules.check(document, against: signatures.all) }
        case .index(let index):
            isValid = found?.hasSameHeaders(as: object) == true && isIndexStillValid
            if !isValid { try rules.check(index, against: live.live) }
        // A signature sidecar is valid as long as its document is.
        case .signature: isValid = found.map { isSidecarValid(object, $0) } ?? false
        }
        return isValid ? .stillValid : .send(reason)
    }

    private func verdict(on object: BucketObject, archive document: VerifiedTree.Document) throws -> Verdict {
        let found = live.objects[object.path]
        let isDue = try rules.isDue(
            document, live.live.archives[object.path], listed: live.publication, at: place)
        if isDue { return .send(found == nil ? .new : .body) }
        if found?.hasSameHeaders(as: object) == true { return .same }
        return try local.tree.archive(of: document) == nil ? .stillValid : .send(.headers)
    }

    /// The objects that are live and no longer in the tree.
    var removed: [String] {
        let listed = (live.publication?.documents ?? []).flatMap { document in
            [document.path.rawValue, document.path.signatureSidecar]
                + (document.jws == nil ? [] : [document.path.jwsSidecar])
        }
        return (listed + live.strays.flatMap(\.objects.keys).sorted())
            .filter { localObjects[$0] == nil && live.objects[$0] != nil }
    }

    /// The live signatures of a document that a key of the environment made.
    private struct Signatures {
        var header: VerifiedSignature?
        var web: LiveJWS?
        /// Whether header and `.jws` are renewed together.
        let areTogether: Bool

        var all: [VerifiedSignature] { [header, web?.signature].compactMap(\.self) }
        var areOfOneDate: Bool { !areTogether || header?.date == web?.date }
    }

    private func signatures(of document: VerifiedTree.Document) throws(FileError) -> Signatures {
        let path = document.path.rawValue
        let jws = document.jws
        let publication = local.publication
        var signatures = Signatures(
            areTogether: jws != nil && sendsHeaders && publication.envelopes.hasHeaders
                && publication.profile == .dated)
        if let found = live.objects[path], let object = localObjects[path] {
            signatures.header = liveDocument(found, at: object, document).flatMap(rules.signature)
        }
        signatures.web = live.live.jwsByPath[path]
        // One that is the local one was not fetched.
        if let jws, signatures.web == nil, live.objects[jws.path]?.sha256 == jws.digest.bytes {
            let file = try local.tree.bytes(of: jws)
            signatures.web = try? LiveJWS(file, of: document.path, by: rules.verifier)
        }
        return signatures
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

    /// Whether a live signature in headers is as good as a new one.
    private func isStillGood(_ signed: VerifiedSignature?) -> Bool {
        guard let signed else { return false }
        return signed.key.id == local.tree.key.id && signed.profile == local.publication.profile && isFresh(signed.date)
    }

    /// Whether a live `.jws` is as good as a new one.
    private func isStillGood(_ found: LiveJWS?, of body: [UInt8]?) -> Bool {
        guard let found else { return false }
        return found.signature.key.id == local.tree.key.id && found.body.bytes == body && isFresh(found.date)
    }

    /// A date that is ahead, as after several builds in one second, is as good as long as clients accept it: the next one
    /// would be further ahead.
    private func isFresh(_ date: SignedDate?) -> Bool {
        guard let date else { return true }
        let age = now.secondsSince1970 - date.secondsSince1970
        return age < resignAfter && -age <= Int64(Limits.clockSkew)
    }

    private func isSidecarValid(_ object: BucketObject, _ found: LiveObject) -> Bool {
        let document = String(object.path.dropLast(DocumentPath.signatureSuffix.count))
        guard found.hasSameHeaders(as: object), let bytes = found.body,
            let signature = try? BodySignature(sidecar: bytes)
        else { return false }
        guard let body = localObjects[document],
            // An archive that is live is the listed one, or nothing is published.
            body.isArchive || live.objects[document]?.hasSameContent(as: body) == true
        else { return false }
        guard let digest = ListedDigest(bytes: body.sha256) else { return false }
        return (try? signature.check(listed: digest, key: local.tree.key.publicKey)) != nil
    }

    /// Whether the live index says the same, signatures apart, and is fresh.
    private var isIndexStillValid: Bool {
        guard let index = live.live.verifiedIndex, index.key.id == local.tree.key.id,
            !local.publication.hasDates || isFresh(index.date)
        else { return false }
        return index.publication.unsigned == local.publication.unsigned
    }
}

extension Publication {
    /// The same without what every new signature changes.
    fileprivate var unsigned: Publication {
        unclaimed.mapDocuments { document in
            Document(
                path: document.path, format: document.format, byteCount: document.byteCount,
                sha256: document.sha256, headers: document.headers.filter { !$0.carriesSignature },
                jws: document.jws.map { _ in "" })
        }
    }
}
