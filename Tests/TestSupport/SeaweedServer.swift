import Foundation

/// A real SeaweedFS on the loopback interface, one for all tests of a process.
///
/// It verifies signatures, that requests are not older than 15 minutes, `x-amz-checksum-sha256`, `Content-MD5`,
/// `If-Match` and `If-None-Match`. It verifies neither the hash of a body (`x-amz-content-sha256`) nor the region. It starts
/// in a second, and takes 120 MB of memory, half a megabyte more for each bucket; the first write to a bucket takes 0.2 s.
package final class SeaweedServer: Sendable {
    /// The server, which ends with this process, however it ends.
    package static let shared = Result { try SeaweedServer() }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let door: String
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let accessKey = "AKIA\(UUID().uuidString.prefix(8))"
    private let secretKey = "secret/\(UUID().uuidString)+"

    private init() throws {
        folder = try TemporaryFolder()
        process = try ServerProcess(named: "seaweed.py", [accessKey, secretKey, Self.region], in: folder)
        RunFolder.atEnd { [process] in process.end() }
        guard process.ports.count == 2 else { throw CannotRun(description: "SeaweedFS has no door") }
        origin = "http://127.0.0.1:\(process.ports[0])"
        door = "http://127.0.0.1:\(process.ports[1])"
    }

    package static let region = "eu-west-2"

    /// Makes a bucket that no other test has.
    package func makeBucket() throws -> Bucket {
        let bucket = Bucket(
            name: "bucket-\(UUID().uuidString.lowercased())", origin: origin, door: door,
            environment: awsEnvironment(origin: origin).merging([
                "AWS_ENDPOINT_URL_S3": origin, "AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey,
            ]) { $1 })
        try bucket.make()
        return bucket
    }

    /// A new bucket of the shared server.
    package static func makeBucket() throws -> Bucket { try shared.get().makeBucket() }
}
