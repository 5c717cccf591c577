import Diagnostics
import ManifestVerifier

extension EnvironmentRendering {
    func availabilities() -> [RenderedDocument] {
        guard let path = environment.documents.availability else { return [] }
        guard !platforms(for: .availability, at: path.position).isEmpty else { return [] }
        return environment.platforms.compactMap { policy in
            let format: DocumentFormat = policy.platform == .ios ? .availabilityIOS : .availabilityAndroid
            return json(policy, format).flatMap { document(path, policy.platform, format, json: $0) }
        }
    }

    private func json(_ policy: PlatformPolicy, _ format: DocumentFormat) -> JSONValue? {
        let destination = TextDestination(format: format, platform: policy.platform, filling: Placeholders(policy))
        let kinds = RequirementKind.all(on: policy.platform).filter { $0.outcome != nil }
        let members = kinds.map { member($0, of: policy, destination) }
        guard zip(kinds, members).allSatisfy({ $0.outcome == .recommended || $1 != nil }) else { return nil }
        return .object(members.compactMap(\.self))
    }

    private func member(
        _ kind: RequirementKind, of policy: PlatformPolicy, _ destination: TextDestination
    ) -> JSONMember? {
        let (isRequired, name) = (kind.outcome == .required, kind.member(on: policy.platform))
        guard let requirement = policy[kind] else {
            guard isRequired else { return nil }
            findings.add(
                .missingMember, "missing member \"\(name)\"", at: policy.position,
                hint: "deployed clients cannot decode an availability document without it")
            return nil
        }
        func text(_ text: RuleText) -> LocalizedText? {
            if requirement.texts[text] == nil {
                findings.add(.missingMember, "missing member \"\(text.rawValue)\"", at: requirement.position)
            }
            return requirement.texts[text].flatMap { filled($0, for: destination) }
        }
        let value = required(
            policy.platform == .ios ? requirement.version?.versionJSON : requirement.number?.versionJSON,
            "\(name)\" with \"value", for: .availability, at: requirement.position)
        let title = isRequired ? nil : text(.title)
        let description = text(.description)
        guard let value, let description, isRequired || title != nil else { return nil }
        let texts = [("title", title), ("description", description)].compactMap { name, text in
            text.map { JSONMember(name, $0.json) }
        }
        return JSONMember(name, .object([JSONMember("value", value)] + texts))
    }
}
