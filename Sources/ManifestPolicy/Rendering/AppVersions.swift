import ManifestVerifier

/// The versions of an app on one platform as users see them: iOS versions, and the names of Android versions.
struct AppVersions {
    let platform: Platform
    let position: TextPosition?
    let storeURL: String?
    let minimum: NumericVersion?
    let recommended: NumericVersion?
    let latest: NumericVersion?
    /// The build below which the app is blocked; on Android the version code.
    let minimumBuild: Int?

    /// The platforms of an environment.
    static func all(of environment: EnvironmentPolicy) -> [AppVersions] {
        [environment.ios.map(AppVersions.init(ios:)), environment.android.map(AppVersions.init(android:))]
            .compactMap(\.self)
    }

    private init(ios: PlatformPolicy<NumericVersion>) {
        platform = .ios
        position = ios.position
        storeURL = ios.storeURL
        minimum = ios.minimumAppVersion?.value
        recommended = ios.recommendedAppVersion?.value
        latest = ios.latestAppVersion?.value
        minimumBuild = ios.minimumAppVersion?.build
    }

    private init(android: PlatformPolicy<Int>) {
        platform = .android
        position = android.position
        storeURL = android.storeURL
        minimum = android.minimumAppVersion?.versionName
        recommended = android.recommendedAppVersion?.versionName
        latest = android.latestAppVersion?.versionName
        minimumBuild = android.minimumAppVersion?.value
    }

    /// The name of the member with a version in the policy.
    func name(_ member: String) -> String {
        platform == .ios ? member : "\(member)\" with \"versionName"
    }

    /// The name of the member with the minimum build in the policy.
    var buildName: String { "minimumAppVersion\" with \"\(platform == .ios ? "build" : "value")" }
}
