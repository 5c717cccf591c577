import ExternalPrograms
import ManifestVerifier

/// Tells CloudFront to forget what it keeps of paths that have changed.
package struct Invalidation: Sendable {
    private let program: AWSProgram
    private let distribution: String

    /// An invalidation for a distribution; nil when the text is no distribution's id.
    package init?(distribution: String, variables: [String: String]) {
        guard (1...64).contains(distribution.utf8.count),
            distribution.utf8.allSatisfy({ $0.isNameByte && $0 != UInt8(ascii: ".") })
        else { return nil }
        self.distribution = distribution
        program = AWSProgram(.cloudFront, variables: variables, timeLimit: .seconds(120))
    }

    /// Asks for it; the CDN needs a while.
    ///
    /// - Parameters:
    ///   - paths: paths of the tree.
    ///   - root: the path of the tree's own address, which begins with a `/` unless it is empty.
    ///   - date: makes the request one of its own.
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
            throw PublishError.invalidation(distribution, error)
        }
    }

    private static let pathsOfOneRequest = 1_000
}
