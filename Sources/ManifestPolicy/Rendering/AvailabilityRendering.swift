import Diagnostics
import ManifestVerifier

/// Renders the availability documents of an environment.
struct AvailabilityRendering {
    let context: RenderingContext

    /// One document for each platform that the environment has.
    func documents() -> [RenderedDocument] {
        let environment = context.environment
        guard let path = environment.documents.availability else { return [] }
        guard !context.platforms(for: "availability", at: path.position).isEmpty else { return [] }
        let ios = environment.ios.flatMap(document).flatMap {
            context.document(path, .ios, .availabilityIOS, json: $0.json)
        }
        let android = environment.android.flatMap(document).flatMap {
            context.document(path, .android, .availabilityAndroid, json: $0.json)
        }
        return [ios, android].compactMap(\.self)
    }

    private func document(_ ios: PlatformPolicy<NumericVersion>) -> IOSAvailability? {
        let destination = TextDestination(format: .availabilityIOS, platform: .ios, filling: Placeholders(ios: ios))
        let minimumSystem = required(ios.minimumSystem, "minimumOSVersion", of: ios, destination)
        let recommendedSystem = ios.recommendedSystem.flatMap {
            recommended($0, "recommendedOSVersion", destination)
        }
        let minimumApp = required(ios.minimumAppVersion, "minimumAppVersion", of: ios, destination)
        let recommendedApp = ios.recommendedAppVersion.flatMap {
            recommended($0, "recommendedAppVersion", destination)
        }
        guard let minimumSystem, let minimumApp else { return nil }
        return IOSAvailability(
            minimumOSVersion: minimumSystem, recommendedOSVersion: recommendedSystem, minimumAppVersion: minimumApp,
            recommendedAppVersion: recommendedApp)
    }

    private func document(_ android: PlatformPolicy<Int>) -> AndroidAvailability? {
        let destination = TextDestination(
            format: .availabilityAndroid, platform: .android, filling: Placeholders(android: android))
        let minimumSystem = required(android.minimumSystem, "minimumSDKVersion", of: android, destination)
        let minimumApp = required(android.minimumAppVersion, "minimumAppVersion", of: android, destination)
        let recommendedApp = android.recommendedAppVersion.flatMap {
            recommended($0, "recommendedAppVersion", destination)
        }
        guard let minimumSystem, let minimumApp else { return nil }
        return AndroidAvailability(
            minimumSDKVersion: minimumSystem, minimumAppVersion: minimumApp, recommendedAppVersion: recommendedApp)
    }

    private func required<Value>(
        _ requirement: RequirementPolicy<Value>?, _ name: String, of platform: PlatformPolicy<Value>,
        _ destination: TextDestination
    ) -> AvailabilityRequirement<Value>? {
        guard let requirement else {
            context.findings.add(
                .missingMember, "missing member \"\(name)\"", at: platform.position,
                hint: "deployed clients cannot decode an availability document without it")
            return nil
        }
        let value = value(of: requirement, name)
        let text = context.text(
            requirement.description, "description", of: requirement, isRequired: true, for: destination)
        guard let value, let text else { return nil }
        return AvailabilityRequirement(value: value, description: text)
    }

    private func value<Value>(of requirement: RequirementPolicy<Value>, _ name: String) -> Value? {
        context.required(
            requirement.value, "\(name)\" with \"value", for: "availability", at: requirement.position)
    }

    private func recommended<Value>(
        _ requirement: RequirementPolicy<Value>, _ name: String, _ destination: TextDestination
    ) -> AvailabilityRequirement<Value>? {
        let title = context.text(requirement.title, "title", of: requirement, isRequired: false, for: destination)
        let description = context.text(
            requirement.description, "description", of: requirement, isRequired: false, for: destination)
        guard let value = value(of: requirement, name), let title, let description else { return nil }
        return AvailabilityRequirement(value: value, title: title, description: description)
    }
}
