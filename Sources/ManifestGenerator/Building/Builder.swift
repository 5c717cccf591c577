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
        var trees: [BuiltTree] = []
        for (environment, documents) in rendered {
            trees.append(try await build(documents, of: environment, keys: keys, output: output))
        }
        do throws(FileError) {
            for tree in trees where !tree.report.isUnchanged {
                try await output.install(tree.files, as: tree.report.environment)
            }
        } catch {
            throw .file(error)
        }
        return trees.map(\.report)
    }

    /// What is to be put in place, and what to say of it.
    private struct BuiltTree {
        let report: BuildReport
        let files: [TreeFile]
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

    private func build(
        _ documents: [RenderedDocument], of environment: EnvironmentPolicy, keys: KeyFolder, output: OutputFolder
    ) async throws(BuildError) -> BuiltTree {
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
        func report(_ documents: [BuildReport.Document], isUnchanged: Bool) -> BuildReport {
            BuildReport(
                environment: name, path: "\(request.output)/\(name)", keyID: key.signer.keyID, keyName: key.name,
                profile: environment.profile, documents: documents, isUnchanged: isUnchanged)
        }

        if let former, request.previous == nil {
            let tree = UnchangedTree(
                environment: environment, date: request.date, verifier: verifier, former: former)
            do throws(FileError) {
                if let unchanged = try await tree.documents(documents) {
                    return BuiltTree(report: report(unchanged, isUnchanged: true), files: [])
                }
            } catch {
                throw .file(error)
            }
        }
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
        return BuiltTree(
            report: report(signed.map(\.report), isUnchanged: false), files: signed.flatMap(\.files))
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
