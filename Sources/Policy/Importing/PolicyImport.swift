import Diagnostics
import ManifestVerifier
import SigningKeys

/// A policy that renders the documents it was made from, and the files that it names.
package struct PolicyImport: Sendable {
    package struct Request: Sendable {
        package var origin: String?
        package var publishTo: String?
        package var storeURLs: [Platform: String] = [:]
        /// The parameter of remote configuration below which an update is forced; nil for the usual one.
        package var forceParameter: String?
        /// Which environment of a team's own file is meant; nil when only one is possible.
        package var baseEnvironment: String?

        package init() {}
    }

    /// The files of the policy's folder, the policy first.
    fileprivate let files: [(path: String, bytes: [UInt8])]
    private let sources: [(source: ImportedSource, path: String)]
    fileprivate let remarks: [String]

    /// Fails when the documents contradict each other, or when the texts have no language in common, which the catalog needs as
    /// its source language.
    fileprivate init(_ sources: [ImportedSource], _ request: Request, environment: EnvironmentName) throws {
        let origin = try Self.origin(of: sources, request)
        var draft = PolicyDraft()
        var placed: [(source: ImportedSource, path: String)] = []
        for document in PolicyDocument.allCases {
            let own = sources.filter { $0.document == document }
            guard let usual = Self.usualPaths[document], let first = own.first else { continue }
            let path = try first.path(below: origin, usual: usual)
            for source in own {
                guard try source.path(below: origin, usual: usual) == path else {
                    throw ErrorReport(
                        .refused, "\(source.place): has another path than the same document of the other platform",
                        hint: "only the name of the platform may differ: availability-ios, availability-android")
                }
                placed.append((source, path))
            }
            try draft.take(own, as: document, at: path, request, environment)
        }
        for (platform, url) in request.storeURLs {
            try draft.set("storeURL", "", to: .string(url), of: platform, from: "--\(platform)")
        }
        let policy = Self.policy(draft, origin, request, try Self.profile(of: sources), environment)
        var files = [(path: Starter.policyName, bytes: JSONWriter.bytes(of: policy))]
        if !draft.texts.isEmpty { files.append((Starter.catalogName, try ImportedText.catalog(of: draft.texts))) }
        let bases: [PolicyDocument: String] = [
            .environmentConfig: PolicyDraft.baseName, .firebaseTemplate: PolicyDraft.templateName,
        ]
        files += placed.compactMap { source, _ in bases[source.document].map { ($0, source.body) } }
        let assumed = placed.filter { $0.source.address == nil }.map { source, path in
            "\(source.place): is taken to be served at \(path); if apps read it elsewhere, correct \"documents\""
        }
        let keys = Set(sources.compactMap(\.keyID)).map { id in
            "apps verify these documents with the key \"\(id)\", and with none of the new ones: put it on the ring before "
                + "you publish, with signet keys add NAME --signer WHERE --id \(id)"
        }
        (self.files, self.sources, remarks) = (files, placed, draft.remarks + keys.sorted() + assumed)
    }

    private static let usualPaths: [PolicyDocument: String] = [
        .availability: "distribution/availability-{platform}", .appConfig: "api/v1/app-config",
        .environmentConfig: "configs/v1/env.json", .remoteConfig: "remote-config-{platform}.json",
        .firebaseTemplate: "remoteconfig.template.json",
    ]

    private static func origin(of sources: [ImportedSource], _ request: Request) throws -> String {
        if let named = request.origin { return named }
        let origins = Set(sources.compactMap(\.origin)).sorted()
        guard origins.count <= 1 else {
            throw ErrorReport(
                .refused, "the documents are on several hosts: \(origins.joined(separator: ", "))",
                hint: "a policy has one origin: name it with --origin, and take over the documents of one host only")
        }
        return origins.first ?? PlaceholderChecks.origin
    }

    /// What the headers of the addresses tell of signatures; nil when none is signed.
    private static func profile(of sources: [ImportedSource]) throws -> SignatureProfile? {
        let profiles = Set(sources.compactMap(\.profile))
        guard profiles.count <= 1 else {
            throw ErrorReport(
                .refused, "some of the documents are signed with a date, and some without",
                hint: "a policy has one profile: take over those of one kind only")
        }
        return profiles.first
    }

    private static func policy(
        _ draft: PolicyDraft, _ origin: String, _ request: Request, _ profile: SignatureProfile?,
        _ environment: EnvironmentName
    ) -> JSONValue {
        var members = [JSONMember("origin", .string(origin))]
        if let target = request.publishTo { members.append(JSONMember("publishTo", .string(target))) }
        // The other one is the default.
        if profile == .body { members.append(JSONMember("profile", .string(SignatureProfile.body.rawValue))) }
        members += draft.platforms.map { JSONMember($0.rawValue, draft.json(of: $0)) }
        members += draft.members + [JSONMember("documents", .object(draft.documents))]
        var top = [JSONMember("$schema", .string("./\(DocumentSchema.policy.fileName)"))]
        if !draft.texts.isEmpty { top.append(JSONMember("descriptions", .string(Starter.catalogName))) }
        return .object(
            top + [JSONMember("environments", .object([JSONMember(environment.rawValue, .object(members))]))])
    }

    /// Renders the policy, so that what the documents do not say is an error now and not in the first build.
    ///
    /// - Returns: what a build gives otherwise than the documents say it.
    fileprivate func check() async throws -> [String] {
        let all = Findings()
        let findings = FileFindings(Starter.policyName, all)
        var rendered: [String: [UInt8]] = [:]
        do {
            let policy = try Policy(parsing: files[0].bytes, file: Starter.policyName)
            let catalog = try policy.descriptions.flatMap { named in
                try files.first { $0.path == named.value.description }.map {
                    try StringCatalog(parsing: $0.bytes, file: $0.path)
                }
            }
            let folder = FilesInMemory(files: files, missing: "was not taken over")
            for environment in policy.environments {
                let rendering = EnvironmentRendering(environment, of: policy, catalog, folder, findings)
                for document in await rendering.render().documents {
                    rendered[document.path.rawValue] = document.body
                }
            }
        } catch let error as PolicyRefusal {
            for finding in error.findings { all.add(finding) }
        }
        if let finding = all.sorted.first(where: { $0.code.severity == .error }) {
            throw ErrorReport(
                .refused, "the documents do not make a policy: \(finding.message)",
                hint:
                    "what only one of them says cannot be known for the others: take over those of every platform, or "
                    + "fewer kinds, and write the rest yourself")
        }
        return sources.compactMap { source, path -> String? in
            let path = source.platform.map { path.replacing("{platform}", with: $0.rawValue) } ?? path
            guard let body = rendered[path],
                let old = try? JSONParser.parse(source.body, allowsTrailingCommas: true),
                let new = try? JSONParser.parse(body)
            else { return nil }
            let pointers = old.differences(from: new).map { $0.isEmpty ? "the top" : $0 }
            return pointers.isEmpty
                ? nil : "\(source.place): a build gives another value at \(pointers.listed(upTo: 10))"
        }
    }
}

