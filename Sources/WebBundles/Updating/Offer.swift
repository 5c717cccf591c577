import ManifestVerifier

package struct Offer: Equatable, Sendable {
    package let bundle: WebBundle
    /// Bytes of its archive; nil when the document does not say.
    package let byteCount: Int?

    package init(bundle: WebBundle, byteCount: Int?) {
        self.bundle = bundle
        self.byteCount = byteCount
    }
}

extension Offer {
    /// The consequence of all offers of a document.
    package enum Choice: Equatable, Sendable {
        /// The store has the best already.
        case nothing
        /// A better one that the shell can run.
        case install(Offer)
        /// The newest bundle needs a newer shell, and there is no other to install.
        case needsNewerShell(WebBundle)
    }

    package static func offers(of content: DocumentContent) -> [Offer] {
        switch content {
        case .webBundleManifest(let manifest): [Offer(bundle: manifest.bundle, byteCount: nil)]
        case .webBundleIndex(let index): index.offered.map { Offer(bundle: $0.bundle, byteCount: $0.byteCount) }
        default: []
        }
    }

    /// The newest bundle that fits the shell and is above the one that the store would show.
    ///
    /// Withdrawn and failed versions do not count as shown, which is how a device gets back from them.
    package static func choice(of offers: [Offer], state: StoreState, selection: Selection) -> Choice {
        let shown = selection.choice(in: state)
        let isNothingShown = shown == .embedded && state.withdrawn.contains(selection.embedded)
        let newer = offers.filter { offer in
            state.isUsable(offer.bundle.version) && state.bundle(offer.bundle.version) == nil
                && (isNothingShown || offer.bundle.version > selection.version(of: shown))
        }.sorted { $0.bundle.version > $1.bundle.version }
        if let fitting = newer.first(where: { $0.bundle.fits(selection.shell) }) { return .install(fitting) }
        if let newest = newer.first, newest.bundle.minimumShell > selection.shell {
            return .needsNewerShell(newest.bundle)
        }
        return .nothing
    }
}
