import LocalFiles
import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Gets one document with its response headers from the URL where it is published.
package struct DocumentDownload: Sendable {
    private let address: TreeAddress
    private let curl: Curl
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
        curl = Curl(variables: variables, timeLimits: timeLimits)
        parent = TreeDownload.parentOfTemporaryFolders(variables)
    }

    /// Downloads the document, which is not verified.
    package func run() async throws -> Download {
        let temporary = try PrivateFolder(below: parent)
        let transfer = Curl.Transfer(
            url: address.rawValue, folder: temporary.folder, name: "body", byteLimit: Limits.manifestBytes,
            headersName: "headers")
        let failures = try await curl.fetch([transfer], until: .now + timeLimits.whole)
        if let failure = failures.first ?? nil { throw ErrorReport(failure, ofDocumentAt: address.rawValue) }
        let headers = try temporary.folder.read("headers", limit: Limits.responseHeaderBytes)
        // curl makes no file for an empty body.
        let body = try temporary.folder.readIfPresent("body", limit: Limits.manifestBytes) ?? []
        try temporary.remove()
        return Download(body: body, headers: Self.fields(headers))
    }

    /// The fields of the last block of headers; those before it were informational (RFC 9110 §15.2).
    package static func fields(_ bytes: [UInt8]) -> [HeaderField] {
        var fields: [HeaderField] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if line.starts(with: Array("HTTP/".utf8)) {
                fields = []
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: line[..<colon], as: UTF8.self)
                guard let field = HeaderField(name: name, value: Self.trimmed(line[line.index(after: colon)...])) else {
                    continue
                }
                fields.append(field)
            }
        }
        return fields
    }

    /// A value without the spaces and tabs around it (RFC 9110 §5.5).
    private static func trimmed(_ value: ArraySlice<UInt8>) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = value.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }
        return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
    }
}

extension ErrorReport {
    /// Why a document did not come from its address.
    package init(_ failure: TransferFailure, ofDocumentAt url: String) {
        self.init(failure.kind, "\(url): \(failure.message)", hint: failure.documentHint)
    }
}
