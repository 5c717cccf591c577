import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// The answer of a host to a request for one document and its sidecars; none of it is trusted.
struct LiveAnswer: Sendable {
    /// Why the body did not come.
    let failure: TransferFailure?
    let headers: [HeaderField]
    /// Whether only the headers were requested.
    let isHead: Bool
    private let folder: Folder
    private let bodyName: String
    private let sidecars: [LiveSidecar: Sidecar]

    private struct Sidecar {
        let failure: TransferFailure?
        let headers: [HeaderField]
        let name: String
        let byteLimit: Int
    }

    /// The body as it is on disk; nil for an empty one, of which curl makes no file.
    func body() throws(FileError) -> ReadableFile? {
        folder.kind(of: bodyName) == nil ? nil : try folder.file(bodyName)
    }

    func bodyBytes(limit: Int) throws(FileError) -> [UInt8] {
        try folder.readIfPresent(bodyName, limit: limit) ?? []
    }

    /// Why a sidecar that was requested did not come.
    func failure(of sidecar: LiveSidecar) -> TransferFailure? { sidecars[sidecar]?.failure }

    /// The headers of the `.jws`; of other sidecars none are asked for.
    var headersOfJWS: [HeaderField] { sidecars[.jws]?.headers ?? [] }

    func bytes(of sidecar: LiveSidecar) throws(FileError) -> [UInt8] {
        guard let answer = sidecars[sidecar] else { return [] }
        return try folder.readIfPresent(answer.name, limit: answer.byteLimit) ?? []
    }

    /// Whether the host sent any of the headers that a bucket keeps with an object.
    var hasObjectMetadata: Bool { headers.contains { $0.name.asciiLowercased.hasPrefix("x-amz-meta-") } }

    /// What is wrong according to the HTTP status; nil for a body that came.
    var difference: LiveDifference? {
        switch failure {
        case nil: return nil
        case .status(let status): return .status(status)
        case .redirect(let status):
            let place = headers.first { $0.isNamed("location") }?.value
            // A 304 is among the redirects, and leads nowhere.
            return place.map { .redirect(status, to: String($0.filter { !$0.isNewline }.prefix(200))) }
                ?? .status(status)
        case .tooLarge(let limit): return .tooLarge(limit: limit)
        case .differs, .timedOut, .unreachable, .untrustedHost, .service, .other:
            return failure.map { .noAnswer($0) }
        }
    }

    /// A request for the body of a document, and for the sidecars that are wanted.
    struct Question: Sendable {
        /// The path below the address; nil for the address itself, which has no sidecars.
        let path: DocumentPath?
        let byteLimit: Int
        var sidecars: [LiveSidecar] = []
        /// Whether only the headers are wanted.
        var isHead = false

        /// The most bytes that the answers take on disk.
        var diskBytes: Int {
            sidecars.reduce(isHead ? 0 : byteLimit) { $0 + $1.byteLimit(ofBody: byteLimit) }
        }
    }

    /// Sends all requests at once; the answers are on disk while `use` works with them.
    static func fetching<Result>(
        _ questions: [Question], from files: PublishedFiles, _ network: LiveNetwork,
        _ use: ([LiveAnswer]) async throws(FileError) -> Result
    ) async throws -> Result {
        let temporary = try PrivateFolder(below: PrivateFolder.parent(network.variables))
        let answers = try await fetch(questions, from: files, network, into: temporary.folder)
        let result = try await use(answers)
        try temporary.remove()
        return result
    }

    private static func fetch(
        _ questions: [Question], from files: PublishedFiles, _ network: LiveNetwork, into folder: Folder
    ) async throws -> [LiveAnswer] {
        let bodies = questions.enumerated().map { number, question in
            PublishedFiles.Request(
                question.path?.file, folder: folder, name: "\(number).body", byteLimit: question.byteLimit,
                isHead: question.isHead)
        }
        var requests = bodies
        for (number, question) in questions.enumerated() {
            guard let path = question.path else { continue }
            requests += question.sidecars.map { sidecar in
                PublishedFiles.Request(
                    sidecar.path(of: path), folder: folder, name: "\(number)\(sidecar.suffix)",
                    byteLimit: sidecar.byteLimit(ofBody: question.byteLimit), needsHeaders: sidecar == .jws)
            }
        }
        let found = try await files.get(requests, until: .now + network.timeLimits.whole)
        var others = found.dropFirst(bodies.count)
        return questions.enumerated().map { number, question in
            var sidecars: [LiveSidecar: Sidecar] = [:]
            for sidecar in question.path == nil ? [] : question.sidecars {
                let answer = others.removeFirst()
                sidecars[sidecar] = Sidecar(
                    failure: answer.failure, headers: answer.headers, name: "\(number)\(sidecar.suffix)",
                    byteLimit: sidecar.byteLimit(ofBody: question.byteLimit))
            }
            return LiveAnswer(
                failure: found[number].failure, headers: found[number].headers, isHead: question.isHead, folder: folder,
                bodyName: "\(number).body", sidecars: sidecars)
        }
    }
}

/// A file beside a document that a live check fetches as well.
package enum LiveSidecar: Sendable {
    /// `P.sig`.
    case signature
    /// `P.jws`.
    case jws

    /// What it adds to the path of the body.
    package var suffix: String { self == .jws ? DocumentPath.jwsSuffix : DocumentPath.signatureSuffix }

    func path(of document: DocumentPath) -> String { document.rawValue + suffix }

    /// The most bytes that it may have beside a body of so many bytes.
    func byteLimit(ofBody byteCount: Int) -> Int {
        self == .jws ? JWS.byteLimit(ofBody: byteCount) : Limits.sidecarBytes
    }
}
