import Classic
import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys
import WebBundles

/// Where `decide` finds documents, and what they are verified against.
struct DocumentSource {
    let isTree: Bool
    private let isUnverified: Bool
    private let target: String
    private let arguments: Arguments
    private let profile: SignatureProfile?
    private let environment: EnvironmentName?
    private let now: Date

    init(_ target: String, _ arguments: Arguments, _ terminal: Terminal) throws {
        (self.target, self.arguments) = (target, arguments)
        isTree = !target.contains("://") && (try? Folder(path: target)) != nil
        isUnverified = arguments.has("--unverified")
        (profile, environment) = (try arguments.profile, try arguments.environment)
        now = Date(timeIntervalSince1970: Double(try arguments.date.secondsSince1970))
        if isUnverified, isTree {
            throw arguments.usage("--unverified is for one document; a tree is always verified")
        }
        if isUnverified {
            terminal.alarm("the signature is NOT checked: anyone may have written what decides here")
        }
    }

    /// The documents, verified: of a tree all that speak to an app on the platform when it starts.
    func documents(for platform: Platform) async throws -> [SourcedDocument] {
        guard !isTree else {
            let documents = try await documentsOfTree { listed, paths in
                listed.format?.speaks(to: platform) == true
                    && (Platform(ofPath: listed.path, among: paths) ?? platform) == platform
            }
            guard !documents.isEmpty else {
                throw ErrorReport(.refused, "\(target) has no document for an app on \(platform.rawValue)")
            }
            return documents
        }
        return [try await document()]
    }

    func bundleIndex() async throws -> SourcedDocument {
        guard isTree else { return try await document() }
        guard let index = try await documentsOfTree({ listed, _ in listed.format == .webBundleIndex }).first else {
            throw ErrorReport(.refused, "\(target) has no web bundles")
        }
        return index
    }

    private func document() async throws -> SourcedDocument {
        let download = try await download()
        guard !isUnverified else { return try unverified(download) }
        var document = try verified(
            download, path: target, at: try arguments.expectedPath(of: target), keys: try await arguments.keyChoice)
        document.knowledge = try knowledge(of: document)
        return document
    }

    /// What the index of the tree around a file says of it; nil for a file in no tree whose index verifies.
    private func knowledge(of document: SourcedDocument) throws -> ReaderKnowledge? {
        guard !target.contains("://"), let key = document.key, let ring = try? TrustedKeys.reading(arguments.keys)
        else { return nil }
        var (folder, name) = target.parentAndName
        for _ in 0...Limits.folderDepth {
            let file = try? Folder(path: folder).readIfPresent(
                DocumentPath.publication.file, limit: VerifiedIndex.byteLimit)
            if let file, let index = try? VerifiedIndex(file, keys: ring, environment: key.environment) {
                let listed = index.publication.documents.first {
                    [$0.path.rawValue, $0.path.rawValue + DocumentPath.jwsSuffix].contains(name)
                }
                return listed?.format == document.format ? listed?.knowledge : nil
            }
            let (parent, last) = folder.parentAndName
            guard parent != folder else { return nil }
            (folder, name) = (parent, "\(last)/\(name)")
        }
        return nil
    }

    private func download() async throws -> Download {
        let isJWS = target.hasSuffix(DocumentPath.jwsSuffix)
        if isJWS { try arguments.refuseFlags(of: .jws, "\(target) carries its own signature") }
        if target.contains("://") {
            try arguments.refuseFlags(of: .address)
            let address = try TreeAddress(target)
            guard address.bucket != nil || !address.path.isEmpty else {
                throw arguments.usage("\(target) is a whole tree; which document of it? as in: gate/ios.json.jws")
            }
            return try await address.download(variables: arguments.variables)
        }
        let (parent, name) = target.parentAndName
        let folder = try Folder(path: parent)
        if isJWS {
            return Download(jws: try folder.read(name, limit: JWS.byteLimit(ofBody: Limits.manifestBytes)))
        }
        let body = try folder.read(name, limit: Limits.manifestBytes)
        let given = try arguments.headers
        guard given.isEmpty, !isUnverified else { return Download(body: body, headers: given) }
        let sidecar = try folder.readIfPresent(
            name + DocumentPath.headersSuffix, limit: Limits.responseHeaderBytes)
        guard let sidecar else {
            throw ErrorReport(
                .refused, "\(target): there is no \(name + DocumentPath.headersSuffix) beside it",
                hint: "give the response headers with --headers FILE, or the https address of the document")
        }
        let headers = try translating([HeaderField](received: sidecar)) { (error: ReceivedHeadersError) in
            ErrorReport(.refused, "\(target + DocumentPath.headersSuffix): \(error.message)")
        }
        return Download(body: body, headers: headers)
    }

