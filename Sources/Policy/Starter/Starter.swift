import Diagnostics

/// The policy to look at: built in, so that the first build needs no files. Its environment is "development".
package enum Starter {
    package static let policyName = "policy.json"
    static let catalogName = "Descriptions.xcstrings"

    /// The policy first.
    static var files: [(path: String, bytes: [UInt8])] {
        [policyName, catalogName, "static/support.json"].map { ($0, EmbeddedFile.bytes("starter/\($0)")) }
    }
}
