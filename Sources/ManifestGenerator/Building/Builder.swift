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

    /// Builds all environments of the request; every environment's tree is put in place whole or not at all.
    ///
    /// All environments are rendered, signed, verified and written before the first tree is put in its place.
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
        do throws(BuildError) {
            var reports: [BuildReport] = []
            for (environment, documents) in rendered {
                let key = try signer(for: environment.name, in: keys)
                let build = EnvironmentBuild(
                    environment: environment, documents: documents, key: key, request: request, output: output,
                    tell: tell)
                reports.append(try await build.run())
            }
            for report in reports where !report.isUnchanged { try install(report.environment, in: output) }
            return reports
        } catch {
            for (environment, _) in rendered { output.discard(environment.name) }
            throw error
        }
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

    private func signer(for environment: EnvironmentName, in keys: KeyFolder) throws(BuildError) -> EnvironmentSigner {
        do throws(KeyFolderError) {
            return try keys.signer(for: environment, passphrase: request.passphrase)
        } catch {
            throw .keys(error)
        }
    }

    private func install(_ environment: EnvironmentName, in output: OutputFolder) throws(BuildError) {
        do throws(FileError) {
            try output.install(environment)
        } catch {
            throw .file(error)
        }
    }
}
