import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

enum VerifyCommand: Command {
    static let name = "verify"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let target = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet verify takes one tree, file or https address")
        }
        return try await VerifyRun(
            target: target, pin: arguments.sha256("--pin"), profile: arguments.profile, arguments: arguments,
            terminal: terminal
        ).run()
    }
}

/// What is verified, and what the command line says of it.
struct VerifyRun {
    let target: String
    let pin: String?
    let profile: SignatureProfile?
    let arguments: Arguments
    let terminal: Terminal

    func run() async throws -> ExitCode {
        if TreeAddress.isMeant(by: target) { return try await verifyLive() }
        try arguments.refuseFlags(of: .elsewhere, "\(target) is not one")
        let path = target.trimmingSlashes
        let (parent, name) = path.parentAndName
        let isFolder = [".", "..", "/", ""].contains(name) || (try? Folder(path: parent + "/" + name)) != nil
        return isFolder ? try await verifyTrees(path) : try await verifyFile()
    }

    private func verifyTrees(_ path: String) async throws -> ExitCode {
        try arguments.refuseFlags(of: .folder, "\(path) is a folder")
        let hasOneKey = arguments.has("--key")
        let named = try arguments.environment
        let trees = try TreeFolder.trees(at: path, environment: named, mayBeUnnamed: hasOneKey)
        let choice = try await arguments.keyChoice
        var results: [Records.VerifiedTreeRecord] = []
        for (folder, tree) in trees {
            let (keys, environment) = try choice.expectation(of: tree, hasOneKey ? named : folder)
            let verifier = TreeVerifier(
                keys: keys, pin: pin, archives: arguments.has("--archives") ? .all : .present)
            var report = try await verifier.verify(tree, environment: environment) { done, total in
                terminal.progress("\(environment): verifying", done, of: total)
            }
            report.refuseTreeOfOtherKeys()
            results.append((report, environment, tree.folder.path))
            VerificationOutput.show(
                report, of: tree.folder.path, isVerbose: arguments.has("--verbose"), terminal)
            for archive in report.unreadArchives {
                terminal.note(
                    "\(tree.folder.path)/\(archive) is not in the tree; its .sig verifies for the listed SHA-256")
            }
        }
        terminal.result(Records.verifiedTrees.json(results))
        return results.allSatisfy(\.report.refusals.isEmpty) ? .done : .refused
    }

    private func verifyFile() async throws -> ExitCode {
        let (parent, name) = target.parentAndName
        try arguments.refuseFlags(of: .file, "\(name) is a file")
        let evidence = try evidence(of: name)
        let folder = try Folder(path: parent)
        guard folder.kind(of: name) != nil else {
            let report = FileError(folder.child(name), .read, .notFound).report
            let isHost = target.contains(":") && !target.hasPrefix("/")
            throw ErrorReport(
                report.kind, report.message, hint: isHost ? "an address begins with https://" : report.hint)
        }
        let verifier = FileVerifier(
            keys: try await arguments.keyChoice, pin: pin, profile: profile,
            environment: try arguments.environment, path: try arguments.expectedPath(of: target))
        return show(try verifier.verify(name, in: folder, by: evidence))
    }

    /// Shows what was found of one file or document.
    func show(_ report: VerificationReport) -> ExitCode {
        terminal.result(Records.verifiedFile.json(report))
        for document in report.documents { VerificationOutput.show(document, below: nil, terminal) }
        VerificationOutput.show(report.refusals, below: nil, terminal)
        VerificationOutput.showOtherKeys(report, below: nil, terminal)
        return report.refusals.isEmpty ? .done : .refused
    }

    private func evidence(of name: String) throws -> FileVerifier.Evidence {
        if name.hasSuffix(DocumentPath.jwsSuffix) {
            try arguments.refuseFlags(of: .jws, "\(name) carries its own signature")
            return .itself
        }
        let headers = try arguments.headers
        if let path = arguments.value("--signature") {
            let (parent, name) = path.parentAndName
            return .signature(try Folder(path: parent).read(name, limit: Limits.sidecarBytes))
        }
        return headers.isEmpty ? .sidecars : .headers(headers)
    }
}

extension KeyChoice {
    /// The keys that may have signed a tree, and the environment that it must be of.
    ///
    /// - Parameter named: the environment to expect; nil, for a single key, for that of the index.
    fileprivate func expectation(
        of tree: TreeFolder, _ named: EnvironmentName?
    ) throws -> (TrustedKeys, EnvironmentName) {
        let index = try tree.read(DocumentPath.publication.file, limit: VerifiedIndex.byteLimit)
        let keys = keys(ofIndex: index ?? [], environment: named)
        return (keys, named ?? keys.keys.first?.environment ?? .unnamed)
    }
}
