import ManifestVerifier

/// The required system.
public enum SystemBound: Equatable, Sendable {
    /// A version of iOS.
    case ios(NumericVersion)
    /// An SDK level of Android.
    case android(sdk: Int)
}

/// The required app.
public enum AppBound: Equatable, Sendable {
    /// A version: `CFBundleShortVersionString`, on Android the version name.
    case version(NumericVersion)
    /// A build: `CFBundleVersion`, on Android the version code; `shownAs` is the version to show for it, if it is known.
    case build(Int, shownAs: NumericVersion?)
}
