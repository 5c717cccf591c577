import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree
import WebBundles

/// Renders all documents of an environment. One that cannot be rendered is a finding, and the next one continues.
final class EnvironmentRendering {
    let environment: EnvironmentPolicy
    /// The policy that has it: one environment file may describe several environments.
    let source: Policy
    let catalog: StringCatalog?
    let files: any PolicyFiles
    let findings: FileFindings
    private(set) var uses: [TextUse] = []
    private(set) var baseStatements: [BaseStatement] = []

    init(
        _ environment: EnvironmentPolicy, of source: Policy, _ catalog: StringCatalog?, _ files: any PolicyFiles,
        _ findings: FileFindings
    ) {
        (self.environment, self.source, self.catalog) = (environment, source, catalog)
        (self.files, self.findings) = (files, findings)
    }

    func note(_ statement: BaseStatement) { baseStatements.append(statement) }

    /// A rendered document at a path of the policy, in which `{platform}` stands for the platform.
    func document(
        _ path: Positioned<String>, _ platform: Platform? = nil, _ format: DocumentFormat, json: JSONValue,
        _ knowledge: ReaderKnowledge? = nil
    ) -> RenderedDocument? {
        document(path, platform, format, body: JSONWriter.bytes(of: json), knowledge)
    }

    /// The same for a body in a layout of its own.
    func document(
        _ path: Positioned<String>, _ platform: Platform? = nil, _ format: DocumentFormat, body: [UInt8],
        _ knowledge: ReaderKnowledge? = nil
    ) -> RenderedDocument? {
        let parts = path.value.split(separator: "{platform}", omittingEmptySubsequences: false)
        guard platform != nil || parts.count == 1 else {
            findings.add(
                .documentPath, "the path of one document for all platforms cannot contain {platform}", at: path.position
            )
            return nil
        }
        let place: DocumentPath
        do throws(DocumentPath.Failure) {
            place = try DocumentPath(authored: parts.joined(separator: platform?.rawValue ?? ""))
        } catch {
            findings.add(.documentPath, error.message, at: path.position)
            return nil
        }
        do throws(OtherMeaning) {
            try OtherMeaning.check(body, as: format)
        } catch {
            findings.add(.documentMeaning, "\(place): \(error.message)", at: path.position, hint: error.hint)
            return nil
        }
        return RenderedDocument(
            path: place, format: format, contentType: MediaType.json,
            cacheControl: environment.cacheControl.value(of: format), body: body, knowledge: knowledge,
            origin: path.position)
    }

    /// The platforms of the environment; empty, with a finding, when a document of this format has none.
    func platforms(for format: PolicyDocument, at position: TextPosition?) -> [PlatformPolicy] {
        if environment.platforms.isEmpty {
            findings.add(.missingMember, "\(format.rawValue) needs \"ios\" or \"android\"", at: position)
        }
        return environment.platforms
    }

    /// Whether signatures have a date; a finding where they have none.
    func isDated(for documents: String, at position: TextPosition?) -> Bool {
        guard environment.profile != .dated else { return true }
        findings.add(
            .invalidValue,
            "environment \"\(environment.name)\" signs with profile body, and \(documents) need a signed date",
            at: position, hint: "set \"profile\": \"dated\"")
        return false
    }

    /// The value of a member that a document requires.
    ///
    /// - Parameter position: the place of the object that should have it.
    func required<Value>(
        _ value: Value?, _ name: String, for format: PolicyDocument, at position: TextPosition?
    ) -> Value? {
        if value == nil {
            findings.add(.missingMember, "missing member \"\(name)\", which \(format.rawValue) needs", at: position)
        }
        return value
    }

    /// The maintenance message in the source language; a note says which others the document has no room for.
    func message(_ reference: TextReference, for destination: TextDestination) -> String? {
        guard let text = filled(reference, for: destination),
            let source = catalog?.sourceLanguage ?? LanguageTag.fallback(among: text.entries.map(\.language))
        else { return nil }
        let others = text.entries.map(\.language).filter { $0.canonical != source.canonical }
        if !others.isEmpty {
            findings.add(
                .languageNotCarried,
                "\(destination.format.rawValue) has one maintenance message, in \"\(source)\", and leaves out "
                    + others.map(\.rawValue).listed(upTo: 10),
                at: reference.position)
        }
        return text.entries.first { $0.language.canonical == source.canonical }?.text
    }

    /// A text with its placeholders filled in; nil, with a finding, when that is not possible.
    func filled(_ reference: TextReference, for destination: TextDestination) -> LocalizedText? {
        guard let text = catalogText(reference) else { return nil }
        uses.append(
            TextUse(
                text: text, document: "\(environment.name)/\(destination.format.rawValue)",
                platform: destination.platform))
        let entries = text.localizations.compactMap { localization -> (language: LanguageTag, text: String)? in
            do throws(Placeholders.Failure) {
                return (localization.language, try destination.filling.filling(localization.text))
            } catch {
                // A missing value is an error in the policy; everything else is an error in the text itself.
                var file = FileFindings(text.file, findings.all)
                var position = localization.position
                if error.isMissingValue { (file, position) = (findings, reference.position) }
                file.add(
                    .placeholder, "text \"\(text.key)\" in \"\(localization.language)\" \(error.message)",
                    at: position, hint: error.hint)
                return nil
            }
        }
        guard entries.count == text.localizations.count else { return nil }
        guard let filled = LocalizedText(entries) else { preconditionFailure("a text has each language once") }
        return filled
    }

    private func catalogText(_ reference: TextReference) -> CatalogText? {
        switch reference {
        case .inline(let text):
            guard let source = catalog?.sourceLanguage,
                !text.localizations.contains(where: { $0.language.canonical == source.canonical })
            else { return text }
            text.reportMissing(source, findings)
            return nil
        case .key(let key):
            guard let catalog else {
                findings.add(
                    .unknownText, "the policy refers to texts, but has no catalog", at: nil,
                    hint: "add \"descriptions\": \"Descriptions.xcstrings\" at the top of the policy, or put the texts "
                        + "in the place of their keys: { \"en\": \"…\" }")
                return nil
            }
            guard catalog.has(key.value) else {
                findings.add(
                    .unknownText, "text \"\(key.value)\" is not in \(catalog.file)", at: key.position,
                    hint: key.value.didYouMean(
                        catalog.keys,
                        otherwise:
                            "add it to the catalog, or put the text itself here: { \"\(catalog.sourceLanguage)\": \"…\" }"
                    )
                )
                return nil
            }
            return catalog.text(for: key.value, findings.all)
        }
    }
}

struct TextDestination {
    /// `availability-ios`
    let format: DocumentFormat
    let platform: Platform?
    let filling: Placeholders
}

package struct TextUse: Sendable {
    package let text: CatalogText
    /// The document that the text is rendered into: `production/distribution/availability-ios`.
    package let document: String
    /// The platform of the document; nil for one that all platforms read.
    package let platform: Platform?

    var environment: EnvironmentName? { EnvironmentName(String(document.prefix { $0 != "/" })) }
}

extension Platform {
    /// The member of a policy with a version as users see it, for messages: of Android, the name beside the version code.
    func versionMember(_ kind: RequirementKind) -> String {
        kind.member(on: self) + (self == .ios ? "" : "\" with \"versionName")
    }
}
