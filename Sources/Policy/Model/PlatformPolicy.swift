import ManifestVerifier

package struct PlatformPolicy: Sendable {
    package let platform: Platform
    package let position: TextPosition?
    package private(set) var storeURL: Positioned<String>?
    private var requirements: [RequirementKind: RequirementPolicy] = [:]
    /// The rules of the gate document, in order, before those that the requirements are compiled into.
    package private(set) var rules: [RulePolicy] = []
    /// The versions that the store has, by system; nil for what `latestAppVersion` says.
    package private(set) var latest: [LatestPolicy]?

    package subscript(kind: RequirementKind) -> RequirementPolicy? { requirements[kind] }

    private init(_ platform: Platform, position: TextPosition?) {
        (self.platform, self.position) = (platform, position)
    }

    static let ios = shape(on: .ios)
    static let android = shape(on: .android)

    private static func shape(on platform: Platform) -> Shape<PlatformPolicy> {
        let (store, system) = platform == .ios ? ("the App Store", "version of iOS") : ("Google Play", "SDK level")
        let requirements = RequirementKind.all(on: platform).map { kind in
            Member<PlatformPolicy>(kind.member(on: platform), kind.about(on: platform), kind.shape(on: platform)) {
                $0.requirements[kind] = $1
            }
        }
        let storeURL = Member("storeURL", "The app's page in \(store).", Shape.url.positioned, \PlatformPolicy.storeURL)
        let rules = Member(
            "rules", "The rules of the gate document, in order; the first that matches a device decides.",
            RulePolicy.all(platform), \PlatformPolicy.rules)
        let latest = Member(
            "latest", "The versions that the store has, by \(system) (latestAppVersion if absent).",
            LatestPolicy.all(platform), \PlatformPolicy.latest)
        return .object({ PlatformPolicy(platform, position: $0) }, [storeURL] + requirements + [rules, latest])
    }
}
