import ManifestVerifier
import PublicationTree

/// What may take the place of what is live, wherever that is: buckets, static hosts and origins have the same rules.
///
/// A signed date never goes back under the same key, no document goes back to an older key of the ring, and no version of
/// a web bundle gets other bytes. What is taken away from apps is for `GuardRails`, which compares contents.
package struct PublishingRules: Sendable {
    /// The tree that is to be published.
    let tree: VerifiedTree
    /// The ring.
    let keys: TrustedKeys

    /// - Parameter keys: the ring.
    package init(_ tree: VerifiedTree, keys: TrustedKeys) {
        self.tree = tree
        self.keys = keys
    }

    /// Fails when anything in the tree may not take the place of what is live.
    ///
    /// - Parameters:
    ///   - live: what is live; nil when nothing is, so that only archives can be missing.
    ///   - place: how the place is called.
    ///   - keepsArchives: whether an archive that is live there need not be in the tree.
    package func check(_ live: LiveTree?, at place: String, keepsArchives: Bool) throws {
        for document in tree.documents {
            let path = document.path.rawValue
            if document.format == .webBundle {
                let isDue = try isDue(document, live?.archives[path], listed: live?.publication, at: place)
                if !isDue, !keepsArchives { try requireArchive(document, at: place) }
            } else if let found = live?.documents[path] {
                try check(document, against: found)
            }
        }
    }

    // MARK: Documents

    /// The live signature of a document, if a key of the environment that is not revoked made it.
    func signature(of live: LiveDocument) -> VerifiedSignature? {
        try? SignatureVerifier(keys: keys, environment: tree.publication.environment, profile: nil).verify(live.body)
    }

    /// Fails when a document of the tree would take a date or a key back.
    func check(_ document: VerifiedTree.Document, against live: LiveDocument) throws {
        guard let signed = signature(of: live) else { return }
        guard signed.key.id == tree.key.id else {
            // Clients compare dates under one key only, so that a new key may begin before what an old one has signed.
            if keys.isOlder(tree.key.id, than: signed.key.id) {
                throw PublishError.keyGoesBack(document.path.rawValue, live: signed.key.id, local: tree.key.id)
            }
            return
        }
        if let liveDate = signed.date, let date = document.date, date < liveDate {
            throw PublishError.dateGoesBack(document.path.rawValue, live: liveDate, local: date)
        }
    }

    // MARK: Archives

    /// Whether an archive has to be sent; fails when it is not in the tree then, and when its version is live with other
    /// bytes.
    ///
    /// - Parameter listed: what the live index says, if it is believed.
    func isDue(
        _ document: VerifiedTree.Document, _ live: LiveArchive?, listed: Publication?, at place: String
    ) throws -> Bool {
        let path = document.path.rawValue
        let digest = ListedDigest(hexadecimal: document.sha256)?.bytes
        let vouched = listed?.archive(at: path)
        if let vouched, vouched.sha256 != digest { throw PublishError.archiveDiffers(path, place) }
        guard let live else {
            try requireArchive(document, at: place)
            return true
        }
        // The index was sent after the archive that it lists.
        let found = live.sha256 ?? (live.byteCount == vouched?.byteCount ? vouched?.sha256 : nil)
        guard live.byteCount == document.byteCount, found == nil || found == digest else {
            throw PublishError.archiveDiffers(path, place)
        }
        if found == nil { try requireArchive(document, at: place) }
        return found == nil
    }

    private func requireArchive(_ document: VerifiedTree.Document, at place: String) throws {
        guard try isInTree(document) else { throw PublishError.archiveMissing(document.path.rawValue, place) }
    }

    private func isInTree(_ document: VerifiedTree.Document) throws -> Bool {
        do { return try tree.archive(of: document) != nil } catch { throw error }
    }
}
