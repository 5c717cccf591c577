import Classic
import ManifestVerifier
import PublicationTree
import WebBundles

/// The members of a format that its readings compare.
struct ReadMembers {
    /// Paths, where `*` is any name and `**` at the end is everything below.
    private let patterns: [[String]]
    /// The numbers of rules that clients skip, which are compared by none of them.
    private let skippedRules: Set<String>

    init(_ old: ComparedTree.Document, _ new: ComparedTree.Document) {
        let names = new.knowledge?.parameters ?? old.knowledge?.parameters ?? .usual
        let contents = [old.content, new.content]
        var skippedRules: Set<String> = []
        switch new.format {
        case .availabilityIOS, .availabilityAndroid:
            let members = [
                "minimumOSVersion", "minimumSDKVersion", "recommendedOSVersion", "minimumAppVersion",
                "recommendedAppVersion",
            ]
            patterns = members.flatMap { [[$0, "value"], [$0, "title", "**"], [$0, "description", "**"]] }
        case .appConfig:
            // A message that no one sees counts as any other member.
            let isClosed = contents.contains { content in
                guard case .appConfig(let config)? = (content as? ClassicContent)?.document else { return false }
                return config.maintenanceMode
            }
            patterns =
                [
                    ["minimumVersion"], ["latestVersion"], ["updateUrl"], ["updateUrl", "ios"],
                    ["updateUrl", "android"],
                    ["maintenanceMode"],
                ] + (isClosed ? [["maintenanceMessage"]] : [])
        case .environmentConfig:
            patterns = Platform.allCases.flatMap { platform in
                ["minimalVersion", "build", "url"].map { ["environments", "*", "apps", platform.rawValue, $0] }
            }
        case .firebaseTemplate:
            let values =
                [["defaultValue", "value"]] + Platform.allCases.map { ["conditionalValues", $0.rawValue, "value"] }
            let parameters = [names.force, names.optional].flatMap { name in values.map { ["parameters", name] + $0 } }
            patterns = parameters + parameters.map { ["parameterGroups", "*"] + $0 }
        case .remoteConfigIOS, .remoteConfigAndroid: patterns = [[names.force], [names.optional]]
        case .gateIOS, .gateAndroid:
            let members = [
                "id", "when", "then", "scope", "requiredFrom", "grace", "requiredBy", "title", "description", "message",
                "orElse", "url",
            ]
            for case let gate as GateDocument in contents {
                skippedRules.formUnion(gate.unusable.map { "\($0.index)" })
            }
            patterns = members.map { ["rules", "*", $0, "**"] } + [["latest", "**"]]
        case .webBundle, .webBundleIndex, .webBundleManifest, .file: patterns = []
        }
        self.skippedRules = skippedRules
    }

    /// Whether a read member is a text, which readings compare by its bytes.
    func isText(_ path: [String]) -> Bool {
        path.dropFirst().contains { ["title", "description", "message", "orElse"].contains($0) }
    }

    func contains(_ path: [String]) -> Bool {
        if path.count > 1, path[0] == "rules", skippedRules.contains(path[1]) { return false }
        return patterns.contains { pattern in
            let isOpen = pattern.last == "**"
            let names = isOpen ? pattern.dropLast() : pattern[...]
            guard isOpen ? path.count >= names.count : path.count == names.count else { return false }
            return zip(names, path).allSatisfy { $0 == "*" || $0.hasSameBytes(as: $1) }
        }
    }
}
