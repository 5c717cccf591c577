import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// The answer of a host to a request for one document and its signature sidecar; none of it is trusted.
struct LiveAnswer: Sendable {
    /// Why the body did not come.
    let failure: TransferFailure?
    /// Why the signature sidecar did not come.
    let sidecarFailure: TransferFailure?
    /// The response headers of the body.
    let headers: [HeaderField]
    /// Whether only the headers were requested.
    let isHead: Bool
    private let folder: Folder
    private let bodyName: String
    private let sidecarName: String?

    /// The body as it is on disk; nil for an empty one, of which curl makes no file.
    func body() throws(FileError) -> ReadableFile? {
        folder.kind(of: bodyName) == nil ? nil : try folder.file(bodyName)
    }

    /// All bytes of the body.
    func bodyBytes(limit: Int) throws(FileError) -> [UInt8] {
        try folder.readIfPresent(bodyName, limit: limit) ?? []
    }

    /// The bytes of the signature sidecar; nil when it was not requested.
    func sidecarBytes() throws(FileError) -> [UInt8]? {
        guard let sidecarName else { return nil }
        return try folder.readIfPresent(sidecarName, limit: Limits.sidecarBytes) ?? []
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

    /// A request for the body of a document, and for its signature sidecar if it is wanted.
    struct Question: Sendable {
        /// The path below the address; nil for the address itself.
        let path: String?
        let byteLimit: Int
        let sidecarPath: String?
        /// Whether only the headers are wanted.
        var isHead = false
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
                question.path, folder: folder, name: "\(number).body", byteLimit: question.byteLimit,
                isHead: question.isHead)
        }
        let sidecars = questions.enumerated().compactMap { number, question in
            question.sidecarPath.map {
                PublishedFiles.Request(
                    $0, folder: folder, name: "\(number).sig", byteLimit: Limits.sidecarBytes, needsHeaders: false)
            }
        }
        let found = try await files.get(bodies + sidecars, until: .now + network.timeLimits.whole)
        var sidecarAnswers = found.dropFirst(bodies.count)
        var answers: [LiveAnswer] = []
        for (number, question) in questions.enumerated() {
            let hasSidecar = question.sidecarPath != nil
            answers.append(
                LiveAnswer(
                    failure: found[number].failure,
                    sidecarFailure: hasSidecar ? sidecarAnswers.removeFirst().failure : nil,
                    headers: found[number].headers, isHead: question.isHead, folder: folder,
                    bodyName: "\(number).body", sidecarName: hasSidecar ? "\(number).sig" : nil))
        }
        return answers
    }
}
