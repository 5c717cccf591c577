import Diagnostics
import ManifestVerifier

/// The policy to look at: built in, so that the first build needs no files. Its environment is "development".
package enum Starter {
    package static let policyName = "policy.json"
    static let catalogName = "Descriptions.xcstrings"

    /// The policy first.
    static var files: [(path: String, bytes: [UInt8])] {
        [policyName, catalogName, "static/support.json"].map { ($0, EmbeddedFile.bytes("starter/\($0)")) }
    }
}

extension PolicyImport.Request {
    /// The policy that `init` writes for a team that publishes nothing yet, and its catalog: a gate document, and whatever has
    /// no good default. What was not asked for becomes a placeholder, with which nothing is published.
    ///
    /// Fails for a value that no policy may have.
    var initialFiles: [(path: String, bytes: [UInt8])] {
        get throws {
            func quoted(_ text: String) -> String { JSONValue.string(text).oneLine }
            let text = EmbeddedFile.text(
                "initial/\(Starter.policyName)",
                [
                    "ORIGIN": quoted(origin ?? PlaceholderChecks.origin),
                    "TARGET": publishTo.map { "\"publishTo\": \(quoted($0))," } ?? "// \"publishTo\": \"s3://BUCKET\",",
                    "IOS": quoted(storeURLs[.ios] ?? PlaceholderChecks.appStore),
                    "ANDROID": quoted(storeURLs[.android] ?? PlaceholderChecks.googlePlay),
                ])
            do {
                _ = try Policy(parsing: Array(text.utf8), file: Starter.policyName)
            } catch let refusal as PolicyRefusal {
                let finding = refusal.findings[0]
                throw ErrorReport(
                    .usage, finding.message, hint: finding.hint ?? "signet help init shows what it takes")
            }
            return [
                (Starter.policyName, Array(text.utf8)),
                (Starter.catalogName, EmbeddedFile.bytes("initial/\(Starter.catalogName)")),
            ]
        }
    }
}
