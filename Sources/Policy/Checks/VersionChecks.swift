import Diagnostics
import ManifestVerifier

struct VersionChecks {
    let environment: EnvironmentPolicy
    let findings: FileFindings

    func check() {
        for policy in environment.platforms { check(policy) }
        checkMaintenance()
    }

    private func check(_ policy: PlatformPolicy) {
        compare(.minimumSystem, .recommendedSystem, of: policy, .minimumAboveRecommended)
        compare(.minimumApp, .recommendedApp, of: policy, .minimumAboveRecommended)
        compare(.minimumApp, .latestApp, of: policy, .minimumAboveLatest)
        guard let minimum = policy[.minimumApp], !minimum.isDemise else { return }
        let latest = policy.latest ?? []
        let newest = latest.map(\.app.app).max()
        let builds = latest.compactMap(\.app.build)
        // Only where every version has one.
        let newestBuild = builds.count == latest.count ? builds.max() : nil
        compare(minimum.version, newest, .minimumApp, of: policy, .minimumAboveLatest)
        compare(minimum.number, newestBuild, .minimumApp, of: policy, .minimumAboveLatest, "the build of ", ".build")
        checkCover(policy, minimum, newest, newestBuild)
    }

    /// A minimum that nothing is compared with is where a slip of the pen blocks every app.
    private func checkCover(
        _ policy: PlatformPolicy, _ minimum: RequirementPolicy, _ newest: NumericVersion?, _ newestBuild: Int?
    ) {
        let platform = policy.platform
        let isCompared = minimum.version != nil && newest != nil || minimum.number != nil && newestBuild != nil
        let others = [policy[.latestApp], policy[.recommendedApp]].compactMap(\.self)
        func report(_ what: String, _ member: String, _ value: String?) {
            let name = "\(platform).minimumAppVersion" + (what.isEmpty ? "" : ".build")
            findings.add(
                .minimumUnchecked, "\(what)minimumAppVersion of \(platform) is compared with no other",
                at: minimum.position, about: ChangeIdentity(at: name, quoting: value),
                hint: "add \"latestAppVersion\"\(member) with the newest one in the store, so that a slip is noticed")
        }
        if others.isEmpty, !isCompared {
            report("", "", platform == .ios ? minimum.version?.spelling : minimum.number.map(String.init))
        } else if platform == .ios, let build = minimum.number, newestBuild == nil,
            !others.contains(where: { $0.number != nil })
        {
            report("the build of ", " with a \"build\"", "\(build)")
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

    private func compare(
        _ minimumKind: RequirementKind, _ otherKind: RequirementKind, of policy: PlatformPolicy, _ code: FindingCode
    ) {
        guard let minimum = policy[minimumKind], let other = policy[otherKind], !minimum.isDemise else { return }
        let otherName = otherKind.member(on: policy.platform)
        func report<Value: Comparable>(_ below: Value?, _ above: Value?, _ what: String = "", _ member: String = "") {
            compare(below, above, minimumKind, of: policy, code, what, member, with: otherName)
        }
        switch policy.platform {
        case .ios:
            report(minimum.version, other.version)
            report(minimum.number, other.number, "the build of ", ".build")
        case .android:
            report(minimum.number, other.number)
            report(minimum.version, other.version, "the name of ", ".versionName")
        }
    }

    /// - Parameter otherName: the member that is compared with; nil for the newest version in `latest`.
    private func compare<Value: Comparable>(
        _ below: Value?, _ above: Value?, _ kind: RequirementKind, of policy: PlatformPolicy, _ code: FindingCode,
        _ what: String = "", _ member: String = "", with otherName: String? = nil
    ) {
        guard let below, let above, below > above else { return }
        let (platform, name) = (policy.platform, kind.member(on: policy.platform))
        let other = otherName.map { "\($0) \(above)" } ?? "\(above), the newest in \"latest\""
        // Only where the other is the newest version, nothing would run.
        let consequence =
            code == .minimumAboveLatest
            ? "every version up to \(above) would be blocked" : "what is recommended would be blocked"
        findings.add(
            code, "\(what)\(name) \(below) of \(platform) is above \(other)", at: policy[kind]?.position,
            about: ChangeIdentity(at: "\(platform).\(name)\(member)", quoting: "\(below)"),
            hint: "\(consequence); raise \"\(otherName ?? "latest")\" too, or say \"demise\": true here to end the app")
    }
}
