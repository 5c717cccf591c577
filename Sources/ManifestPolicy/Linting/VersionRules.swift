import Diagnostics
import ManifestVerifier

/// Whether the versions of an environment are consistent with each other.
struct VersionRules {
    let environment: EnvironmentPolicy
    /// The policy.
    let findings: FileFindings

    func check() {
        if let ios = environment.ios { check(ios, .ios, system: "OSVersion") }
        if let android = environment.android { check(android, .android, system: "SDKVersion") }
        guard let maximumAge = environment.maximumAge, maximumAge.value < 3 * environment.resignAfter else { return }
        findings.add(
            .maximumAge,
            "maximumAge of \(maximumAge.value) s is less than three times resignAfter, \(environment.resignAfter) s",
            at: maximumAge.position,
            hint: "after one late build, clients treat the document as frozen: raise maximumAge")
    }

    private func check<Version: Comparable>(
        _ policy: PlatformPolicy<Version>, _ platform: Platform, system: String
    ) {
        compare(
            policy.minimumSystem, "minimum\(system)", policy.recommendedSystem, "recommended\(system)", platform,
            .minimumAboveRecommended)
        compare(
            policy.minimumAppVersion, "minimumAppVersion", policy.recommendedAppVersion, "recommendedAppVersion",
            platform, .minimumAboveRecommended)
        compare(
            policy.minimumAppVersion, "minimumAppVersion", policy.latestAppVersion, "latestAppVersion", platform,
            .minimumAboveLatest)
    }

    private func compare<Version: Comparable>(
        _ minimum: RequirementPolicy<Version>?, _ minimumName: String, _ other: RequirementPolicy<Version>?,
        _ otherName: String, _ platform: Platform, _ code: LintCode
    ) {
        guard let minimum, let other, !minimum.isDemise else { return }
        func report<Value: Comparable>(_ below: Value?, _ above: Value?, _ what: String) {
            guard let below, let above, below > above else { return }
            findings.add(
                code, "\(what)\(minimumName) \(below) of \(platform) is above \(otherName) \(above)",
                at: minimum.position,
                hint: "every version would be blocked; if that is meant, say \"demise\": true here")
        }
        report(minimum.value, other.value, "")
        report(minimum.build, other.build, "the build of ")
        report(minimum.versionName, other.versionName, "the name of ")
    }
}
