import ManifestVerifier
import Testing
import TestSupport

extension CommandResult {
    /// The result in the envelope of `--json`.
    var json: JSONValue {
        get throws { try #require(JSONParser.parse(Array(output.utf8))["result"]) }
    }
}
