/// A platform of apps.
public enum Platform: String, Sendable, CaseIterable {
    /// iOS, and what is built on it.
    case ios
    /// Android.
    case android
}
