import Classic
import Diagnostics
import ManifestVerifier

/// A team's own file that Signet lays its part into; what else it holds stays as it is.
package struct BaseFile {
    /// Where the policy names it.
    let path: Positioned<PolicyPath>
    /// What the document made from it is.
    let format: DocumentFormat

    package struct Content: Sendable {
        /// The file as messages name it.
        package let file: String
        let bytes: [UInt8]
        let json: JSONValue

        /// `env.json:5:18`
        package func place(of value: JSONValue) -> String { value.position.map { "\(file):\($0)" } ?? file }
    }

    /// The content of the file; fails with a `Finding`.
    ///
    /// - Parameter policy: the policy's file name.
    func read(from files: any PolicyFiles, policy: String) throws -> Content {
        let place = PolicyPlace(file: policy, position: path.position)
        let file = place.path(of: path.value)
        do {
            let bytes = try files.read(path.value, limit: Limits.manifestBytes, at: place)
            let content = Content(file: file, bytes: bytes, json: try JSONParser.parse(bytes))
            try checkMeaning(of: content)
            return content
        } catch let error as JSONError {
            throw Finding(error, in: file)
        }
    }

    /// The rest of the file is the team's own, so it could make the file another document as well.
    private func checkMeaning(of content: Content) throws {
        do throws(OtherMeaning) {
            try OtherMeaning.check(content.bytes, as: format)
        } catch {
            var position: TextPosition?
            if case .document(_, let members) = error, case .object(let present) = content.json.content {
                position = present.first { members.contains($0.name) }?.position
            }
            throw Finding(.documentMeaning, content.file, position, error.message, hint: error.hint)
        }
    }
}
