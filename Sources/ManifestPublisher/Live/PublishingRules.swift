import Diagnostics
import ManifestVerifier
import PublicationTree

/// What may replace what is live; buckets, static hosts and origins have the same rules.
///
/// A signed date never goes back under the same key, whichever envelope has it; no document goes back to an older key of
/// the ring; and no version of a web bundle gets other bytes. `ChangeChecks`, which compare contents, guard against what would be taken away
/// from apps.
package struct PublishingRules: Sendable {
    let tree: VerifiedTree
    let keys: TrustedKeys

    /// The time by the clock of the place or, where it has none, of this machine.
    let now: SignedDate
    /// Whether a live date that clients refuse, since it is too far ahead, may be followed by an earlier one.
    let ignoresDatesAhead: Bool

    package init(_ tree: VerifiedTree, keys: TrustedKeys, now: SignedDate, ignoresDatesAhead: Bool = false) {
        self.tree = tree
        self.keys = keys
        self.now = now
        self.ignoresDatesAhead = ignoresDatesAhead
    }

    /// Fails when a document of the tree may not replace what is live.
    ///
    /// - Parameters:
    ///   - live: what is live; nil when nothing is, so that only archives can be missing.
    ///   - keepsArchives: whether an archive that is live there may be missing from the tree.
    package func check(_ live: LiveTree?, at place: String, keepsArchives: Bool) throws {
        for document in tree.documents {
            let path = document.path.rawValue
            if document.format == .webBundle {
                let isDue = try isDue(document, live?.archives[path], listed: live?.publication, at: place)
                if !isDue, !keepsArchives { try requireArchive(document, at: place) }
            } else {
                try check(document, against: signatures(of: live?.documents[path], live?.jwsByPath[path]))
            }
        }
        try check(tree.index, against: live)
    }

    /// Fails when the index would take a date or a key back.
    func check(_ index: VerifiedIndex, against live: LiveTree?) throws {
        try check(
            index.header.path.file, index.date,
            against: [live?.verifiedIndex].compactMap(\.self).map { ($0.key, $0.date) })
    }

    /// Verifies signatures of keys of the environment that are not revoked.
    var verifier: SignatureVerifier {
        SignatureVerifier(keys: keys, environment: tree.publication.environment, profile: nil)
    }

    func signature(of live: LiveDocument) -> VerifiedSignature? { try? verifier.verify(live.body) }

    func signatures(of live: LiveDocument?, _ jws: LiveJWS?) -> [VerifiedSignature] {
        [live.flatMap(signature), jws?.signature].compactMap(\.self)
    }

    /// Fails when a document of the tree would take a date or a key back.
    ///
    /// - Parameter live: the signatures of what it replaces.
    func check(_ document: VerifiedTree.Document, against live: [VerifiedSignature]) throws {
        try check(document.path.rawValue, document.date, against: live.map { ($0.key, $0.date) })
    }

    private func check(
        _ path: String, _ date: SignedDate?, against live: [(key: TrustedKey, date: SignedDate?)]
    ) throws {
        for signed in live where signed.key.id != tree.key.id {
            // Clients compare dates under one key only, so that a new key may begin before what an old one has signed.
            guard keys.isOlder(tree.key.id, than: signed.key.id) else { continue }
            throw ErrorReport(
                .refused,
                "\(path): is live under key \"\(signed.key.id)\", and this tree is signed by the older "
                    + "\"\(tree.key.id)\"",
                hint: signed.key.state == .next
                    ? "clients that have that document refuse older keys: revoke that key with signet keys revoke, and let one "
                        + "behind it sign with signet keys rotate"
                    : "clients that have the newer key's document would refuse it; build again with the current ring")
        }
        guard let date else { return }
        let floor = live.filter { $0.key.id == tree.key.id }.compactMap(\.date).max()
        try checkClock(path, date, after: floor)
        guard let floor, date < floor else { return }
        // Clients neither believe nor keep such a date (`VerificationError.aheadOfClock`).
        let isAhead = floor.secondsSince1970 - now.secondsSince1970 > Self.longestLead
        guard !(isAhead && ignoresDatesAhead) else { return }
        throw ErrorReport(
            .refused, "\(path): is live with date \(floor), and this tree has the earlier \(date)",
            hint: isAhead
                ? "clients refuse the live one, since it is more than a day ahead; find out whose clock was wrong, then: "
                    + "--allow \(FindingCode.dateAhead.rawValue)"
                : "a signed date never goes back, as clients would refuse it; sign anew with: signet build "
                    + (floor > now ? "--previous live, which goes a second beyond it" : "--fresh"))
    }

    /// Fails for a date that the place's clock has not reached, unless it is live or the first one after that.
    private func checkClock(
        _ path: String, _ date: SignedDate, after floor: SignedDate?
    ) throws {
        let lead = date.secondsSince1970 - now.secondsSince1970
        let allowed = floor.map { $0.secondsSince1970 + 1 } ?? .min
        guard lead > Self.clockTolerance, date.secondsSince1970 > allowed else { return }
        throw ErrorReport(
            .refused, "\(path): is dated \(date), and it is only \(now) where it would be published",
            hint: "clients could refuse every document until then; correct the clock of this machine and sign anew "
                + "with: signet build --fresh")
    }

    /// What clocks may differ by, in seconds.
    private static let clockTolerance: Int64 = 5 * 60
    /// What a date may be ahead of a client's clock, in seconds.
    private static let longestLead = Int64(Limits.clockSkew)

    /// Whether an archive has to be sent; fails when it then is not in the tree, and when its version is live with
    /// other bytes.
    ///
    /// - Parameter listed: what the live index says, if it is trusted.
    func isDue(
        _ document: VerifiedTree.Document, _ live: LiveArchive?, listed: Publication?, at place: String
    ) throws -> Bool {
        let path = document.path.rawValue
        let digest = document.digest.bytes
        let vouched = listed?.archive(at: path)
        if let vouched, vouched.sha256 != digest { throw archiveDiffers(path, place) }
        guard let live else {
            try requireArchive(document, at: place)
            return true
        }
        // The index was sent after the archive that it lists.
        let found = live.sha256 ?? (live.byteCount == vouched?.byteCount ? vouched?.sha256 : nil)
        guard live.byteCount == document.byteCount, found == nil || found == digest else {
            throw archiveDiffers(path, place)
        }
        if found == nil { try requireArchive(document, at: place) }
        return found == nil
    }

    private func requireArchive(_ document: VerifiedTree.Document, at place: String) throws {
        guard try tree.archive(of: document) == nil else { return }
        throw ErrorReport(
            .refused, "\(document.path): is neither in the tree nor live at \(place)",
            hint: "put the archive into bundles/, or make it with: signet bundle pack; or build with --archives")
    }

    private func archiveDiffers(_ path: String, _ place: String) -> ErrorReport {
        ErrorReport(
            .refused, "\(path): is live at \(place) with another SHA-256 than this tree lists",
            hint: "a version never gets other bytes; give what has changed a new version")
    }
}
