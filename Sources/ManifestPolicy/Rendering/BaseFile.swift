import Diagnostics
import ManifestVerifier

/// A team's own file that Signet lays its part into; what else it holds stays as it is.
struct BaseFile {
    /// Where the policy names it.
    let path: Positioned<PolicyPath>
    /// What the document made from it is.
    let format: DocumentFormat

    /// The content of the file; fails with a `Finding`.
    ///
    /// - Parameter policy: the policy's file name.
    func read(from files: any PolicyFiles, policy: String) throws -> JSONValue {
        let place = PolicyPlace(file: policy, position: path.position)
        let file = place.path(of: path.value)
        do {
            let base = try JSONParser.parse(files.read(path.value, limit: Limits.manifestBytes, at: place))
            try checkMeaning(of: base, file: file)
            return base
        } catch let error as JSONError {
            throw Finding(error, in: file)
        }
    }

    /// The rest of the file is the team's own, so it could make the file another document as well.
    private func checkMeaning(of base: JSONValue, file: String) throws {
        do throws(OtherMeaning) {
            try OtherMeaning.check(JSONWriter.bytes(of: base), as: format)
        } catch {
            var position: TextPosition?
            if case .document(_, let members) = error, case .object(let present) = base.content {
                position = present.first { members.contains($0.name) }?.position
            }
            throw Finding(.documentMeaning, file, position, error.message, hint: error.hint)
        }
    }
}
