import Diagnostics
import ManifestVerifier

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
    /// The rules of the gate document, in order, before those that the members above are compiled into.
    package let rules: [RulePolicy]
    /// The versions that the store has, by system; nil for what `latestAppVersion` says.
    package let latest: [LatestPolicy]?
}

package struct RequirementPolicy<Version: Sendable>: Sendable {
    package let position: TextPosition?
    /// The version that is compared; nil when an Android version has only its name.
    package let value: Version?
    /// The build number, for documents that decide by build; iOS only, since Android's version code is one.
    package let build: Int?
    /// The version name that Android users see.
    package let versionName: NumericVersion?
    package let title: TextReference?
    package let description: TextReference?
    /// The explanation for people whose device cannot get the update; only gate documents have it.
    package let orElse: TextReference?
    /// Whether a minimum is deliberately above every existing version.
    package let isDemise: Bool
}

// MARK: JSON

extension PlatformPolicy<NumericVersion> {
    init?(ios value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        func version(_ name: String, _ members: Set<RequirementMember>) -> RequirementPolicy<NumericVersion>? {
            object.value(name).flatMap { RequirementPolicy($0, name, members, .versionGrammar, findings) }
        }
        position = value.position
        storeURL = object.optional("storeURL") { try $0.asURL() }
        minimumSystem = version("minimumOSVersion", [.demise])
        recommendedSystem = version("recommendedOSVersion", [.title])
        minimumAppVersion = version("minimumAppVersion", [.build, .orElse, .demise])
        recommendedAppVersion = version("recommendedAppVersion", [.title, .build, .orElse])
        latestAppVersion = version("latestAppVersion", [.build])
        rules = object.value("rules").map { RulePolicy.all($0, .ios, findings) } ?? []
        latest = object.value("latest").map { LatestPolicy.all($0, .ios, findings) }
        object.refuseUnknownMembers()
    }
}

extension PlatformPolicy<Int> {
    init?(android value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        func version(_ name: String, _ members: Set<RequirementMember>) -> RequirementPolicy<Int>? {
            object.value(name).flatMap { RequirementPolicy($0, name, members, .positiveInteger, findings) }
        }
        position = value.position
        storeURL = object.optional("storeURL") { try $0.asURL() }
        minimumSystem = version("minimumSDKVersion", [.demise])
        recommendedSystem = nil
        minimumAppVersion = version("minimumAppVersion", [.versionName, .orElse, .demise])
        recommendedAppVersion = version("recommendedAppVersion", [.title, .versionName, .orElse])
        latestAppVersion = version("latestAppVersion", [.versionName])
        rules = object.value("rules").map { RulePolicy.all($0, .android, findings) } ?? []
        latest = object.value("latest").map { LatestPolicy.all($0, .android, findings) }
        object.refuseUnknownMembers()
    }
}

/// The optional members of a version beside its description.
private enum RequirementMember: String {
    case title
    case build
    case versionName
    case orElse
    case demise
}

extension RequirementPolicy where Version: AvailabilityValue {
    /// - Parameters:
    ///   - name: the name of the requirement, for messages.
    ///   - code: the code of a finding about a value outside the grammar.
    fileprivate init?(
        _ value: JSONValue, _ name: String, _ members: Set<RequirementMember>, _ code: LintCode,
        _ findings: FileFindings
    ) {
        guard var object = PolicyObject(value, findings) else { return nil }
        func read<Result>(
            _ member: RequirementMember, _ code: LintCode = .invalidValue, _ read: (JSONValue) throws -> Result
        ) -> Result? {
            members.contains(member) ? object.optional(member.rawValue, code: code, read) : nil
        }
        position = value.position
        title = read(.title) { $0 }.flatMap { TextReference($0, name: "\(name).title", findings) }
        description = object.value("description").flatMap {
            TextReference($0, name: "\(name).description", findings)
        }
        orElse = read(.orElse) { $0 }.flatMap { TextReference($0, name: "\(name).orElse", findings) }
        build = read(.build, .positiveInteger) { try Int(availabilityJSON: $0) }
        versionName = read(.versionName, .versionGrammar) { try NumericVersion(availabilityJSON: $0) }
        let version = versionName == nil ? object.requiredValue("value") : object.value("value")
        self.value = version.flatMap { version in
            findings.attempt(code: code) { try Version(availabilityJSON: version) }
        }
        isDemise = read(.demise) { try $0.asBool() } ?? false
        object.refuseUnknownMembers()
        guard self.value != nil || versionName != nil else { return nil }
    }
}