extension PolicyDraft {
    fileprivate mutating func take(
        _ sources: [ImportedSource], as document: PolicyDocument, at path: String, _ request: PolicyImport.Request,
        _ environment: EnvironmentName
    ) throws {
        switch document {
        case .availability:
            for source in sources { try source.platform.map { try take(availability: source, on: $0) } }
            addDocument(.availability, at: path)
        case .appConfig: for source in sources { try take(appConfig: source, at: path) }
        case .environmentConfig:
            for source in sources { try take(base: source, at: path, id: request.baseEnvironment, as: environment) }
        case .remoteConfig: try take(remoteConfigs: sources, at: path, force: request.forceParameter)
        case .firebaseTemplate:
            for source in sources { try take(template: source, at: path, force: request.forceParameter) }
        case .gate, .webBundles, .files: break
        }
    }
}

extension JSONValue {
    /// The JSON Pointers (RFC 6901) of all differences, whatever the order of members.
    fileprivate func differences(from other: JSONValue) -> [String] {
        switch (content, other.content) {
        case (.null, .null): return []
        case (.bool(let one), .bool(let two)): return one == two ? [] : [""]
        case (.number(let one), .number(let two)), (.string(let one), .string(let two)):
            return one.hasSameBytes(as: two) ? [] : [""]
        case (.array(let one), .array(let two)):
            guard one.count == two.count else { return [""] }
            return zip(one, two).enumerated().flatMap { index, pair in
                pair.0.differences(from: pair.1).map { "/\(index)\($0)" }
            }
        case (.object(let one), .object(let two)):
            var seen: Set<String> = []
            return (one + two).map(\.name).filter { seen.insert($0).inserted }.flatMap { name in
                guard let before = self[name], let after = other[name] else { return ["/\(name)"] }
                return before.differences(from: after).map { "/\(name)\($0)" }
            }
        default: return [""]
        }
    }
}

extension Initialization {
    /// Writes a policy that renders these documents, and what belongs to it; existing files are not touched, and a failure
    /// leaves nothing behind.
    ///
    /// - Returns: also what the policy could not express, or the documents did not say.
    package static func run(
        _ sources: [ImportedSource], _ request: PolicyImport.Request, pipeline: Pipeline?, path: String,
        secrets: SignerSecrets
    ) async throws -> (result: Result, remarks: [String]) {
        let policy = try PolicyImport(sources, request, environment: environment)
        let differences = try await policy.check()
        let result = try await write(policy.files, pipeline: pipeline, path: path, secrets: secrets)
        return (result, policy.remarks + differences)
    }
}
