import ManifestVerifier

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
    package let webBundles: WebBundlesPolicy?
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
    /// Which files of the folder are meant; nil for all.
    package let pattern: FilePattern?
}

/// Which web bundles there are, and where apps find their archives.
package struct WebBundlesPolicy: Sendable {
    /// The reviewed list, in the policy's folder.
    package let list: Located<PolicyPath>
    /// What comes before an archive's name in its URL: an https URL with a `/` at its end; empty for the name alone, beside
    /// the documents.
    package let urlPrefix: String
}
