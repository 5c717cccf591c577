import ManifestVerifier

/// Something that a base file says, and what the document made from it says in its place.
///
/// A base file is what a team publishes so far, so it is evidence of what is live.
package struct BaseStatement: Sendable {
    package enum Subject: Sendable {
        case minimumApp, shownVersion, recommendedApp, updateURL
    }

    package let subject: Subject
    package let platform: Platform
    /// The id of the environment in an environment config; nil in Firebase's template.
    package let configEnvironment: String?
    /// What the base file has: with Firebase, for every condition.
    package let values: [JSONValue]
    package let base: BaseFile.Content
    /// What the document says; nil for nothing.
    package let replacement: RequirementValue?
    package let documents: [String]
    /// What of the policy decides.
    package let origin: TextPosition?
}
