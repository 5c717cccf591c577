import Diagnostics
import ManifestVerifier

/// The policy that `init` writes for a team that publishes nothing yet: a gate document, and whatever has no good default.
package struct InitialPolicy: Sendable {
    private let origin: String?
    private let publishTo: String?
    private let storeURLs: [Platform: String]

    /// What is nil becomes a placeholder, with which nothing is published.
    package init(origin: String? = nil, publishTo: String? = nil, storeURLs: [Platform: String] = [:]) {
        (self.origin, self.publishTo, self.storeURLs) = (origin, publishTo, storeURLs)
    }

    /// The policy and its catalog; fails for a value that no policy may have.
    var files: [(path: String, bytes: [UInt8])] {
        get throws {
            let bytes = Array(text.utf8)
            do {
                _ = try Policy(parsing: bytes, file: Starter.policyName)
            } catch let refusal as PolicyRefusal {
                let finding = refusal.findings[0]
                throw ErrorReport(
                    .usage, finding.message, hint: finding.hint ?? "signet help init shows what it takes")
            }
            return [
                (Starter.policyName, bytes),
                (Starter.catalogName, EmbeddedFile.bytes("initial/\(Starter.catalogName)")),
            ]
        }
    }

    private var text: String {
        let target = publishTo.map { "\"publishTo\": \(quoted($0))," } ?? "// \"publishTo\": \"s3://BUCKET\","
        return EmbeddedFile.text(
            "initial/\(Starter.policyName)",
            [
                "ORIGIN": quoted(origin ?? PlaceholderChecks.origin), "TARGET": target,
                "IOS": quoted(storeURLs[.ios] ?? PlaceholderChecks.appStore),
                "ANDROID": quoted(storeURLs[.android] ?? PlaceholderChecks.googlePlay),
            ])
    }

    private func quoted(_ text: String) -> String { JSONValue.string(text).oneLine }
}
