import ManifestVerifier

/// What one session of an app, from its start to its end, has learned: the last index that it fetched.
///
/// A store has one of its own, which its copies share. What was learned in a former session allows no first start.
package actor IndexSession {
    package private(set) var fetched: FetchedIndex?
    /// The same where the store could not keep it: this session alone obeys it.
    private(set) var unkept: WebBundleIndex?

    package init() {}

    package func learn(_ index: FetchedIndex, isKept: Bool = true) {
        fetched = index
        unkept = isKept ? nil : index.index
    }
}
