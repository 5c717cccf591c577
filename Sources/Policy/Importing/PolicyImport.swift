import Diagnostics
import LocalFiles
import ManifestVerifier

/// A policy and the files beside it that render the documents they were made from.
package struct PolicyImport: Sendable {
    /// The documents to import, as paths of files.
    package struct Sources: Sendable {
        /// The availability documents, one of each platform.
        package var availability: [(platform: Platform, file: String)] = []
        /// The app-config document for all platforms.
        package var appConfig: String?
        /// The flat remote-config documents, one of each platform.
        package var remoteConfigs: [String] = []
        /// The parameter below which an update is forced; nil for the usual one.
        package var forceParameter: String?
        /// A team's own file of environments.
        package var base: String?
        /// Which environment of that file is imported; nil when only one is possible.
        package var baseEnvironment: String?

        package init() {}

        /// Whether there is nothing to import.
        package var isEmpty: Bool {
            availability.isEmpty && appConfig == nil && remoteConfigs.isEmpty && base == nil
        }
    }

    /// The origin in the policy until its owner sets the real one.
    package static let origin = "https://distribution.example.com"

    /// The files of the policy's folder, the policy first.
    private let files: [(path: String, bytes: [UInt8])]

    /// Reads the documents; fails when they contradict each other, or when the texts have no language in common, which the
    /// catalog needs as its source language.
    private init(_ sources: Sources, environment: EnvironmentName) throws {
        var draft = PolicyDraft()
        for (platform, file) in sources.availability {
            try draft.take(ImportedDocument(parsing: Self.read(file), platform: platform, file: file), file)
        }
        if !sources.availability.isEmpty {
            draft.addDocument("availability", .string("distribution/availability-{platform}"))
        }
        if let file = sources.appConfig { try draft.take(appConfig: Self.read(file), file) }
        var base: [UInt8]?
        if let file = sources.base {
            let bytes = try Self.read(file)
            try draft.take(base: bytes, file, id: sources.baseEnvironment, as: environment)
            base = bytes
        }
        try draft.take(
            remoteConfigs: sources.remoteConfigs.map { (try Self.read($0), $0) }, force: sources.forceParameter)

        let texts = draft.texts
        let policy = Self.policy(draft, environment)
        var files = [(path: Starter.policyName, bytes: JSONWriter.bytes(of: policy))]
        if !texts.isEmpty { files.append((Starter.catalogName, try ImportedText.catalog(of: texts))) }
        if let base { files.append((PolicyDraft.baseName, base)) }
        self.files = files
    }

    private static func policy(_ draft: PolicyDraft, _ environment: EnvironmentName) -> JSONValue {
        let start = [
            JSONMember("origin", .string(origin)), JSONMember("profile", .string(SignatureProfile.body.rawValue)),
        ]
        let platforms = draft.platforms.map { JSONMember($0.rawValue, draft.json(of: $0)) }
        let members = start + platforms + draft.members + [JSONMember("documents", .object(draft.documents))]
        let environments = JSONMember("environments", .object([JSONMember(environment.rawValue, .object(members))]))
        let descriptions = JSONMember("descriptions", .string(Starter.catalogName))
        return .object(draft.texts.isEmpty ? [environments] : [descriptions, environments])
    }

    /// Renders the policy, so that what the documents do not say is an error now and not in the first build.
    private func check() async throws {
        let all = Findings()
        let findings = FileFindings(Starter.policyName, all)
        do {
            let policy = try Policy(parsing: files[0].bytes, file: Starter.policyName)
            let catalog = try policy.descriptions.flatMap { named in
                try files.first { $0.path == named.value.description }.map {
                    try StringCatalog(parsing: $0.bytes, file: $0.path)
                }
            }
            let rendering = EnvironmentRendering(
                policy: policy, catalog: catalog, files: ImportedFiles(files: files), findings: findings)
            for environment in policy.environments { _ = await rendering.render(environment) }
        } catch let error as PolicyRefusal {
            for finding in error.findings { all.add(finding) }
        }
        guard let finding = all.sorted.first(where: { $0.code.severity == .error }) else { return }
        throw ErrorReport(
            .refused, "the documents do not make a policy: \(finding.message)",
            hint: "what only one of them says, an import cannot know for the others: import them of every platform, or "
                + "fewer kinds, and write the rest yourself")
    }
}

/// The files of an import before they are written.
private struct ImportedFiles: PolicyFiles {
    let files: [(path: String, bytes: [UInt8])]

    func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8] {
        guard let file = files.first(where: { $0.path == path.description }) else {
            throw place.refusal(path.description, "was not imported")
        }
        return file.bytes
    }

    func files(below path: PolicyPath, matching pattern: FilePattern?, at place: PolicyPlace) -> [PolicyFile] { [] }
}

extension PolicyImport {
    /// Reads the documents and writes the policy and what it names; existing files are not touched, and a failure leaves
    /// nothing behind.
    ///
    /// - Parameter path: the folder of the policy, which is created if necessary.
    /// - Returns: the paths that were written.
    package static func run(
        _ sources: Sources, environment: EnvironmentName, into path: String
    ) async throws -> [String] {
        let result = try PolicyImport(sources, environment: environment)
        try await result.check()
        var files = try NewFiles(result.files.map(\.path), in: path)
        try files.allOrNone { (files: inout NewFiles) in
            for file in result.files { try files.write(file.path, file.bytes) }
        }
        return files.written
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let (parent, name) = path.parentAndName
        return try Folder(path: parent).read(name, limit: Limits.manifestBytes)
    }
}
