import Classic
import Diagnostics
import ManifestVerifier

struct AvailabilityRendering {
    let context: RenderingContext

    func documents() -> [RenderedDocument] {
        let environment = context.environment
        guard let path = environment.documents.availability else { return [] }
        guard !context.platforms(for: "availability", at: path.position).isEmpty else { return [] }
        return environment.platforms.compactMap { policy in
            let (platform, format) = (policy.platform, Self.format(on: policy.platform))
            return json(policy, format).flatMap { context.document(path, platform, format, json: $0) }
        }
    }

    private static func format(on platform: Platform) -> DocumentFormat {
        platform == .ios ? .availabilityIOS : .availabilityAndroid
    }

    private func json(_ policy: PlatformPolicy, _ format: DocumentFormat) -> JSONValue? {
        let destination = TextDestination(format: format, platform: policy.platform, filling: Placeholders(policy))
        switch policy.platform {
        case .ios:
            let minimumSystem = requirement(.minimumSystem, \.version, of: policy, destination)
            let recommendedSystem = requirement(.recommendedSystem, \.version, of: policy, destination)
            let minimumApp = requirement(.minimumApp, \.version, of: policy, destination)
            let recommendedApp = requirement(.recommendedApp, \.version, of: policy, destination)
            guard let minimumSystem, let minimumApp else { return nil }
            return IOSAvailability(
                minimumOSVersion: minimumSystem, recommendedOSVersion: recommendedSystem,
                minimumAppVersion: minimumApp, recommendedAppVersion: recommendedApp
            ).json
        case .android:
            let minimumSystem = requirement(.minimumSystem, \.number, of: policy, destination)
            let minimumApp = requirement(.minimumApp, \.number, of: policy, destination)
            let recommendedApp = requirement(.recommendedApp, \.number, of: policy, destination)
            guard let minimumSystem, let minimumApp else { return nil }
            return AndroidAvailability(
                minimumSDKVersion: minimumSystem, minimumAppVersion: minimumApp, recommendedAppVersion: recommendedApp
            ).json
        }
    }

    private func requirement<Value>(
        _ kind: RequirementKind, _ value: KeyPath<RequirementPolicy, Value?>, of policy: PlatformPolicy,
        _ destination: TextDestination
    ) -> AvailabilityRequirement<Value>? {
        let (isRequired, name) = (kind.outcome == .required, kind.member(on: policy.platform))
        guard let requirement = policy[kind] else {
            guard isRequired else { return nil }
            context.findings.add(
                .missingMember, "missing member \"\(name)\"", at: policy.position,
                hint: "deployed clients cannot decode an availability document without it")
            return nil
        }
        func text(_ text: TextReference?, _ member: String) -> LocalizedText? {
            context.text(text, member, of: requirement, for: destination)
        }
        let found = context.required(
            requirement[keyPath: value], "\(name)\" with \"value", for: "availability", at: requirement.position)
        let title = isRequired ? nil : text(requirement.title, "title")
        let description = text(requirement.description, "description")
        guard let found, let description, isRequired || title != nil else { return nil }
        return AvailabilityRequirement(value: found, title: title, description: description)
    }
}
