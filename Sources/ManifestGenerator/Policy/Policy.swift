import ManifestFormat

/// What should be true, as a team wrote and reviewed it. Only parsing makes one.
package struct Policy: Sendable {
    /// The policy's file name, for messages.
    package let file: String
    /// The string catalog, in the policy's folder.
    package let descriptions: Located<PolicyPath>?
    /// The environments in the order of the file.
    package let environments: [EnvironmentPolicy]
}

/// A value of the policy and where it stands.
package struct Located<Value: Sendable>: Sendable {
    package let value: Value
    package let position: TextPosition?
}

/// The policy of one environment, after `extends`.
package struct EnvironmentPolicy: Sendable {
    package let name: EnvironmentName
    package let position: TextPosition?
    /// Scheme and host of the documents' URLs: `https://distribution.example.com`.
    package let origin: String
    package let profile: SignatureProfile
    /// After how many seconds a dated document is signed anew although it did not change.
    package let resignAfter: Int64
    package let cacheControl: String
    package let ios: PlatformPolicy<NumericVersion>?
    package let android: PlatformPolicy<Int>?
    package let maintenance: MaintenancePolicy?
    package let documents: DocumentsPolicy
}

/// What is required of one platform.
package struct PlatformPolicy<AppVersion: Sendable>: Sendable {
    package let position: TextPosition?
    package let storeURL: String?
    /// `minimumOSVersion` of iOS, `minimumSDKVersion` of Android.
    package let minimumSystem: RequirementPolicy<AppVersion>?
    /// `recommendedOSVersion`, of iOS only.
    package let recommendedSystem: RequirementPolicy<AppVersion>?
    package let minimumAppVersion: RequirementPolicy<AppVersion>?
    package let recommendedAppVersion: RequirementPolicy<AppVersion>?
    package let latestAppVersion: RequirementPolicy<AppVersion>?
}

/// One version and what to say about it.
package struct RequirementPolicy<Version: Sendable>: Sendable {
    package let position: TextPosition?
    package let value: Version
    /// The build number, for documents that decide by build; iOS only, Android's version code is one.
    package let build: Int?
    /// What people call an Android version.
    package let versionName: NumericVersion?
    /// The key of the heading in the string catalog.
    package let title: Located<String>?
    /// The key of the explanation in the string catalog.
    package let description: Located<String>?
}

/// Whether the service is closed for maintenance.
package struct MaintenancePolicy: Sendable {
    package let isActive: Bool
    /// The key of the message in the string catalog.
    package let message: Located<String>?
}

/// Which documents an environment has.
package struct DocumentsPolicy: Sendable {
    /// The path of the availability documents; `{platform}` stands for `ios` and `android`.
    package let availability: Located<String>?
    package let appConfig: AppConfigPolicy?
    /// The bodies for apps that are too old; the path has `{platform}`.
    package let updateRequired: AppConfigPolicy?
    package let environmentConfig: EnvironmentConfigPolicy?
    /// The flat documents; the path has `{platform}`.
    package let remoteConfig: RemoteConfigPolicy?
    package let firebaseTemplate: RemoteConfigPolicy?
    package let files: [StaticFilesPolicy]
}

/// Where an app-config document goes, and what it says of updates.
package struct AppConfigPolicy: Sendable {
    package let path: Located<String>
    /// One URL for all platforms; nil for an object with each platform's store.
    package let updateURL: String?
}

/// A team's own environment file and what is laid into it.
package struct EnvironmentConfigPolicy: Sendable {
    /// One or several paths for the same document.
    package let paths: [Located<String>]
    /// The team's file, in the policy's folder.
    package let base: Located<PolicyPath>
    /// The ids of the file's environments, each with the policy's environment that it is.
    package let environments: [(id: JSONMember, name: Located<String>)]
}

/// Where remote configuration goes, and what its parameters are called.
package struct RemoteConfigPolicy: Sendable {
    package let path: Located<String>
    package let names: RemoteConfigNames
}

/// Static files of the policy's folder and where they go.
package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    /// The path of the one file, or of the folder that the files go to, empty for the top.
    package let target: String
    /// The file or folder in the policy's folder.
    package let source: PolicyPath
    package let isFolder: Bool
}

/// A path in the policy's folder: segments of `[A-Za-z0-9._-]+` without a leading dot, not into `keys`.
package struct PolicyPath: Sendable, CustomStringConvertible {
    /// The segments, first folder first.
    package let segments: [String]

    /// Fails for a path of another form; a `/` at the end is for the caller to look at.
    package init?(_ path: String) {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        segments = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard segments.allSatisfy(KeyRing.isFileName), segments.count <= Limits.folderDepth,
            segments[0].asciiLowercased != "keys"
        else { return nil }
    }

    package var description: String { segments.joined(separator: "/") }
}
