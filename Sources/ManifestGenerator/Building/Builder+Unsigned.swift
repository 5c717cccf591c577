import SigningKeys
import Diagnostics
import ManifestPolicy
import ManifestVerifier
import PublicationTree

/// What was rendered without being signed.
package struct UnsignedReport: Sendable {
    package let environment: EnvironmentName
    /// The folder of the tree.
    package let path: String
    /// The documents with their sizes, as the index lists them.
    package let documents: [Publication.Document]
    /// SHA-256 of the index, which stands for everything that it lists.
    package let digest: SHA256Digest
}

extension Builder {
    /// Renders all environments of the request without any key: bodies and an index that is not signed.
    ///
    /// What is reviewed can be signed elsewhere, to the byte (`PublicationSigning`).
    package func render() async throws -> [UnsignedReport] {
        let findings = Findings()
        let rendered = try await RenderedPolicy(request.policy, findings)
        try refuse(findings)
        let output = try await lockOutput()
        do {
            if let keys = try trustedKeys() {
                for environment in rendered.environments {
                    let previous = try await previousTree(
                        of: environment.policy.name, keys: keys, in: output, .renderedDocuments)
                    if let previous { try rendered.compare(environment, with: previous, keys: keys, findings) }
                }
            }
            try refuse(findings)
            warn(findings)
            var reports: [UnsignedReport] = []
            for environment in rendered.environments { reports.append(try write(environment, to: output)) }
            for report in reports { try install(report.environment, in: output) }
            return reports
        } catch {
            for environment in rendered.environments { output.discard(environment.policy.name) }
            throw error
        }
    }

    /// The keys that verify a former tree; nil where there is no ring, so that it is compared with nothing.
    private func trustedKeys() throws -> TrustedKeys? {
        // Without a ring nothing of a former tree could be believed: that one was named is then an error.
        request.policy.previous == nil
            ? try TrustedKeys.readingIfPresent(request.policy.keys) : try TrustedKeys.reading(request.policy.keys)
    }

    private func write(
        _ environment: RenderedEnvironment, to output: OutputFolder
    ) throws -> UnsignedReport {
        let terms = environment.policy.signingTerms
        let path = "\(request.policy.output)/\(terms.name)"
        // Their manifest holds signatures: without a key they could only be lost.
        guard environment.bundles == nil else { throw BundleError.unsigned(terms.name) }
        let former = try output.tree(of: terms.name)
        if former?.files.contains(DocumentPath.publication.headersSidecar) == true { tell(.replacesSignedTree(path)) }
        let publication = Publication(
            environment: terms.name, keyID: nil, profile: terms.profile,
            documents: environment.documents.compactMap { $0.listing(cacheControl: terms.cacheControl) })
        let index = JSONWriter.bytes(of: publication.json)
        let tree = try output.stage(terms.name, for: environment.documents.map(\.path))
        try tree.write(environment.documents.map { TreeFile(path: $0.path.rawValue, bytes: $0.body) })
        try tree.write([TreeFile(path: DocumentPath.publication.rawValue, bytes: index)])
        return UnsignedReport(
            environment: terms.name, path: "\(request.policy.output)/\(terms.name)", documents: publication.documents,
            digest: SHA256.hash(index))
    }
}

extension RenderedDocument {
    /// How an index lists the document before it is signed; nil for the index itself.
    func listing(cacheControl: String) -> Publication.Document? {
        format.map {
            Publication.Document(
                path: path, format: $0, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal,
                headers: unsignedFields(cacheControl: cacheControl))
        }
    }
}
