import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is known about one document, and what follows from it; nothing here waits.
struct Knowledge: Sendable {
    private let configuration: GateConfiguration
    private let device: Device
    /// What the rules of the document need to be remembered.
    var memory = RuleMemory()
    /// Whether the install id of the memory lasts: without one, the device is in no part of a roll-out.
    var hasInstallID = false

    /// The newest known manifest; nothing older is accepted.
    private(set) var newest: VerifiedManifest?
    /// What decides; nil while nothing is known.
    private var standing: Standing?

    init(_ configuration: GateConfiguration, device: Device) {
        self.configuration = configuration
        self.device = device
    }

    private var verifier: Verifier { configuration.verifier }

    /// What the app is to do.
    ///
    /// - Parameters:
    ///   - store: the newest version in the store, if known.
    ///   - scope: the part of the app that is asked for.
    ///   - isAllowed: whether what was verified before a failure does not decide.
    ///   - now: what the clock shows.
    func decision(store: StoreVersion?, scope: String? = nil, isAllowed: Bool, now: Date) -> Decision {
        decide(store: store, scope: scope, isAllowed: isAllowed, now: now).decision
    }

    /// The same, with what must be remembered once the app is told.
    func decide(store: StoreVersion?, scope: String?, isAllowed: Bool, now: Date) -> Told {
        deciding(isAllowed: isAllowed)?.decide(in: circumstances(now, store: store, scope: scope))
            ?? Told(Decision(.available, source: .none, asOf: nil))
    }

    /// What the current document needs to compare but cannot.
    func unreadableApp(isAllowed: Bool) -> UnreadableApp? {
        deciding(isAllowed: isAllowed)?.rules.unreadableApp(on: device)
    }

    /// The ids of the current rules; nil without a document that has rules.
    var ruleIDs: Set<String>? { standing?.rules.ruleIDs }

    private func deciding(isAllowed: Bool) -> Standing? { isAllowed ? nil : standing }

    private func circumstances(_ now: Date, store: StoreVersion? = nil, scope: String? = nil) -> Circumstances {
        var device = device
        if device.installID == nil, hasInstallID { device.installID = memory.installID }
        return Circumstances(
            device: device, now: now, firstSeen: memory.firstSeen, maximumAge: configuration.maximumAge,
            storeURL: configuration.storeURL?.absoluteString, store: store, scope: scope)
    }

    // MARK: What is kept

    /// Starts with the document that the app embeds, or throws why it does not decide.
    mutating func adopt(embedded: Download, now: Date) throws(VerificationError) {
        let manifest = try verifier.verify(kept: embedded, path: configuration.path)
        newest = manifest
        standing = try translating(standing(manifest, source: .embedded)) { (error: DocumentError) in
            VerificationError.unreadable(.document(verifier.reader.format, error))
        }
        // It was never current on this device.
        if isFrozen(manifest, now: now), standing?.blocksMore(than: nil, in: circumstances(now)) == true {
            standing = nil
        }
    }

    /// Accepts the stored document, unless it does not verify or what is known is newer.
    mutating func adopt(stored: Download, now: Date) {
        guard let manifest = try? verifier.verify(kept: stored, path: configuration.path, notBefore: newest) else {
            return
        }
        if standing?.source == .fetched {
            // What was fetched without a date does not outrank what another gate has stored with one.
            guard let date = manifest.date else { return }
            // Dates count within one key only.
            if let newest, newest.key.id == manifest.key.id, let known = newest.date, date <= known { return }
        }
        newest = manifest
        standing = (try? standing(manifest, source: .stored)).map { counted($0, now: now) }
    }

    /// Whether what is known may replace what a store has: that does not verify, or nothing of it would go back.
    func mayReplace(_ stored: Download?) -> Bool {
        guard let newest, let stored, let manifest = try? verifier.verify(kept: stored, path: configuration.path)
        else { return true }
        return (try? verifier.verify(kept: newest.download, path: configuration.path, notBefore: manifest)) != nil
    }

    // MARK: What arrives

    /// Accepts a document, or throws why not.
    ///
    /// - Parameter source: `fetched`, or `stored` for one that came with a 403.
    mutating func accept(
        _ download: Download, source: Decision.Source, now: Date
    ) throws(CheckFailure) {
        let manifest = try translating(
            verifier.verify(download, path: configuration.path, stored: newest, now: now),
            to: CheckFailure.verification)
        let arrived = try translating(standing(manifest, source: source)) { (error: DocumentError) in
            CheckFailure.verification(.unreadable(.document(verifier.reader.format, error)))
        }
        if let date = manifest.date, isFrozen(manifest, now: now),
            arrived.blocksMore(than: standing, in: circumstances(now))
        {
            throw .verification(.frozen(date))
        }
        newest = manifest
        // What was fetched in this session stays so.
        if source == .fetched || standing?.isFetched(manifest) != true { standing = counted(arrived, now: now) }
    }

    /// What a newer document counts as: maintenance in the place of maintenance that this session fetched is as current as
    /// that, and goes on.
    private func counted(_ arrived: Standing, now: Date) -> Standing {
        guard arrived.source != .fetched, let standing, standing.source == .fetched,
            standing.closes(in: circumstances(now)),
            let fetched = try? self.standing(arrived.manifest, source: .fetched), fetched.closes(in: circumstances(now))
        else { return arrived }
        return fetched
    }

    // MARK: Rules

    private func standing(_ manifest: VerifiedManifest, source: Decision.Source) throws(DocumentError) -> Standing {
        try Standing(manifest, source: source, platform: device.platform)
    }

    private func isFrozen(_ manifest: VerifiedManifest, now: Date) -> Bool {
        guard let maximumAge = configuration.maximumAge, let date = manifest.date else { return false }
        return now.timeIntervalSince1970 - Double(date.secondsSince1970) > maximumAge
    }
}
