import ManifestFormat

extension PolicyTexts {
    /// A rendered document at a path of the policy, in which `{platform}` stands for the platform.
    func document(
        _ path: Located<String>, _ platform: Platform? = nil, _ format: DocumentFormat, json: JSONValue
    ) throws(PolicyError) -> RenderedDocument {
        let parts = path.value.split(separator: "{platform}", omittingEmptySubsequences: false)
        guard platform != nil || parts.count == 1 else {
            throw error("one document for all platforms has no {platform} in its path", at: path.position)
        }
        do throws(DocumentPath.Failure) {
            return RenderedDocument(
                path: try DocumentPath(parts.joined(separator: platform?.rawValue ?? "")), format: format,
                contentType: ContentType.json, body: JSONWriter.bytes(of: json), origin: path.position)
        } catch {
            throw self.error(error.message, at: path.position)
        }
    }

    /// The value of a member that a document cannot do without.
    ///
    /// - Parameters:
    ///   - name: what the member is called in the policy.
    ///   - position: where it would stand.
    func required<Value>(
        _ value: Value?, _ name: String, for format: String, at position: TextPosition?
    ) throws(PolicyError) -> Value {
        guard let value else { throw error("missing member \"\(name)\", which \(format) needs", at: position) }
        return value
    }
}
