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
                try document(template, platform: "ios", .availabilityIOS, json: iosDocument(ios).json))
        }
        if let android = environment.android {
            documents.append(
                try document(template, platform: "android", .availabilityAndroid, json: androidDocument(android).json))
        }
        guard !documents.isEmpty else {
            throw texts.error("availability needs \"ios\" or \"android\"", at: template.position)
        }
        return documents
    }

    private func document(
        _ template: Located<String>, platform: String, _ format: DocumentFormat, json: JSONValue
    ) throws(PolicyError) -> RenderedDocument {
        let parts = template.value.split(separator: "{platform}", omittingEmptySubsequences: false)
        let path: DocumentPath
        do throws(DocumentPath.Failure) {
            path = try DocumentPath(parts.joined(separator: platform))
        } catch {
            throw texts.error(error.message, at: template.position)
        }
        return RenderedDocument(
            path: path, format: format, contentType: ContentType.json, body: JSONWriter.bytes(of: json),
            origin: template.position)
    }

    private func iosDocument(_ ios: PlatformPolicy<NumericVersion>) throws(PolicyError) -> IOSAvailability {
        IOSAvailability(
            minimumOSVersion: try required(ios.minimumSystem, "minimumOSVersion", of: ios),
            recommendedOSVersion: try recommended(ios.recommendedSystem),
            minimumAppVersion: try required(ios.minimumAppVersion, "minimumAppVersion", of: ios),
            recommendedAppVersion: try recommended(ios.recommendedAppVersion))
    }

    private func androidDocument(_ android: PlatformPolicy<Int>) throws(PolicyError) -> AndroidAvailability {
        AndroidAvailability(
            minimumSDKVersion: try required(android.minimumSystem, "minimumSDKVersion", of: android),
            minimumAppVersion: try required(android.minimumAppVersion, "minimumAppVersion", of: android),
            recommendedAppVersion: try recommended(android.recommendedAppVersion))
    }

    private func required<Value>(
        _ requirement: RequirementPolicy<Value>?, _ name: String, of platform: PlatformPolicy<Value>
    ) throws(PolicyError) -> AvailabilityRequirement<Value> {
        guard let requirement else {
            throw texts.error(
                "missing member \"\(name)\"", at: platform.position,
                hint: "deployed clients cannot decode an availability document without it")
        }
        return AvailabilityRequirement(
            value: requirement.value,
            description: try texts.text(requirement.description, "description", of: requirement))
    }

    private func recommended<Value>(
        _ requirement: RequirementPolicy<Value>?
    ) throws(PolicyError) -> AvailabilityRequirement<Value>? {
        guard let requirement else { return nil }
        return AvailabilityRequirement(
            value: requirement.value,
            title: try texts.text(requirement.title, "title", of: requirement),
            description: try texts.text(requirement.description, "description", of: requirement))
    }
}
