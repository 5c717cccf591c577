import Classic
import Diagnostics
import ManifestVerifier

/// A team's own file that Signet lays its part into; what else it holds stays as it is.
package struct BaseFile: Sendable {
    /// The file as messages name it.
    package let file: String
    let bytes: [UInt8]
    let json: JSONValue

    /// Reads the file; fails with a `Finding`.
    ///
    /// - Parameter format: what the document made from it is.
    init(_ path: Positioned<PolicyPath>, as format: DocumentFormat, in rendering: EnvironmentRendering) throws {
        let place = PolicyPlace(file: rendering.findings.file, position: path.position)
        file = place.path(of: path.value)
        bytes = try rendering.files.read(path.value, limit: Limits.manifestBytes, at: place)
        do throws(JSONError) {
            json = try JSONParser.parse(bytes)
        } catch {
            throw Finding(error, in: file)
        }
        // The rest of the file is the team's own, so it could make the file another document as well.
        do throws(OtherMeaning) {
            try OtherMeaning.check(bytes, as: format)
        } catch {
            var position: TextPosition?
            if case .document(_, let members) = error, case .object(let present) = json.content {
                position = present.first { members.contains($0.name) }?.position
            }
            throw Finding(.documentMeaning, file, position, error.message, hint: error.hint)
        }
    }

    /// `env.json:5:18`
    package func place(of value: JSONValue) -> String { value.position.map { "\(file):\($0)" } ?? file }
}

/// Something that a base file says, and what the document made from it says in its place.
///
/// A base file is what a team publishes so far.
package struct BaseStatement: Sendable {
    package enum Subject: Sendable {
        case minimumApp, shownVersion, recommendedApp, updateURL
    }

    package let subject: Subject
    package let platform: Platform
    /// The id of the environment in an environment config; nil in Firebase's template.
    package let configEnvironment: String?
    /// What the base file has: with Firebase, for every condition.
    package let values: [JSONValue]
    /// The first eight hexadecimal digits of the SHA-256 of conditions and values; nil without conditions.
    package let digest: String?
    package let base: BaseFile
    /// What the document says; nil for nothing.
    package let replacement: RequirementValue?
    /// What of the policy decides.
    package let origin: TextPosition?
}
