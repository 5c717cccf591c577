import ManifestVerifier

/// What came of looking for a new bundle.
public enum UpdateOutcome: Equatable, Sendable {
    /// There is nothing better than what the store has.
    case upToDate
    /// The next start shows this version. What is shown until then may be withdrawn.
    case installed(SemanticVersion)
    /// The newest bundle needs a newer shell, and there is none that this one could run instead.
    case appUpdateNeeded(AppUpdateNeed)
    /// The version that the last start has shown is withdrawn. Show the other one: call ``BundleStore/start()``; when it
    /// is the embedded one that is withdrawn, and there is nothing else, it is the same.
    case withdrawnCurrent(next: BundleVersion)
    /// Something went wrong; the store can be used as before.
    case failed(UpdateFailure)
}
