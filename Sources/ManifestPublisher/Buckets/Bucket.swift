import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// A place in S3, through the program `aws`.
struct Bucket: Sendable {
    let address: BucketAddress
    private let program: AWSProgram
    private let endpoint: String?

    /// - Parameters:
    ///   - endpoint: another endpoint than Amazon's; nil for the usual one.
    ///   - variables: the environment variables, for `aws`.
    init(address: BucketAddress, endpoint: String?, variables: [String: String]) {
        self.address = address
        self.endpoint = endpoint
        program = AWSProgram(.s3, variables: variables, timeLimit: .seconds(15 * 60))
    }

    /// What is expected of an object.
    struct Expectation {
        let byteCount: Int
        /// The SHA-256; nil when it is not known.
        let sha256: [UInt8]?
        /// Whether it is the archive of a web bundle, which is never fetched.
        let isArchive: Bool

        /// A document or a sidecar that is always fetched.
        static let small = Expectation(byteCount: 0, sha256: nil, isArchive: false)
    }

    /// The object at a path; nil when there is none.
    ///
    /// - Parameters:
    ///   - expected: a large body is fetched only when S3 does not say that it is the expected one.
    ///   - folder: where its body goes, and is removed from again.
    func object(
        _ path: String, expecting expected: Expectation, into folder: Folder
    ) async throws(AWSError) -> LiveObject? {
        let name = SHA256.hash(Array(path.utf8)).hexadecimal
        defer { try? folder.remove(name) }
        do throws(AWSError) {
            if expected.isArchive || expected.byteCount > Limits.manifestBytes {
                let head = try await run("head-object", path, ["--checksum-mode", "ENABLED"])
                let sha256 = (try? head["ChecksumSHA256"]?.asString()).flatMap(Base64.decode)
                if expected.isArchive || (sha256 != nil && sha256 == expected.sha256) {
                    return LiveObject(head, sha256: sha256)
                }
            }
            // A former body may be larger than the one that is expected.
            let limit = max(expected.byteCount, Limits.publicationBytes)
            let answer = try await run("get-object", path, [folder.child(name)], fileSizeLimit: limit)
            do throws(FileError) {
                return try LiveObject(answer, file: folder.file(name))
            } catch {
                throw AWSError(unusable: "aws s3api get-object wrote no body")
            }
        } catch {
            if error.cause == .noSuchObject { return nil }
            throw error
        }
    }

    /// Sends body and headers in one request, so that clients never get one without the other.
    ///
    /// - Parameter body: the body of the object.
    /// - Returns: whether S3 confirmed the checksum of what it received.
    func put(_ object: BucketObject, body: ProgramInput) async throws(AWSError) -> Bool {
        let checksum = Base64.encode(object.sha256)
        let headers = object.headers
        let metadata = headers.metadata.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
        let answer = try await run(
            "put-object", object.path,
            // The verified bytes, and not a file that may have changed since.
            ["--body", "/dev/stdin"],
            members: [
                JSONMember("ContentType", .string(headers.contentType)),
                JSONMember("CacheControl", .string(headers.cacheControl)),
                JSONMember("ChecksumSHA256", .string(checksum)), JSONMember("Metadata", .object(metadata)),
            ], input: body)
        return (try? answer["ChecksumSHA256"]?.asString()) == checksum
    }

    /// Removes an object.
    func delete(_ path: String) async throws(AWSError) {
        _ = try await run("delete-object", path, [])
    }

    /// Runs an operation on the object at a path; an empty object stands for an answer without content.
    ///
    /// Values from a tree are passed as JSON: for an argument `file://…` the program would send the content of that
    /// file.
    private func run(
        _ operation: String, _ path: String, _ words: [String], members: [JSONMember] = [],
        input: ProgramInput = .bytes([]), fileSizeLimit: Int = Limits.publicationBytes
    ) async throws(AWSError) -> JSONValue {
        // Neither can be taken for a file or a flag: one has no colon, and the other follows a "=".
        var arguments = ["s3api", operation, "--bucket", address.bucket, "--key=\(address.key(of: path))"]
        if !members.isEmpty {
            arguments += ["--cli-input-json", String(decoding: JSONWriter.bytes(of: .object(members)), as: UTF8.self)]
        }
        if let endpoint { arguments += ["--endpoint-url", endpoint] }
        return try await program.run(arguments + words, input: input, fileSizeLimit: fileSizeLimit) ?? .object([])
    }
}

extension AWSError {
    /// The report of a failure at an object, or at a whole bucket.
    func report(at place: String) -> ErrorReport {
        ErrorReport(report.kind, "\(place): \(report.message)", hint: report.hint)
    }
}
