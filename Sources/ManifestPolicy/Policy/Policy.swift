import ManifestVerifier

/// What should be true, as a team wrote and reviewed it. Only parsing makes one.
package struct Policy: Sendable {
    /// The policy's file name, for messages.
    package let file: String
    /// The string catalog, in the policy's folder.
    package let descriptions: Located<PolicyPath>?
    /// The environments in the order of the file.
    package let environments: [EnvironmentPolicy]
    /// Names that stay in Latin letters in texts of other scripts: `App Store`, the app's own name.
    package let allowedNames: [String]
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
    /// How many seconds old a document may be that newly blocks an app; what the apps are built with.
    package let maximumAge: Located<Int64>?
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
    /// Whether a minimum is meant to be above every version that there is.
    package let isDemise: Bool
}

/// Whether the service is closed for maintenance.
package struct MaintenancePolicy: Sendable {
    package let isActive: Bool
    /// The key of the message in the string catalog.
    package let message: Located<String>?
}
