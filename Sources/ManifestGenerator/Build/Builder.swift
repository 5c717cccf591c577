import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Builds trees: policy → documents → signatures → `output/<environment>/`.
package struct Builder: Sendable {
    private let request: BuildRequest
    private let tell: @Sendable (BuildEvent) -> Void

    /// - Parameter tell: hears what happens, from any thread.
    package init(_ request: BuildRequest, tell: @escaping @Sendable (BuildEvent) -> Void) {
        self.request = request
        self.tell = tell
    }

    /// Builds all environments of the request; every environment's tree is written whole or not at all.
    ///
    /// All environments are rendered, signed and verified before the first tree is put in its place.
    package func build() async throws(BuildError) -> [BuildReport] {
        if case .starter = request.source { tell(.buildsStarter) }
        let rendered = try await RenderedPolicy(request).environments
        let output: OutputFolder
        do throws(FileError) {
            output = try await OutputFolder.lock(request.output) { tell(.waiting(request.output)) }
        } catch {
            throw .file(error)
        }
        // The development key is made under the lock: two first builds must not both make one.
        let keys = try keyFolder()
        var reports: [BuildReport] = []
        for (environment, documents) in rendered {
            reports.append(try await sign(documents, of: environment, keys: keys, output: output))
        }
        do throws(FileError) {
            for report in reports where !report.isUnchanged {
                try await output.install(report.documents.flatMap(\.files), as: report.environment)
            }
        } catch {
            throw .file(error)
        }
        return reports
    }

    private func keyFolder() throws(BuildError) -> KeyFolder {
        do throws(KeyFolderError) {
            guard case .starter = request.source else { return try KeyFolder.open(request.keys) }
            let (folder, isNew) = try DevelopmentKey.folder(below: request.keys, passphrase: request.passphrase)
            if isNew { tell(.madeDevelopmentKey(folder.path)) }
            return folder
        } catch {
            throw .keys(error)
        }
    }

    // MARK: One environment

    private func sign(
        _ documents: [RenderedDocument], of environment: EnvironmentPolicy, keys: KeyFolder, output: OutputFolder
    ) async throws(BuildError) -> BuildReport {
        let name = environment.name
        let key: EnvironmentSigner
        do throws(KeyFolderError) {
            key = try keys.signer(for: name, passphrase: request.passphrase)
        } catch {
            throw .keys(error)
        }
        guard name.allows(date: request.date, now: request.now) else { throw .dateAhead(name, request.date) }
        let verifier = Verifier(
            keys: key.trusted, environment: name, profile: environment.profile, bodyLimit: Limits.publicationBytes)
        let former = try formerTree(of: name, output: output, verifier: verifier)
        let signing = DocumentSigning(
            environment: environment,
            signer: DocumentSigner(signer: key.signer, date: environment.profile == .dated ? request.date : nil),
            date: request.date, verifier: verifier, former: former)

        let counter = ProgressCounter(total: documents.count) { tell(.progress(name, $0, $1)) }
        var signed = try await documents.concurrentMap { (document) throws(BuildError) in
            defer { counter.step() }
            return try await signing.sign(document)
        }
        let publication = Publication(
            environment: name, keyID: key.signer.keyID, profile: environment.profile,
            documents: signed.compactMap(\.listing))
        signed.append(try await signing.sign(publication))
        return BuildReport(
            environment: name, path: "\(request.output)/\(name)", keyID: key.signer.keyID, keyName: key.name,
            profile: environment.profile, documents: signed,
            isUnchanged: request.previous == nil && isUnchanged(signed, former: former))
    }

    private func isUnchanged(_ signed: [SignedDocument], former: FormerTree?) -> Bool {
        guard let former, signed.allSatisfy(\.isUnchanged) else { return false }
        return former.hasExactly(
            Set(signed.flatMap { [$0.path.rawValue, $0.path.signatureSidecar, $0.path.headersSidecar] }))
    }

    private func formerTree(
        of environment: EnvironmentName, output: OutputFolder, verifier: Verifier
    ) throws(BuildError) -> FormerTree? {
        do throws(FileError) {
            let tree: TreeFolder?
            if let previous = request.previous {
                let folder = try Folder(path: previous)
                if folder.kind(of: DocumentPath.publication.rawValue) == .file {
                    tree = try TreeFolder(folder)
                } else if folder.kind(of: environment.rawValue) == .folder {
                    tree = try TreeFolder(folder.folder(environment.rawValue))
                } else {
                    throw FileError(previous, .read, .notFound)
                }
            } else {
                tree = try output.tree(of: environment)
            }
            guard let tree else {
                tell(.noFormerTree(environment, request.output))
                return nil
            }
            return try FormerTree(tree, verifier: verifier)
        } catch {
            if let previous = request.previous, error == FileError(previous, .read, .notFound) {
                throw .noFormerTree(environment, previous)
            }
            throw .file(error)
        }
    }
}

extension SignedDocument {
    /// How the index lists the document; nil for the index itself.
    fileprivate var listing: Publication.Document? {
        format.map {
            Publication.Document(
                path: path, format: $0, byteCount: body.count, sha256: digest.hexadecimal, headers: fields)
        }
    }
}
