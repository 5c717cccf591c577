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
        return """
            // Which versions of your apps may run. After a change: signet plan, signet build, signet publish
            {
              "$schema": "./\(DocumentSchema.policy.fileName)",
              "descriptions": "\(Starter.catalogName)",
              "environments": {
                "\(Initialization.environment)": {
                  // Where apps fetch the documents, and where "signet publish" puts them.
                  "origin": \(quoted(origin ?? PlaceholderChecks.origin)),
                  \(target)

                  // Below "minimum" the app does not run; "latest" is what the store has. Texts are keys of the catalog.
                  "ios": {
                    "storeURL": \(quoted(storeURLs[.ios] ?? PlaceholderChecks.appStore)),
                    "minimumOSVersion": { "value": "13", "description": "os-required" },
                    "minimumAppVersion": { "value": "1.0.0", "description": "app-required" },
                    "latestAppVersion": { "value": "1.0.0" }
                  },
                  "android": {
                    "storeURL": \(quoted(storeURLs[.android] ?? PlaceholderChecks.googlePlay)),
                    "minimumSDKVersion": { "value": 21, "description": "os-required" },
                    "minimumAppVersion": { "value": 1, "versionName": "1.0.0", "description": "app-required" },
                    "latestAppVersion": { "value": 1, "versionName": "1.0.0" }
                  },
                  "maintenance": { "active": false, "message": "maintenance" },
                  "documents": {
                    // Apps that read it already: "availability": "distribution/availability-{platform}",
                    "gate": "gate/{platform}.json"
                  }
                }
              }
            }

            """
    }

    private func quoted(_ text: String) -> String { JSONValue.string(text).oneLine }
}
