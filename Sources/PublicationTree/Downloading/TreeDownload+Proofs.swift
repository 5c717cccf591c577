import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

// After an upload that was cut off.
extension TreeDownload {
    /// The bodies that keys prove at paths where something else is than the index lists: an upload sends documents first.
    ///
    /// - Returns: the proven bodies by path; none for a path where nothing is proven.
    func proven(
        _ documents: [Publication.Document], by proofs: BodyProofs, until deadline: ContinuousClock.Instant
    ) async throws -> [String: [ProvenBody]] {
        var proven: [String: [ProvenBody]] = [:]
        let most = Self.proofs.reduce(0) { $0 + $1.byteLimit }
        for part in documents.parts(count: Limits.liveAnswers, bytes: Limits.treeBytes, of: { _ in most }) {
            let temporary = try PrivateFolder(below: parent)
            let requests = part.enumerated().flatMap { number, document in
                Self.proofs.map { suffix, byteLimit in
                    PublishedFiles.Request(
                        document.path.rawValue + suffix, folder: temporary.folder, name: "\(number)\(suffix)",
                        byteLimit: byteLimit, needsHeaders: suffix.isEmpty)
                }
            }
            var answers = try await files.get(requests, until: deadline)[...]
            for (number, document) in part.enumerated() {
                let headers = answers.first?.headers ?? []
                let found = try Self.proofs.map { suffix, byteLimit in
                    // curl makes no file for an empty body.
                    try answers.removeFirst().failure == nil
                        ? temporary.folder.readIfPresent("\(number)\(suffix)", limit: byteLimit) ?? [] : nil
                }
                proven[document.path.rawValue] = proofs.bodies(
                    at: document.path, found[0].map { ($0, headers) }, sidecar: found[1], jws: found[2])
            }
            try temporary.remove()
        }
        return proven.filter { !$0.value.isEmpty }
    }

    /// The body and what proves it, each by what its name adds to the path and by the most bytes that it may have.
    private static let proofs: [(suffix: String, byteLimit: Int)] = [
        ("", Limits.manifestBytes), (DocumentPath.signatureSuffix, Limits.sidecarBytes),
        (DocumentPath.jwsSuffix, JWS.byteLimit(ofBody: Limits.manifestBytes)),
    ]
}
