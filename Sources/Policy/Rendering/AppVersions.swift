import ManifestVerifier

/// The versions of an app on one platform as users see them: iOS versions, and the names of Android versions.
struct AppVersions {
    let platform: Platform
    let position: TextPosition?
    let storeURL: String?
    let minimum: NumericVersion?
    /// What users are advised to install, and the member that says it.
    let recommended: (requirement: RequirementPolicy, member: String)?
    let latest: NumericVersion?
    /// The build below which the app is blocked; on Android the version code.
    let minimumBuild: Int?

    static func all(of environment: EnvironmentPolicy) -> [AppVersions] { environment.platforms.map(AppVersions.init) }

    private init(_ policy: PlatformPolicy) {
        platform = policy.platform
        position = policy.position
        storeURL = policy.storeURL?.value
        minimum = policy[.minimumApp]?.version
        let member = (policy[.recommendedApp] == nil ? RequirementKind.latestApp : .recommendedApp).member(on: platform)
        recommended = policy.recommendedApp.map { ($0, member) }
        latest = policy[.latestApp]?.version
        minimumBuild = policy[.minimumApp]?.number
    }

    /// The name of the member with a version in the policy.
    func name(_ member: String) -> String {
        platform == .ios ? member : "\(member)\" with \"versionName"
    }

    /// The name of the member with the minimum build in the policy.
    var buildName: String { "minimumAppVersion\" with \"\(platform == .ios ? "build" : "value")" }
}
