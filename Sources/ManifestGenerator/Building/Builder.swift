import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Builds trees: policy → documents → signatures → `output/<environment>/`.
package struct Builder: Sendable {
    let request: BuildRequest
    let tell: @Sendable (BuildEvent) -> Void

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
        let findings = Findings()
        let rendered = try await RenderedPolicy.linted(request, findings)
        try refuse(findings)
        let output = try await lockOutput()
        // The development key is made under the lock: two first builds must not both make one.
        let keys = try await keyFolder()
        do throws(BuildError) {
            var builds: [EnvironmentBuild] = []
            for environment in rendered.environments {
                let name = environment.policy.name
                let previous = try await previousTree(of: name, keys: keys.trusted, in: output)
                if let previous { try rendered.compare(environment, with: previous, keys: keys.trusted, findings) }
                builds.append(
                    EnvironmentBuild(
                        environment: environment, key: try await signer(for: name, in: keys), request: request,
                        previous: previous, output: output, tell: tell))
            }
            try refuse(findings)
            warn(findings)
            var reports: [BuildReport] = []
            for build in builds { reports.append(try await build.run()) }
            for report in reports where !report.isUnchanged { try install(report.environment, in: output) }
            return reports
        } catch {
            for environment in rendered.environments { output.discard(environment.policy.name) }
            throw error
        }
    }

    /// The folder of the trees, which no other process changes meanwhile.
    func lockOutput() async throws(BuildError) -> OutputFolder {
        do throws(FileError) {
            return try await OutputFolder.lock(request.output) { tell(.waiting(request.output)) }
        } catch {
            throw .file(error)
        }
    }

    /// Fails when a finding stops the build.
    func refuse(_ findings: Findings) throws(BuildError) {
        guard findings.haveErrors || (request.isStrict && !findings.sorted.isEmpty) else { return }
        throw .policy(.refused(findings.sorted))
    }

    func warn(_ findings: Findings) {
        for finding in findings.sorted { tell(.warning(finding)) }
    }

    func previousTree(
        of environment: EnvironmentName, keys: TrustedKeys, in output: OutputFolder,
        _ extent: PreviousTree.Extent = .documents
    ) async throws(BuildError) -> PreviousTree? {
        try await PreviousTree.former(
            of: environment, keys: keys, in: output, named: request.previous, extent, variables: request.variables)
    }

    private func keyFolder() async throws(BuildError) -> KeyFolder {
        do throws(KeyFolderError) {
            guard case .starter = request.source else { return try KeyFolder.open(request.keys) }
            let (folder, isNew) = try await DevelopmentKey.folder(below: request.keys, secrets: request.secrets)
            if isNew { tell(.madeDevelopmentKey(folder.path)) }
            return folder
        } catch {
            throw .keys(error)
        }
    }

    private func signer(
        for environment: EnvironmentName, in keys: KeyFolder
    ) async throws(BuildError) -> EnvironmentSigner {
        do throws(KeyFolderError) {
            return try await keys.signer(for: environment, secrets: request.secrets)
        } catch {
            throw .keys(error)
        }
    }

    func install(_ environment: EnvironmentName, in output: OutputFolder) throws(BuildError) {
        do throws(FileError) {
            try output.install(environment)
        } catch {
            throw .file(error)
        }
    }
}
