import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier

extension S3Bucket {
    /// Sends a large object in parts, each with its own checksum, at most four at once.
    ///
    /// The parts lie in a private folder while they are sent. What has been sent is given up when anything fails, as far as
    /// the service can be reached; a rule of the bucket removes what is left of interrupted runs.
    ///
    /// - Parameters:
    ///   - file: the body, at its start; when its bytes do not have the SHA-256 of `upload`, nothing is put in place.
    ///   - parent: where temporary folders are made.
    ///   - progress: receives the bytes that were sent so far.
    /// - Returns: false, since no service confirms the SHA-256 of the whole, or why it did not take it.
    package func putInParts(
        _ upload: Upload, from file: ReadableFile, below parent: String, progress: @Sendable (Int) -> Void
    ) async throws -> Result<Bool, AWSError> {
        var begin = request(.post, upload.path)
        begin.query = [("uploads", "")]
        begin.headers = upload.headers + [HeaderField(unchecked: "x-amz-checksum-algorithm", value: "SHA256")]
        let answer: AWSAnswer
        switch try await send([begin])[0] {
        case .success(let success): answer = success
        case .failure(let error): return .failure(error)
        }
        let text = String(decoding: answer.body, as: UTF8.self)
        guard let id = text.between("<UploadId>", "</UploadId>"), !id.isEmpty else {
            return .failure(
                AWSError(unusable: "S3 began no upload in parts", hint: "check the endpoint: it must speak S3"))
        }
        do {
            let parts = try await sendParts(of: upload, id, from: file, below: parent, progress: progress)
            try await complete(upload, id, parts)
            return .success(false)
        } catch {
            var abort = request(.delete, upload.path)
            abort.query = [("uploadId", id)]
            // The first failure is the one to report.
            _ = try? await send([abort])
            guard let failure = error as? AWSError else { throw error }
            return .failure(failure)
        }
    }

    /// One part that was sent.
    private struct Part {
        let etag: String
        /// Nil where the service keeps none; such a one may refuse a list that has them, as OpenStack Swift does.
        let checksum: String?
    }

    private func sendParts(
        of upload: Upload, _ id: String, from file: ReadableFile, below parent: String,
        progress: @Sendable (Int) -> Void
    ) async throws -> [Part] {
        let temporary = try PrivateFolder(below: parent)
        let whole = SHA256()
        var parts: [Part] = []
        var sent = 0
        while sent < upload.byteCount {
            var requests: [AWSRequest] = []
            var checksums: [String] = []
            var count = 0
            while requests.count < Self.partsAtOnce, sent + count < upload.byteCount {
                let bytes = try file.bytes(
                    at: sent + count, count: min(Self.partBytes, upload.byteCount - sent - count))
                whole.update(bytes)
                let (name, digest) = ("\(requests.count)", SHA256.hash(bytes))
                try temporary.folder.write(name, bytes)
                var request = request(.put, upload.path)
                request.query = [("partNumber", "\(parts.count + requests.count + 1)"), ("uploadId", id)]
                checksums.append(Base64.encode(digest.bytes))
                request.headers = [HeaderField(unchecked: Self.checksumField, value: checksums[checksums.count - 1])]
                request.body = .file(
                    path: temporary.folder.child(name), byteCount: bytes.count, sha256: digest.bytes)
                requests.append(request)
                count += bytes.count
            }
            for (index, result) in try await send(requests).enumerated() {
                let answer = try result.get()
                guard let etag = answer.header("etag") else {
                    throw AWSError(unusable: "S3 names no ETag of a part", hint: "check the endpoint: it must speak S3")
                }
                let isKept = answer.header(Self.checksumField) != nil
                parts.append(Part(etag: etag, checksum: isKept ? checksums[index] : nil))
                try temporary.folder.remove("\(index)")
            }
            sent += count
            progress(sent)
        }
        try temporary.remove()
        guard whole.finalize().bytes == upload.sha256 else {
            throw AWSError(.wrongBody, .s3, saying: "")
        }
        return parts
    }

    private func complete(_ upload: Upload, _ id: String, _ parts: [Part]) async throws {
        var request = request(.post, upload.path)
        request.query = [("uploadId", id)]
        request.headers = [HeaderField(unchecked: HeaderField.contentType, value: "application/xml")]
        let items = parts.enumerated().map { index, part in
            let etag = part.etag.replacingScalars("&", with: "&amp;").replacingScalars("<", with: "&lt;")
            let checksum = part.checksum.map { "<ChecksumSHA256>\($0)</ChecksumSHA256>" } ?? ""
            return "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(etag)</ETag>\(checksum)</Part>"
        }
        request.body = .text(
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                + items.joined() + "</CompleteMultipartUpload>")
        let answer = try await send([request])[0].get()
        // S3 answers 200 before it knows whether it can do it.
        guard String(decoding: answer.body, as: UTF8.self).contains("<CompleteMultipartUploadResult") else {
            let complaint = ServiceComplaint(status: 500, body: answer.body)
            throw AWSError(complaint.cause, .s3, saying: complaint.words)
        }
    }

    private static let partsAtOnce = 4
    /// S3 takes 10,000 parts of an object.
    private static let partBytes = 16 << 20
}
