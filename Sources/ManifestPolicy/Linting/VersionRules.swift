import Diagnostics
import ManifestVerifier

/// Whether the versions of an environment are consistent with each other.
struct VersionRules {
    let environment: EnvironmentPolicy
    let findings: FileFindings

    func check() {
        if let ios = environment.ios { check(ios, .ios, system: "OSVersion") }
        if let android = environment.android { check(android, .android, system: "SDKVersion") }
        checkMaintenance()
        guard let maximumAge = environment.maximumAge, maximumAge.value < 3 * environment.resignAfter else { return }
        findings.add(
            .maximumAge,
            "maximumAge of \(maximumAge.value) s is less than three times resignAfter, \(environment.resignAfter) s",
            at: maximumAge.position, about: ChangeIdentity(at: "maximumAge", quoting: "\(maximumAge.value)"),
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
        let store = StoreVersions(environment, policy.latest ?? [], platform)
        if let minimum = policy.minimumAppVersion, !minimum.isDemise { compare(minimum, store, platform) }
        checkCover(policy, store, platform)
    }

    private func compare<Version>(_ minimum: RequirementPolicy<Version>, _ store: StoreVersions, _ platform: Platform) {
        func report<Value: Comparable>(_ below: Value?, _ above: Value?, _ what: String, _ member: String = "") {
            guard let below, let above, below > above else { return }
            findings.add(
                .minimumAboveLatest,
                "\(what)minimumAppVersion \(below) of \(platform) is above \(above), the newest in \"latest\"",
                at: minimum.position,
                about: ChangeIdentity(at: "\(platform).minimumAppVersion\(member)", quoting: "\(below)"),
                hint: Self.step(.minimumAboveLatest, "latest", "\(above)"))
        }
        report(store.minimum, store.newest, "")
        report(store.minimumBuild, store.newestBuild, "the build of ", ".build")
    }

    /// A minimum that nothing is compared with is where a slip of the pen blocks every app.
    private func checkCover<Version: Comparable>(
        _ policy: PlatformPolicy<Version>, _ store: StoreVersions, _ platform: Platform
    ) {
        guard let minimum = policy.minimumAppVersion, !minimum.isDemise else { return }
        let others = [policy.latestAppVersion, policy.recommendedAppVersion].compactMap(\.self)
        func report(_ what: String, _ member: String, _ value: String?) {
            let name = "\(platform).minimumAppVersion" + (what.isEmpty ? "" : ".build")
            findings.add(
                .minimumUnchecked, "\(what)minimumAppVersion of \(platform) is compared with no other",
                at: minimum.position, about: ChangeIdentity(at: name, quoting: value),
                hint: "add \"latestAppVersion\"\(member) with the newest one in the store, so that a slip is noticed")
        }
        if others.isEmpty, !store.isCompared {
            report("", "", minimum.value.map { "\($0)" })
        } else if minimum.build != nil, store.newestBuild == nil, !others.contains(where: { $0.build != nil }) {
            report("the build of ", " with a \"build\"", minimum.build.map(String.init))
        }
    }

    /// Only app-config and gate say that the service is closed.
    private func checkMaintenance() {
        let documents = environment.documents
        guard let maintenance = environment.maintenance, maintenance.isActive, documents.appConfig == nil,
            documents.gate == nil
        else { return }
        findings.add(
            .maintenanceUnreachable,
            "environment \"\(environment.name)\" is closed for maintenance, and none of its documents says so",
            at: maintenance.position,
            hint: "publish \"app-config\" or \"gate\", which carry it, or set \"active\": false")
    }

    private func compare<Version: Comparable>(
        _ minimum: RequirementPolicy<Version>?, _ minimumName: String, _ other: RequirementPolicy<Version>?,
        _ otherName: String, _ platform: Platform, _ code: LintCode
    ) {
        guard let minimum, let other, !minimum.isDemise else { return }
        func report<Value: Comparable>(_ below: Value?, _ above: Value?, _ what: String, _ member: String) {
            guard let below, let above, below > above else { return }
            findings.add(
                code, "\(what)\(minimumName) \(below) of \(platform) is above \(otherName) \(above)",
                at: minimum.position,
                about: ChangeIdentity(at: "\(platform).\(minimumName)\(member)", quoting: "\(below)"),
                hint: Self.step(code, otherName, "\(above)"))
        }
        report(minimum.value, other.value, "", "")
        report(minimum.build, other.build, "the build of ", ".build")
        report(minimum.versionName, other.versionName, "the name of ", ".versionName")
    }

    /// What to do about a minimum above another value: only where that is the newest version, nothing would run.
    private static func step(_ code: LintCode, _ otherName: String, _ other: String) -> String {
        let consequence =
            code == .minimumAboveLatest
            ? "every version up to \(other) would be blocked" : "what is recommended would be blocked"
        return "\(consequence); raise \"\(otherName)\" too, or say \"demise\": true here to end the app"
    }
}

/// A minimum, and the newest version in `latest`.
private struct StoreVersions {
    let minimum: NumericVersion?
    let minimumBuild: Int?
    let newest: NumericVersion?
    /// The newest build; nil unless every version has one.
    let newestBuild: Int?

    init(_ environment: EnvironmentPolicy, _ latest: [LatestPolicy], _ platform: Platform) {
        let versions = AppVersions.all(of: environment).first { $0.platform == platform }
        (minimum, minimumBuild) = (versions?.minimum, versions?.minimumBuild)
        newest = latest.map(\.app.app).max()
        let builds = latest.compactMap(\.app.build)
        newestBuild = builds.count == latest.count ? builds.max() : nil
    }

    /// Whether there is something to compare the minimum with.
    var isCompared: Bool { minimum != nil && newest != nil || minimumBuild != nil && newestBuild != nil }
}
