import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Has CloudFront drop its cached copies of paths that have changed.
package struct Invalidation: Sendable {
    private let distribution: String
    private let variables: [String: String]

    /// An invalidation for a distribution; nil when the text is not the id of a distribution.
    package init?(distribution: String, variables: [String: String]) {
        guard (1...64).contains(distribution.utf8.count),
            distribution.utf8.allSatisfy({ $0.isNameByte && $0 != UInt8(ascii: ".") })
        else { return nil }
        self.distribution = distribution
        self.variables = variables
    }

    /// Requests the invalidation, which the CDN completes later.
    ///
    /// - Parameters:
    ///   - root: the path of the tree's own address, which begins with a `/` unless it is empty.
    ///   - date: makes the request unique.
    package func run(_ paths: [String], below root: String, date: SignedDate) async throws {
        guard !paths.isEmpty else { return }
        // Every path costs, and a request takes 3,000 ("Invalidation paths").
        let items = paths.count <= Self.pathsOfOneRequest ? paths.map { "\(root)/\($0)" } : ["\(root)/*"]
        let reference =
            "signet-\(date.secondsSince1970)-"
            + SHA256.hash(Array(paths.joined(separator: "\n").utf8)).hexadecimal.prefix(16)
        do {
            try await send(Array(Self.batch(items, reference: reference).utf8))
        } catch {
            let report = ErrorReport(error)
            throw ErrorReport(
                report.kind, "CloudFront \(distribution): \(report.message); what was sent is in the bucket",
                hint: "another run has nothing to invalidate; do it by hand: aws cloudfront create-invalidation "
                    + "--distribution-id \(distribution) --paths '/*'")
        }
    }

    private func send(_ body: [UInt8]) async throws {
        let configured = try AWSEndpoint.configured(for: "CLOUDFRONT", variables: variables)
        let endpoint = configured ?? AWSEndpoint(host: "cloudfront.amazonaws.com")
        // It has one endpoint for the whole world, which is signed for as if it were there.
        let client = AWSClient(.cloudFront, region: "us-east-1", variables: variables) { _ in endpoint }
        // In a file: before version 8.5 curl takes 100 KB in a line of its configuration.
        let temporary = try PrivateFolder(below: PrivateFolder.parent(variables))
        try temporary.folder.write("batch.xml", body)
        var request = AWSRequest(.post, "/\(Self.version)/distribution/\(distribution)/invalidation")
        request.headers = [HeaderField(unchecked: HeaderField.contentType, value: "text/xml")]
        request.body = .file(
            path: temporary.folder.child("batch.xml"), byteCount: body.count, sha256: SHA256.hash(body).bytes)
        _ = try await client.send(request)
        try temporary.remove()
    }

    /// The body of the request ("CreateInvalidation" in the reference of the CloudFront API).
    private static func batch(_ items: [String], reference: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/\(version)/">\
        <Paths><Quantity>\(items.count)</Quantity>\
        <Items>\(items.map { "<Path>\($0.escapedForXML)</Path>" }.joined())</Items></Paths>\
        <CallerReference>\(reference.escapedForXML)</CallerReference></InvalidationBatch>
        """
    }

    private static let version = "2020-05-31"
    private static let pathsOfOneRequest = 1_000
}

extension String {
    /// The text as it stands between two tags of XML.
    fileprivate var escapedForXML: String {
        replacingScalars("&", with: "&amp;").replacingScalars("<", with: "&lt;").replacingScalars(">", with: "&gt;")
    }
}
