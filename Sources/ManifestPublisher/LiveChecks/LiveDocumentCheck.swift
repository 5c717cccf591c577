import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Fetches one document as a client would, and reports what is wrong with its signature and its age.
package struct LiveDocumentCheck: Sendable {
    package enum Evidence: Sendable {
        /// In the response headers, of this profile; nil for the one that they are of.
        case headers(SignatureProfile?)
        /// In the document, which is a `.jws` that must be for this path.
        case itself(ExpectedPath)
    }

    private let files: PublishedFiles
    private let keys: KeyChoice
    private let evidence: Evidence
    private let trust: LiveTrust
    private let network: LiveNetwork
    private let events: @Sendable (LiveCheck.Event) -> Void

    package init(
        _ address: TreeAddress, keys: KeyChoice, by evidence: Evidence, trust: LiveTrust,
        network: LiveNetwork, events: @escaping @Sendable (LiveCheck.Event) -> Void = { _ in }
    ) {
        files = PublishedFiles(at: address, variables: network.variables, timeLimits: network.timeLimits)
        self.keys = keys
        self.evidence = evidence
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
            // Nothing says that there is a document: most often the address is mistyped.
            let isAbsent = [[.status(404)], [.status(403)]].contains(verdict.differences)
            guard verdict.maySettle, !isAbsent else { break }
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
            report.refuse(files.address.rawValue, difference.message, hint: hint(difference))
        }
        return report
    }

    private func hint(_ difference: LiveDifference) -> String {
        guard case .signatureRefused(let error) = difference, case .itself(let path) = evidence else {
            return difference.hint
        }
        return path.hint(error)
    }

    private func requireAnswer(_ verdict: LiveExamination.Verdict) throws {
        guard case .noAnswer(let failure)? = verdict.differences.first else { return }
        throw ErrorReport(failure, ofDocumentAt: files.address.rawValue)
    }

    private func ask() async throws -> LiveExamination.Verdict {
        let limit =
            switch evidence {
            case .headers: Limits.staticFileBytes
            case .itself: JWS.byteLimit(ofBody: Limits.publicationBytes)
            }
        let question = LiveAnswer.Question(path: nil, byteLimit: limit)
        return try await LiveAnswer.fetching([question], from: files, network) { (answers) throws(FileError) in
            if let difference = answers[0].difference { return .refused([difference]) }
            switch evidence {
            case .headers(let profile): return try examine(answers[0], profile)
            case .itself(let path): return examine(try answers[0].bodyBytes(limit: limit), path)
            }
        }
    }

    private func examine(
        _ answer: LiveAnswer, _ profile: SignatureProfile?
    ) throws(FileError) -> LiveExamination.Verdict {
        let verifier: SignatureVerifier
        do throws(VerificationError) {
            verifier = try keys.verifier(of: answer.headers, environment: trust.environment, profile: profile)
        } catch {
            return .refused([.signatureRefused(error)])
        }
        return try LiveExamination(rules: LiveRules(verifier: verifier, trust: trust), expected: nil)
            .verdict(on: answer)
    }

    private func examine(_ file: [UInt8], _ path: ExpectedPath) -> LiveExamination.Verdict {
        let (document, signature, verifier): (JWS, VerifiedSignature, SignatureVerifier)
        do throws(VerificationError) {
            (document, signature, verifier) = try keys.verify(file, at: path, environment: trust.environment)
            guard document.body.count <= Limits.manifestBytes || document.header.path == .publication else {
                throw .tooLarge(.body(limit: Limits.manifestBytes))
            }
        } catch {
            return .refused([.signatureRefused(error)])
        }
        let rules = LiveRules(verifier: verifier, trust: trust)
        let differences = [rules.difference(of: signature.key), rules.difference(of: signature.date)].compactMap(\.self)
        guard differences.isEmpty else { return .refused(differences) }
        return LiveExamination.Verdict(
            document: VerificationReport.Document(
                path: "", byteCount: document.body.count, digest: SHA256.hash(document.body), key: signature.key,
                date: signature.date, jws: document.header))
    }
}
