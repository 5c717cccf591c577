import Diagnostics
import ManifestVerifier

/// What every rendering of an environment needs: the texts, and somebody who hears what is wrong.
///
/// A rendering that finds something wrong says so and gives nothing, and the next one goes on.
struct RenderingContext {
    /// The policy.
    let findings: FileFindings
    let catalog: StringCatalog?
    let environment: EnvironmentPolicy
    /// Hears which document uses which text.
    let uses: TextUses

    /// A rendered document at a path of the policy, in which `{platform}` stands for the platform.
    func document(
        _ path: Located<String>, _ platform: Platform? = nil, _ format: DocumentFormat, json: JSONValue
    ) -> RenderedDocument? {
        guard let path = documentPath(path, platform) else { return nil }
        let body = JSONWriter.bytes(of: json)
        do throws(OtherMeaning) {
            try OtherMeaning.check(body, as: format)
        } catch {
            findings.add(.documentMeaning, "\(path.value): \(error.message)", at: path.position, hint: error.hint)
            return nil
        }
        return RenderedDocument(
            path: path.value, format: format, contentType: MediaType.json, body: body, origin: path.position)
    }

    /// The path of a document, in which `{platform}` stands for the platform.
    func documentPath(_ path: Located<String>, _ platform: Platform?) -> Located<DocumentPath>? {
        let parts = path.value.split(separator: "{platform}", omittingEmptySubsequences: false)
        guard platform != nil || parts.count == 1 else {
            findings.add(
                .documentPath, "one document for all platforms has no {platform} in its path", at: path.position)
            return nil
        }
        do throws(DocumentPath.Failure) {
            return Located(
                value: try DocumentPath(authored: parts.joined(separator: platform?.rawValue ?? "")),
                position: path.position)
        } catch {
            findings.add(.documentPath, error.message, at: path.position)
            return nil
        }
    }

    /// The value of a member that a document cannot do without.
    ///
    /// - Parameters:
    ///   - name: what the member is called in the policy.
    ///   - position: where it would stand.
    func required<Value>(_ value: Value?, _ name: String, for format: String, at position: TextPosition?) -> Value? {
        if value == nil {
            findings.add(.missingMember, "missing member \"\(name)\", which \(format) needs", at: position)
        }
        return value
    }
}