    private func verified(
        _ download: Download, path: String, at place: ExpectedPath, keys: KeyChoice
    ) throws -> SourcedDocument {
        let body: [UInt8]
        do throws(VerificationError) {
            // The signature comes first: only the bytes say what the document is, and they are not read before.
            let verifier: SignatureVerifier
            let signature: VerifiedSignature
            var servedPath: DocumentPath?
            if download.envelope == .jws {
                let document: JWS
                (document, signature, verifier) = try keys.verify(download.body, at: place, environment: environment)
                (body, servedPath) = (document.body, document.header.path)
            } else {
                body = download.body
                verifier = try keys.verifier(of: download.headers, environment: environment, profile: profile)
                signature = try verifier.verify(body, headers: download.headers)
            }
            if let format = DocumentFormat(recognizing: body) {
                let client = Verifier(
                    keyRing: verifier.keys, environment: verifier.environment, reader: format.reader,
                    profile: signature.profile)
                let manifest = try client.verify(download, path: servedPath, stored: nil, now: now)
                return SourcedDocument(
                    path: path, format: format, content: manifest.content, key: manifest.key, date: manifest.date)
            }
        } catch {
            throw ErrorReport(.refused, "\(path): \(error.message)", hint: place.hint(error))
        }
        throw unrecognized(path, body)
    }

    private func unverified(_ download: Download) throws -> SourcedDocument {
        var body = download.body
        if download.envelope == .jws {
            body = try translating(JWS(download.body)) { (defect: VerificationError.Malformed) in
                ErrorReport(.refused, "\(target): \(VerificationError.malformed(defect).message)")
            }.body
        }
        guard let format = DocumentFormat(recognizing: body), let content = try? format.reader.read(body) else {
            throw unrecognized(target, body)
        }
        return SourcedDocument(path: target, format: format, content: content, key: nil, date: nil)
    }

    private func unrecognized(_ path: String, _ body: [UInt8]) -> ErrorReport {
        do throws(DocumentError) {
            _ = try DocumentFormat.appConfig.reader.read(body)
        } catch  where error.kind == .syntax {
            return ErrorReport(.refused, "\(path): \(VerificationError.unreadable(.json(error)).message)")
        } catch {}
        return ErrorReport(
            .refused, "\(path): nothing in it is for an app to decide by",
            hint:
                "decide takes availability, app-config, environment-config, remote-config and gate documents, and Firebase "
                + "templates"
        )
    }

    private func documentsOfTree(
        _ isMeant: (VerificationReport.Document, Set<String>) -> Bool
    ) async throws -> [SourcedDocument] {
        try arguments.refuseFlags(of: .tree, "\(target) is a folder")
        let trees = try TreeFolder.trees(at: target, environment: environment)
        guard let (environment, tree) = trees.first, trees.count == 1 else {
            let names = trees.map(\.environment.rawValue).joined(separator: ", ")
            throw arguments.usage("\(target) holds several trees; choose with --environment from \(names)")
        }
        let keys = try TrustedKeys.reading(arguments.keys)
        let report = try await TreeVerifier(keys: keys).verify(tree, environment: environment)
        if let refusal = report.refusals.first {
            throw ErrorReport(.refused, "\(tree.folder.path)/\(refusal.path): \(refusal.reason)", hint: refusal.hint)
        }
        var documents: [SourcedDocument] = []
        let paths = Set(report.documents.map(\.path))
        let index = report.documents.lazy.compactMap(\.index).first?.documents ?? []
        for listed in report.documents where isMeant(listed, paths) {
            let path = try DocumentPath(listed.path)
            var document = try verified(
                try download(of: path, listed, in: tree), path: "\(tree.folder.path)/\(path)", at: .named(path),
                keys: .ring(keys))
            document.knowledge = index.first { $0.path == path }?.knowledge
            documents.append(document)
        }
        return documents
    }

    /// A document of a tree as it was verified, in the envelope that the tree has.
    private func download(
        of path: DocumentPath, _ listed: VerificationReport.Document, in tree: TreeFolder
    ) throws -> Download {
        if listed.profile == nil,
            let jws = try tree.read(path.jwsSidecar, limit: JWS.byteLimit(ofBody: listed.byteCount))
        {
            return Download(jws: jws)
        }
        let body = try tree.read(path.rawValue, limit: Limits.manifestBytes)
        let sidecar = try tree.read(path.headersSidecar, limit: Limits.sidecarBytes)
        guard let body, let sidecar, let headers = try? [HeaderField](sidecarBytes: sidecar) else {
            throw ErrorReport(.refused, "\(tree.folder.path)/\(path): was changed while it was looked at")
        }
        return Download(body: body, headers: headers)
    }
}

/// A document that decides, and who has signed it.
struct SourcedDocument {
    let path: String
    let format: DocumentFormat
    let content: any Sendable
    /// The key that signed; nil when the signature was not checked.
    let key: TrustedKey?
    let date: SignedDate?
    /// What the index of its tree says that its readers know; nil for a document without an index.
    var knowledge: ReaderKnowledge?

    var trust: String {
        guard let key else { return "NOT VERIFIED" }
        return "signed by key \"\(key.name)\"" + (date.map { ", \($0)" } ?? "")
    }

    var gate: GateDocument? { content as? GateDocument }
}

extension DocumentFormat {
    /// Whether an app on the platform reads the document when it starts.
    func speaks(to platform: Platform) -> Bool {
        switch self {
        case .availabilityIOS, .remoteConfigIOS, .gateIOS: platform == .ios
        case .availabilityAndroid, .remoteConfigAndroid, .gateAndroid: platform == .android
        case .appConfig, .environmentConfig, .firebaseTemplate: true
        case .webBundleManifest, .webBundleIndex, .webBundle, .file: false
        }
    }
}
