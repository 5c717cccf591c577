import LocalFiles
import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Gets one document with its response headers from the URL where it is published.
package struct DocumentDownload: Sendable {
    private let address: TreeAddress
    private let files: PublishedFiles
    private let timeLimits: Curl.TimeLimits
    /// Where temporary folders are.
    private let parent: String

    /// - Parameter variables: the environment variables of this process, as for `TreeDownload`.
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
        let request = PublishedFiles.Request(
            nil, folder: temporary.folder, name: "body", byteLimit: Limits.manifestBytes)
        let answers = try await files.get([request], until: .now + timeLimits.whole)
        if let failure = answers[0].failure { throw ErrorReport(failure, ofDocumentAt: address.rawValue) }
        // curl makes no file for an empty body.
        let body = try temporary.folder.readIfPresent("body", limit: Limits.manifestBytes) ?? []
        try temporary.remove()
        return Download(body: body, headers: answers[0].headers)
    }
}

extension ErrorReport {
    /// Why a document did not come from its address.
    package init(_ failure: TransferFailure, ofDocumentAt url: String) {
        self.init(failure.kind, "\(url): \(failure.message)", hint: failure.documentHint)
    }
}
