import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Fetches one document as a client would, and says what is wrong with its signature headers and its age.
package struct LiveDocumentCheck: Sendable {
    private let address: TreeAddress
    private let keys: FileVerifier.KeyChoice
    private let profile: SignatureProfile?
    private let trust: LiveTrust
    private let network: LiveNetwork
    private let tell: @Sendable (LiveCheck.Event) -> Void

    /// - Parameters:
    ///   - address: where the document is.
    ///   - profile: the profile to check; nil for the one that the headers are of.
    ///   - tell: hears what happens.
    package init(
        _ address: TreeAddress, keys: FileVerifier.KeyChoice, profile: SignatureProfile?, trust: LiveTrust,
        network: LiveNetwork, tell: @escaping @Sendable (LiveCheck.Event) -> Void = { _ in }
    ) {
        self.address = address
        self.keys = keys
        self.profile = profile
        self.trust = trust
        self.network = network
        self.tell = tell
    }

    /// Checks the document.
    ///
    /// - Throws: when nobody answers, and when curl or the temporary folder fails.
    package func run() async throws -> VerificationReport {
        var verdict = try await ask()
        if case .noAnswer(let failure)? = verdict.differences.first {
            // A host that is not there does not settle.
            throw TreeDownloadError.document(url: address.rawValue, failure)
        }
        for pause in network.settling.pauses where !verdict.differences.isEmpty {
            tell(.settling(1, pause: pause))
            await network.settling.wait(pause)
            verdict = try await ask()
        }
        if case .noAnswer(let failure)? = verdict.differences.first {
            throw TreeDownloadError.document(url: address.rawValue, failure)
        }
        var report = VerificationReport()
        if let document = verdict.document { report.documents.append(document.at(address.rawValue)) }
        for difference in verdict.differences {
            report.refuse(address.rawValue, difference.message, hint: difference.hint)
        }
        return report
    }

    private func ask() async throws -> LiveExamination.Verdict {
        let question = LiveAnswer.Question(
            url: address.rawValue, byteLimit: Limits.staticFileBytes, sidecarURL: nil)
        return try await LiveAnswer.fetching([question], network) { (answers) throws(FileError) in
            try examine(answers[0])
        }
    }

    private func examine(_ answer: LiveAnswer) throws(FileError) -> LiveExamination.Verdict {
        guard answer.difference == nil else { return .refused(answer.difference.map { [$0] } ?? []) }
        let verifier: SignatureVerifier
        do throws(VerificationError) {
            verifier = try keys.verifier(of: answer.headers, environment: trust.environment, profile: profile)
        } catch {
            return .refused([.signatureRefused(error)])
        }
        return try LiveExamination(rules: LiveRules(verifier: verifier, trust: trust), expected: nil)
            .verdict(on: answer)
    }
}

extension VerificationReport.Document {
    /// The document under the address that it came from.
    fileprivate func at(_ path: String) -> VerificationReport.Document {
        VerificationReport.Document(
            path: path, format: format, byteCount: byteCount, digest: digest, key: key, profile: profile, date: date)
    }
}
