import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a policy changes for apps that read what was published before.
struct PublishedRules {
    let new: NewDocuments
    /// The paths of all documents that remain published.
    let kept: Set<String>
    /// The tree that was published before; only what a key of the environment signed is trusted.
    let previous: PreviousTree
    let keys: TrustedKeys
    /// The policy.
    let findings: FileFindings

    private var name: EnvironmentName { new.environment }

    func check() throws(FileError) {
        checkRemovals()
        for document in new.documents {
            guard let format = document.format, format != .file,
                let body = try publishedBody(document.path),
                let now = facts(document.body, format, new.names, new.templateNames)
            else { continue }
            // The published document may have had other parameters.
            let names = NewDocuments.names(in: body, format) ?? new.names
            let templateNames = NewDocuments.templateNames(in: body, format) ?? new.templateNames
            guard let before = facts(body, format, names, templateNames) else {
                findings.add(
                    .documentRemoved, "\(name)/\(document.path) was published as another kind of document",
                    at: document.origin, hint: "apps that fetch it could not read it")
                continue
            }
            compareVersions(before, now, document)
            compareContent(before, now, document)
        }
    }

    // MARK: What was published

    private func checkRemovals() {
        for path in previous.documents.subtracting(kept).sorted() {
            findings.add(
                .documentRemoved, "\(name)/\(path) is published, but no longer in the policy",
                at: new.position, hint: "apps that fetch it would get an error instead")
        }
        for problem in previous.download?.problems ?? [] {
            findings.add(
                .unverifiedDocument,
                "\(name)/\(problem.path) was published, but could not be downloaded: \(problem.failure.message)",
                at: new.position, hint: problem.failure.hint)
        }
    }

    /// The body that was published, if a key of the environment signed it.
    private func publishedBody(_ path: DocumentPath) throws(FileError) -> [UInt8]? {
        let tree = previous.tree
        guard tree.files.contains(path.rawValue) else { return nil }
        let files: TreeDocument?
        do throws(FileError) {
            files = try tree.read(path, bodyLimit: Limits.manifestBytes)
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            files = nil
        }
        if let files, let sidecar = files.signature, let signature = try? BodySignature(sidecar: sidecar) {
            let digest = SHA256.hash(files.body)
            for key in keys.keys where key.environment == name && !key.isRevoked {
                if (try? signature.check(digest: digest, key: key.publicKey)) != nil { return files.body }
            }
        }
        findings.add(
            .unverifiedDocument, "\(name)/\(path) was published without a signature that verifies",
            at: new.position, hint: "it was not compared; check what is published with: signet verify")
        return nil
    }

    private func facts(
        _ body: [UInt8], _ format: DocumentFormat, _ names: RemoteConfigNames?, _ templateNames: RemoteConfigNames?
    ) -> PublishedFacts? {
        PublishedFacts(
            body, format, platforms: new.platforms, names: format == .firebaseTemplate ? templateNames : names)
    }

    // MARK: Comparing

    private func compareVersions(_ before: PublishedFacts, _ now: PublishedFacts, _ document: RenderedDocument) {
        reportLowered(from: before.minimums, to: now.minimums, .minimumLowered, document)
        reportLowered(from: before.builds, to: now.builds, .buildLowered, document)
        for (what, former) in before.minimums where now.minimums[what] == nil {
            findings.add(
                .minimumLowered, "\(name): \(what) was \(former) and is no longer published", at: document.origin,
                hint: "apps that are blocked now will run again")
        }
        for (platform, newest) in before.newest where !new.demised.contains(platform) {
            let what = "minimumAppVersion of \(platform)"
            guard let minimum = now.minimums[what], newest.isBelow(minimum) else { continue }
            findings.add(
                .minimumNeverPublished,
                "\(name): \(what), \(minimum), is above \(newest), the latest version ever published",
                at: new.positions[what] ?? document.origin,
                hint: "publish the new version as the latest one first, once the store really has it")
        }
    }

    private func reportLowered(
        from before: [String: PublishedFacts.Version], to now: [String: PublishedFacts.Version], _ code: LintCode,
        _ document: RenderedDocument
    ) {
        for (what, version) in now {
            guard let former = before[what], version.isBelow(former) else { continue }
            findings.add(
                code, "\(name): \(what) goes down from \(former) to \(version)",
                at: new.positions[what] ?? document.origin, hint: "apps that are blocked now will run again")
        }
    }

    private func compareContent(_ before: PublishedFacts, _ now: PublishedFacts, _ document: RenderedDocument) {
        for what in before.recommendations.subtracting(now.recommendations) {
            findings.add(
                .recommendationRemoved, "\(name): \(what) was published and must not be removed",
                at: document.origin, hint: "keep it with a version that every app already has, so that no one sees it")
        }
        for (what, languages) in now.languages {
            let present = Set(languages.map(\.canonical))
            let missing = (before.languages[what] ?? []).filter { !present.contains($0.canonical) }
            guard !missing.isEmpty else { continue }
            findings.add(
                .languageRemoved,
                "\(name): \(what) is no longer in \(missing.map(\.rawValue).joined(separator: ", "))",
                at: document.origin, hint: "users who read it in that language would get another one")
        }
        for (what, url) in now.urls {
            guard let former = before.urls[what].flatMap(Self.host), let host = Self.host(of: url), former != host
            else { continue }
            findings.add(
                .hostChanged, "\(name): \(what) leads to \(host) instead of \(former)", at: document.origin,
                hint: "make sure that the new host is yours")
        }
    }

    private static func host(of url: String) -> String? {
        URL(string: url)?.host().map(\.asciiLowercased)
    }
}
