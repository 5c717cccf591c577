import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

extension TreeAddress {
    /// Gets the one document that is published here, unverified: with its response headers, or the `.jws` that the URL names.
    package func download(variables: [String: String]) async throws -> Download {
        let files = PublishedFiles(at: self, variables: variables)
        let temporary = try PrivateFolder(below: PrivateFolder.parent(variables))
        let isJWS = rawValue.hasSuffix(DocumentPath.jwsSuffix)
        let limit = isJWS ? JWS.byteLimit(ofBody: Limits.manifestBytes) : Limits.manifestBytes
        let request = PublishedFiles.Request(nil, folder: temporary.folder, name: "body", byteLimit: limit)
        let answers = try await files.get([request], until: .now + files.timeLimits.whole)
        if let failure = answers[0].failure { throw ErrorReport(failure, ofDocumentAt: rawValue) }
        // curl makes no file for an empty body.
        let body = try temporary.folder.readIfPresent("body", limit: limit) ?? []
        try temporary.remove()
        return isJWS ? Download(jws: body) : Download(body: body, headers: answers[0].headers)
    }
}

extension ErrorReport {
    /// Why a document did not come from its address.
    package init(_ failure: TransferFailure, ofDocumentAt url: String) {
        self.init(failure.kind, "\(url): \(failure.message)", hint: failure.documentHint)
    }
}
