import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Has CloudFront drop its cached copies of paths that have changed.
package struct Invalidation: Sendable {
    private let program: AWSProgram
    private let distribution: String

    /// An invalidation for a distribution; nil when the text is not the id of a distribution.
    package init?(distribution: String, variables: [String: String]) {
        guard (1...64).contains(distribution.utf8.count),
            distribution.utf8.allSatisfy({ $0.isNameByte && $0 != UInt8(ascii: ".") })
        else { return nil }
        self.distribution = distribution
        program = AWSProgram(.cloudFront, variables: variables, timeLimit: .seconds(120))
    }

    /// Requests the invalidation, which the CDN completes later.
    ///
    /// - Parameters:
    ///   - paths: paths of the tree.
    ///   - root: the path of the tree's own address, which begins with a `/` unless it is empty.
    ///   - date: makes the request unique.
    package func run(_ paths: [String], below root: String, date: SignedDate) async throws {
        guard !paths.isEmpty else { return }
        // Every path costs, and a request takes 3,000 ("Invalidation paths").
        let items = paths.count <= Self.pathsOfOneRequest ? paths.map { "\(root)/\($0)" } : ["\(root)/*"]
        let reference =
            "signet-\(date.secondsSince1970)-"
            + SHA256.hash(Array(paths.joined(separator: "\n").utf8)).hexadecimal.prefix(16)
        let batch = JSONValue.object([
            JSONMember(
                "Paths",
                .object([
                    JSONMember("Quantity", .integer(items.count)),
                    JSONMember("Items", .array(items.map { .string($0) })),
                ])),
            JSONMember("CallerReference", .string(reference)),
        ])
        do throws(AWSError) {
            _ = try await program.run(
                [
                    "cloudfront", "create-invalidation", "--distribution-id", distribution, "--invalidation-batch",
                    "file:///dev/stdin",
                ], input: .bytes(JSONWriter.bytes(of: batch)))
        } catch {
            throw ErrorReport(
                error.report.kind, "CloudFront \(distribution): \(error.report.message); what was sent is in the bucket",
                hint: "another run has nothing to invalidate; do it by hand: aws cloudfront create-invalidation "
                    + "--distribution-id \(distribution) --paths '/*'")
        }
    }

    private static let pathsOfOneRequest = 1_000
}
