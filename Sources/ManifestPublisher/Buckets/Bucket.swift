import ManifestCrypto
import ManifestFormat
import PublicationTree

/// A place in S3, through the program `aws`.
struct Bucket: Sendable {
    let address: BucketAddress
    let aws: Aws

    /// The object at a path; nil when there is none.
    ///
    /// - Parameters:
    ///   - size: what its size is expected to be; a large body is fetched only when S3 keeps no checksum of it.
    ///   - folder: where its body goes.
    func object(_ path: String, size: Int, into folder: Folder, _ name: String) async throws(AwsFailure) -> LiveObject?
    {
        let words = ["--bucket", address.bucket, "--key", address.key(of: path)]
        do throws(AwsFailure) {
            if size > Limits.manifestBytes {
                let head = try await aws.run(["s3api", "head-object", "--checksum-mode", "ENABLED"] + words)
                if let head, let text = try? head["ChecksumSHA256"]?.asString(),
                    let sha256 = Base64.decode(text)
                {
                    return LiveObject(head, body: nil, sha256: sha256)
                }
            }
            let answer = try await aws.run(["s3api", "get-object"] + words + [folder.child(name)])
            guard let answer, let body = try? folder.read(name, limit: Limits.publicationBytes) else {
                throw AwsFailure.unexpected("get-object gave no body")
            }
            return LiveObject(answer, body: body, sha256: SHA256.hash(body).bytes)
        } catch {
            if error == .noSuchKey { return nil }
            throw error
        }
    }

    /// Sends body and headers in one request, so that they can never be seen apart.
    ///
    /// - Returns: whether S3 has confirmed the checksum of what it got.
    func put(_ object: BucketObject) async throws(AwsFailure) -> Bool {
        let checksum = Base64.encode(object.digest.bytes)
        let metadata = JSONWriter.bytes(
            of: .object(object.metadata.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }))
        var words = [
            "s3api", "put-object", "--bucket", address.bucket, "--key", address.key(of: object.path),
            // The bytes that were verified, and not a file that may have changed since.
            "--body", "/dev/stdin", "--content-type", object.contentType, "--cache-control", object.cacheControl,
            "--checksum-sha256", checksum,
        ]
        if !object.metadata.isEmpty { words += ["--metadata", String(decoding: metadata, as: UTF8.self)] }
        let answer = try await aws.run(words, input: object.body)
        return (try? answer?["ChecksumSHA256"]?.asString()) == checksum
    }

    /// Removes an object.
    func delete(_ path: String) async throws(AwsFailure) {
        _ = try await aws.run([
            "s3api", "delete-object", "--bucket", address.bucket, "--key", address.key(of: path),
        ])
    }
}
