import Foundation

/// A real OpenStack Swift with its S3 API on the loopback interface, one for all tests of a process.
///
/// It verifies signatures, that requests are not older than 15 minutes, the hash of a body (`x-amz-content-sha256`) and the
/// region. It knows no conditions, which it refuses with 501, and ignores `x-amz-checksum-sha256`; it names the right region
/// only in the body of an answer. It starts in two seconds.
package final class SwiftObjectServer: Sendable {
    /// The server, which ends with this process, however it ends.
    package static let shared = Result { try SwiftObjectServer() }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let door: String
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let accessKey = "signet:publisher"
    private let secretKey = "secret/\(UUID().uuidString)+"

    private init() throws {
        folder = try TemporaryFolder()
        process = try ServerProcess(named: "openstack-swift.py", [accessKey, secretKey, Self.region], in: folder)
        RunFolder.atEnd { [process] in process.end() }
        guard process.ports.count == 2 else { throw CannotRun(description: "OpenStack Swift has no door") }
        origin = "http://127.0.0.1:\(process.ports[0])"
        door = "http://127.0.0.1:\(process.ports[1])"
    }

    package static let region = "eu-west-2"

    /// Makes a bucket of the shared server that no other test has.
    package static func makeBucket() throws -> Bucket {
        let server = try shared.get()
        let bucket = Bucket(
            name: "bucket-\(UUID().uuidString.lowercased())", origin: server.origin, door: server.door,
            environment: awsEnvironment(origin: server.origin).merging([
                "AWS_ENDPOINT_URL_S3": server.origin, "AWS_ACCESS_KEY_ID": server.accessKey,
                "AWS_SECRET_ACCESS_KEY": server.secretKey,
            ]) { $1 })
        try bucket.make()
        return bucket
    }
}
