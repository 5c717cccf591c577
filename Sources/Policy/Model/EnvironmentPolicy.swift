import LocalFiles
import ManifestVerifier
import PublicationTree

/// The policy of one environment, after `extends`.
package struct EnvironmentPolicy: Sendable {
    package let name: EnvironmentName
    package let position: TextPosition?
    @Indirect package private(set) var publishTo: Positioned<PublishTarget>? = nil
    package private(set) var allow: [Allowance] = []
    package private(set) var profile = SignatureProfile.dated
    @Indirect package private(set) var envelopes = Positioned(value: Envelopes.standard, position: nil)
    /// The age in seconds at which an unchanged signature with a date is made again.
    package private(set) var resignAfter = PublishingTerms.resignAfter
    @Indirect package private(set) var cacheControl = CacheControlPolicy()
    /// The devices that there are, by installed version: a CSV file in the policy's folder.
    @Indirect package private(set) var population: Positioned<PolicyPath>? = nil
    package private(set) var maximumBlocked: Positioned<DeviceLimit>?
    @Indirect package private(set) var ios: PlatformPolicy? = nil
    @Indirect package private(set) var android: PlatformPolicy? = nil
    @Indirect package private(set) var maintenance: MaintenancePolicy? = nil
    @Indirect package private(set) var documents = DocumentsPolicy()
    private var address = Positioned(value: "", position: nil)

    init(name: EnvironmentName, position: TextPosition?) { (self.name, self.position) = (name, position) }

    /// Scheme and host of the documents' URLs: `https://distribution.example.com`.
    package var origin: String { address.value }

    package var platforms: [PlatformPolicy] { [ios, android].compactMap(\.self) }

    /// The origin, the stores' URLs and those of rules, and where the policy has them.
    package var addresses: [Positioned<String>] {
        [address] + platforms.compactMap(\.storeURL) + platforms.flatMap { $0.rules.compactMap(\.url) }
    }

    package static let maximumBlockedName = "maxBlocked"

    package func platform(_ platform: Platform) -> PlatformPolicy? { platforms.first { $0.platform == platform } }

    static let members: [Member<EnvironmentPolicy>] = [
        Member(
            "extends", "The environment that this one is laid over, by JSON Merge Patch (RFC 7396).", .environmentName
        ) { _, _ in },
        Member(
            "origin",
            "Where the documents are served from: https:// and a host, perhaps with a path, no / at the end.",
            Shape.origin.positioned, isRequired: true, \.address),
        Member(
            "publishTo", "The bucket or folder that \"signet publish\" sends to; not inherited.", .publishTarget,
            \.publishTo),
        Member(
            "allow", "Changes and warnings that are meant, each as its finding prints it; not inherited.",
            Allowance.all, \.allow),
        Member(
            "profile", "What a signature covers. \"dated\" (if absent): the body and a date. \"body\": the body alone.",
            .profile, \.profile),
        Member(
            "envelopes", "In what signatures travel; apps verify headers or jws (both if absent).",
            Shape.envelopes.positioned, \.envelopes),
        Member(
            "resignAfter", "The age at which a signature with a date is renewed, in s, m, h or d (24h if absent).",
            .seconds, \.resignAfter),
        Member(
            "cacheControl", "The header cache-control, or one for each document and a default.",
            CacheControlPolicy.shape, \.cacheControl),
        Member(
            "population", "The devices that there are: a CSV file of versions and numbers in the policy's folder.",
            .policyPath, \.population),
        Member(
            maximumBlockedName,
            "What a change may block without an entry of \"allow\": a share of the devices, or a number.",
            Shape.deviceLimit.positioned, \.maximumBlocked),
        Member("ios", "What is required of iOS.", PlatformPolicy.ios, \.ios),
        Member("android", "What is required of Android.", PlatformPolicy.android, \.android),
        Member(
            "maintenance", "Whether the service is closed, for app-config and gate.", MaintenancePolicy.shape,
            \.maintenance),
        Member(
            "documents", "Which documents there are, and their paths.", DocumentsPolicy.shape, isRequired: true,
            \.documents),
    ]

    /// The environments by name, for schemas: one that extends another is a merge patch.
    static let all = Shape<Void>(
        .map(
            names: Shape.environmentName.node,
            values: [
                ("", .laidOver(.named("environment", .object(members.map(\.property), restrictions: availability))))
            ],
            isEmptyAllowed: false)
    ) { _, _, _ in () }

    /// Clients in the field cannot decode an availability document without both minimums.
    private static let availability = #"""
        "if": { "properties": { "documents": { "required": ["availability"] } } },
        "then": {
          "properties": {
            "ios": { "required": ["minimumOSVersion", "minimumAppVersion"] },
            "android": {
              "required": ["minimumSDKVersion", "minimumAppVersion"],
              "properties": {
                "minimumAppVersion": { "required": ["value"] },
                "recommendedAppVersion": { "required": ["value"] }
              }
            }
          }
        }
        """#
}

package struct MaintenancePolicy: Sendable {
    let position: TextPosition?
    package private(set) var isActive = false
    package private(set) var message: TextReference?

    static let shape = Shape<MaintenancePolicy>.object(
        { MaintenancePolicy(position: $0) },
        [
            Member("active", "Whether it is closed now.", .flag, isRequired: true, \.isActive),
            Member("message", "What to say: a key of the string catalog, or texts by language.", .words, \.message),
        ])
}

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

extension EnvironmentPolicy {
    /// What `--previous` says for the tree that is live.
    package static let liveName = "live"

    /// The place of a tree that was named; `live` is the environment's own: the bucket that it is published to, or else the
    /// origin. For a folder that is what was published into it, if that is here.
    ///
    /// - Parameter folder: the policy's folder; nil for none.
    package func place(named name: String, policyIn folder: String?) -> String {
        guard name == Self.liveName else { return name }
        if case .folder(let path)? = publishTo?.value, let folder {
            let place = folder == "." ? path.description : "\(folder)/\(path)"
            if let found = try? path.folder(in: folder), found.holdsTree { return place }
        }
        return publishTo?.value.bucket?.rawValue ?? origin
    }

    /// Where the policy says what a change is about; nil for what it does not say itself.
    package func position(of member: String) -> TextPosition? {
        if member == "envelopes" { return envelopes.position }
        let parts = member.split(separator: ".")
        guard parts.count >= 2 else { return member == "maintenance" ? maintenance?.message?.position : nil }
        // The id of a rule may have dots.
        let rule = parts[1] == "rules" ? parts.dropFirst(2).joined(separator: ".") : nil
        guard let platform = platforms.first(where: { $0.platform.rawValue == parts[0] }) else { return nil }
        return rule.map(platform.position(ofRule:)) ?? platform.position(of: parts[1])
    }
}

extension PolicyPath {
    /// The folder that it names below the policy's, never behind a link; nil where there is none.
    package func folder(in root: String) throws(FileError) -> Folder? {
        var folder = try Folder(path: root)
        for segment in segments {
            guard folder.kind(of: segment) != nil else { return nil }
            folder = try folder.folder(segment)
        }
        return folder
    }
}

extension PlatformPolicy {
    fileprivate func position(of member: Substring) -> TextPosition? {
        if member == "latest" { return latest?.first?.position ?? self[.latestApp]?.position }
        return RequirementKind.allCases.first { $0.member(on: platform) == member }.flatMap { self[$0]?.position }
    }

    /// Where a rule is, or the member that became it; for a rule that is gone, and for the order, where the rules begin.
    ///
    /// - Parameter member: the id of the rule, with what of it changes, such as `winter.title.en`; empty for the order.
    fileprivate func position(ofRule member: String) -> TextPosition? {
        let rule = rules.filter { member == $0.id || member.hasPrefix("\($0.id).") }.max { $0.id.count < $1.id.count }
        if let rule { return rule.position }
        let id = member.prefix { $0 != "." }
        let classic = RequirementKind.allCases.first { $0.rule(on: platform).map { $0 == id } ?? false }
        return classic.flatMap { self[$0]?.position } ?? rules.first?.position ?? position
    }
}
