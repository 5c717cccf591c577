import Diagnostics
import ManifestVerifier

/// Which documents use which texts.
final class TextUses {
    private(set) var all: [TextUse] = []

    func add(_ use: TextUse) { all.append(use) }
}

/// A document that texts go into.
struct TextDestination {
    /// `availability-ios`
    let format: DocumentFormat
    let platform: Platform?
    /// What the placeholders stand for.
    let filling: Placeholders
}

extension RenderingContext {
    /// The text that a member of a requirement names.
    func text<Value>(
        _ key: Located<String>?, _ member: String, of requirement: RequirementPolicy<Value>, isRequired: Bool,
        for destination: TextDestination
    ) -> LocalizedText? {
        guard let key else {
            findings.add(.missingMember, "missing member \"\(member)\"", at: requirement.position)
            return nil
        }
        return text(key, isRequired: isRequired, for: destination)
    }

    /// A text in the source language of the catalog.
    func sourceText(_ key: Located<String>, for destination: TextDestination) -> String? {
        guard let source = catalog?.sourceLanguage else {
            _ = text(key, isRequired: true, for: destination)
            return nil
        }
        return text(key, isRequired: true, for: destination)?
            .entries.first { $0.language.canonical == source.canonical }?.text
    }

    private func text(
        _ key: Located<String>, isRequired: Bool, for destination: TextDestination
    ) -> LocalizedText? {
        guard let catalog else {
            findings.add(
                .unknownText, "texts are asked for, but the policy has no catalog", at: nil,
                hint: "add \"descriptions\": \"Descriptions.xcstrings\" at the top of the policy")
            return nil
        }
        guard catalog.has(key.value) else {
            findings.add(
                .unknownText, "text \"\(key.value)\" is not in \(catalog.file)", at: key.position,
                hint: "add it to the catalog, or name one that is there")
            return nil
        }
        guard let text = catalog.text(for: key.value, findings.all) else { return nil }
        uses.add(
            TextUse(
                text: text, document: "\(environment.name)/\(destination.format.rawValue)",
                platform: destination.platform, isRequired: isRequired))
        let entries = text.localizations.compactMap { localization -> (language: LanguageTag, text: String)? in
            do throws(Placeholders.Failure) {
                return (localization.language, try destination.filling.filling(localization.text))
            } catch {
                // A placeholder without a value is for the policy to give; all else is wrong in the text itself.
                var file = FileFindings(catalog.file, findings.all)
                var position = localization.position
                if case .noValue = error { (file, position) = (findings, key.position) }
                file.add(
                    .placeholder, "text \"\(key.value)\" in \"\(localization.language)\" \(error.message)",
                    at: position, hint: error.hint)
                return nil
            }
        }
        guard entries.count == text.localizations.count else { return nil }
        guard let filled = LocalizedText(entries) else { preconditionFailure("a catalog has every language once") }
        return filled
    }
}
