import Classic
import Diagnostics
import ManifestVerifier

struct AvailabilityRendering {
    let context: RenderingContext

    /// One document for each platform that the environment has.
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
            let minimumSystem = required(.minimumSystem, \.version, of: policy, destination)
            let recommendedSystem = recommended(.recommendedSystem, \.version, of: policy, destination)
            let minimumApp = required(.minimumApp, \.version, of: policy, destination)
            let recommendedApp = recommended(.recommendedApp, \.version, of: policy, destination)
            guard let minimumSystem, let minimumApp else { return nil }
            return IOSAvailability(
                minimumOSVersion: minimumSystem, recommendedOSVersion: recommendedSystem,
                minimumAppVersion: minimumApp, recommendedAppVersion: recommendedApp
            ).json
        case .android:
            let minimumSystem = required(.minimumSystem, \.number, of: policy, destination)
            let minimumApp = required(.minimumApp, \.number, of: policy, destination)
            let recommendedApp = recommended(.recommendedApp, \.number, of: policy, destination)
            guard let minimumSystem, let minimumApp else { return nil }
            return AndroidAvailability(
                minimumSDKVersion: minimumSystem, minimumAppVersion: minimumApp, recommendedAppVersion: recommendedApp
            ).json
        }
    }

    private func required<Value>(
        _ kind: RequirementKind, _ value: KeyPath<RequirementPolicy, Value?>, of policy: PlatformPolicy,
        _ destination: TextDestination
    ) -> AvailabilityRequirement<Value>? {
        guard let requirement = policy[kind] else {
            context.findings.add(
                .missingMember, "missing member \"\(kind.member(on: policy.platform))\"", at: policy.position,
                hint: "deployed clients cannot decode an availability document without it")
            return nil
        }
        let found = self.value(requirement[keyPath: value], of: requirement, kind.member(on: policy.platform))
        let text = context.text(
            requirement.description, "description", of: requirement, isRequired: true, for: destination)
        guard let found, let text else { return nil }
        return AvailabilityRequirement(value: found, description: text)
    }

    private func recommended<Value>(
        _ kind: RequirementKind, _ value: KeyPath<RequirementPolicy, Value?>, of policy: PlatformPolicy,
        _ destination: TextDestination
    ) -> AvailabilityRequirement<Value>? {
        guard let requirement = policy[kind] else { return nil }
        let title = context.text(requirement.title, "title", of: requirement, isRequired: false, for: destination)
        let description = context.text(
            requirement.description, "description", of: requirement, isRequired: false, for: destination)
        guard
            let found = self.value(requirement[keyPath: value], of: requirement, kind.member(on: policy.platform)),
            let title, let description
        else { return nil }
        return AvailabilityRequirement(value: found, title: title, description: description)
    }

    private func value<Value>(_ value: Value?, of requirement: RequirementPolicy, _ name: String) -> Value? {
        context.required(value, "\(name)\" with \"value", for: "availability", at: requirement.position)
    }
}
