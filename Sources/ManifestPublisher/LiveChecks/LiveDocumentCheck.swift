import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Fetches one document as a client would, and reports what is wrong with its signature headers and its age.
package struct LiveDocumentCheck: Sendable {
    private let files: PublishedFiles
    private let keys: KeyChoice
    private let profile: SignatureProfile?
    private let trust: LiveTrust
    private let network: LiveNetwork
    private let events: @Sendable (LiveCheck.Event) -> Void

    /// - Parameters:
    ///   - address: where the document is.
    ///   - profile: the profile to check; nil for the one that the headers are of.
    ///   - events: receives what happens.
    package init(
        _ address: TreeAddress, keys: KeyChoice, profile: SignatureProfile?, trust: LiveTrust,
        network: LiveNetwork, events: @escaping @Sendable (LiveCheck.Event) -> Void = { _ in }
    ) {
        files = PublishedFiles(at: address, variables: network.variables, timeLimits: network.timeLimits)
        self.keys = keys
        self.profile = profile
        self.trust = trust
        self.network = network
        self.events = events
    }

    /// Checks the document.
    ///
    /// - Throws: when the host does not answer, and when curl or the temporary folder fails.
    package func run() async throws -> VerificationReport {
        var verdict = try await ask()
        // A host that cannot be reached does not settle.
        try requireAnswer(verdict)
        for (number, pause) in network.settling.pauses.enumerated() {
            guard verdict.maySettle else { break }
            if number == 0 { events(.settling([files.address.rawValue], left: network.settling.bound)) }
            await network.settling.wait(pause)
            verdict = try await ask()
        }
        try requireAnswer(verdict)
        var report = VerificationReport()
        if var document = verdict.document {
            document.path = files.address.rawValue
            report.documents.append(document)
        }
        for difference in verdict.differences {
            report.refuse(files.address.rawValue, difference.message, hint: difference.hint)
        }
        return report
    }

    private func requireAnswer(_ verdict: LiveExamination.Verdict) throws {
        guard case .noAnswer(let failure)? = verdict.differences.first else { return }
        throw ErrorReport(failure, ofDocumentAt: files.address.rawValue)
    }

    private func ask() async throws -> LiveExamination.Verdict {
        let question = LiveAnswer.Question(
            path: nil, byteLimit: Limits.staticFileBytes, sidecarPath: nil)
        return try await LiveAnswer.fetching([question], from: files, network) { (answers) throws(FileError) in
            try examine(answers[0])
        }
    }

    private func examine(_ answer: LiveAnswer) throws(FileError) -> LiveExamination.Verdict {
        if let difference = answer.difference { return .refused([difference]) }
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
