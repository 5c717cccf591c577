import ManifestFormat

/// Renders the availability documents of an environment.
struct AvailabilityRendering {
    let environment: EnvironmentPolicy
    let texts: PolicyTexts

    /// One document for each platform that the environment has.
    func documents() throws(PolicyError) -> [RenderedDocument] {
        guard let template = environment.documents.availability else { return [] }
        var documents: [RenderedDocument] = []
        if let ios = environment.ios {
            documents.append(
                try texts.document(template, .ios, .availabilityIOS, json: iosDocument(ios).json))
        }
        if let android = environment.android {
            documents.append(
                try texts.document(template, .android, .availabilityAndroid, json: androidDocument(android).json))
        }
        guard !documents.isEmpty else {
            throw texts.error("availability needs \"ios\" or \"android\"", at: template.position)
        }
        return documents
    }

    private func iosDocument(_ ios: PlatformPolicy<NumericVersion>) throws(PolicyError) -> IOSAvailability {
        let filling = Placeholders(ios: ios)
        return IOSAvailability(
            minimumOSVersion: try required(ios.minimumSystem, "minimumOSVersion", of: ios, filling: filling),
            recommendedOSVersion: try recommended(ios.recommendedSystem, filling: filling),
            minimumAppVersion: try required(ios.minimumAppVersion, "minimumAppVersion", of: ios, filling: filling),
            recommendedAppVersion: try recommended(ios.recommendedAppVersion, filling: filling))
    }

    private func androidDocument(_ android: PlatformPolicy<Int>) throws(PolicyError) -> AndroidAvailability {
        let filling = Placeholders(android: android)
        return AndroidAvailability(
            minimumSDKVersion: try required(android.minimumSystem, "minimumSDKVersion", of: android, filling: filling),
            minimumAppVersion: try required(
                android.minimumAppVersion, "minimumAppVersion", of: android, filling: filling),
            recommendedAppVersion: try recommended(android.recommendedAppVersion, filling: filling))
    }

    private func required<Value>(
        _ requirement: RequirementPolicy<Value>?, _ name: String, of platform: PlatformPolicy<Value>,
        filling: Placeholders
    ) throws(PolicyError) -> AvailabilityRequirement<Value> {
        guard let requirement else {
            throw texts.error(
                "missing member \"\(name)\"", at: platform.position,
                hint: "deployed clients cannot decode an availability document without it")
        }
        return AvailabilityRequirement(
            value: requirement.value,
            description: try texts.text(requirement.description, "description", of: requirement, filling: filling))
    }

    private func recommended<Value>(
        _ requirement: RequirementPolicy<Value>?, filling: Placeholders
    ) throws(PolicyError) -> AvailabilityRequirement<Value>? {
        guard let requirement else { return nil }
        return AvailabilityRequirement(
            value: requirement.value,
            title: try texts.text(requirement.title, "title", of: requirement, filling: filling),
            description: try texts.text(requirement.description, "description", of: requirement, filling: filling))
    }
}
