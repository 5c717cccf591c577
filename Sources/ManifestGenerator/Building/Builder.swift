import Diagnostics
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

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
    package func build() async throws -> [BuildReport] {
        if case .starter = request.policy.source { tell(.buildsStarter) }
        let findings = Findings()
        let rendered = try await RenderedPolicy(request.policy, findings)
        try refuse(findings)
        let output = try await lockOutput()
        // The development key is made under the lock: two first builds must not both make one.
        let keys = try await keyFolder()
        do {
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
    func lockOutput() async throws -> OutputFolder {
        return try await OutputFolder.lock(request.policy.output) { tell(.waiting(request.policy.output)) }
    }

    /// Fails when a finding stops the build.
    func refuse(_ findings: Findings) throws {
        guard findings.haveErrors || (request.isStrict && !findings.sorted.isEmpty) else { return }
        throw PolicyRefusal.refused(findings.sorted)
    }

    func warn(_ findings: Findings) {
        for finding in findings.sorted { tell(.warning(finding)) }
    }

    func previousTree(
        of environment: EnvironmentName, keys: TrustedKeys, in output: OutputFolder,
        _ extent: PreviousTree.Extent = .documents
    ) async throws -> PreviousTree? {
        try await PreviousTree.former(
            of: environment, keys: keys, in: output, named: request.policy.previous, extent,
            variables: request.policy.variables)
    }

    private func keyFolder() async throws -> KeyFolder {
        guard case .starter = request.policy.source else { return try KeyFolder.open(request.policy.keys) }
        let (folder, isNew) = try await DevelopmentKey.folder(below: request.policy.keys, secrets: request.secrets)
        if isNew { tell(.madeDevelopmentKey(folder.path)) }
        return folder
    }

    private func signer(
        for environment: EnvironmentName, in keys: KeyFolder
    ) async throws -> EnvironmentSigner {
        return try await keys.signer(for: environment, secrets: request.secrets)
    }

    func install(_ environment: EnvironmentName, in output: OutputFolder) throws {
        try output.install(environment)
    }
}
