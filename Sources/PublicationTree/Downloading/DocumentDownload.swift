import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Gets one document from the URL where it is published, with its response headers, or the `.jws` that the URL names.
package struct DocumentDownload: Sendable {
    private let address: TreeAddress
    private let files: PublishedFiles
    private let timeLimits: Curl.TimeLimits
    private let parent: String

    package init(
        _ address: TreeAddress, variables: [String: String],
        timeLimits: Curl.TimeLimits = Curl.TimeLimits()
    ) {
        self.address = address
        self.timeLimits = timeLimits
        files = PublishedFiles(at: address, variables: variables, timeLimits: timeLimits)
        parent = PrivateFolder.parent(variables)
    }

    /// Downloads the document, which is not verified.
    package func run() async throws -> Download {
        let temporary = try PrivateFolder(below: parent)
        let isJWS = address.rawValue.hasSuffix(DocumentPath.jwsSuffix)
        let limit = isJWS ? JWS.byteLimit(ofBody: Limits.manifestBytes) : Limits.manifestBytes
        let request = PublishedFiles.Request(nil, folder: temporary.folder, name: "body", byteLimit: limit)
        let answers = try await files.get([request], until: .now + timeLimits.whole)
        if let failure = answers[0].failure { throw ErrorReport(failure, ofDocumentAt: address.rawValue) }
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
