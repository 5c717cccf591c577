import Diagnostics
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// Reads what a page shows beside the plan: the documents with the signatures of the built trees.
enum PageReading {
    /// The page of a plan; nil when a tree was refused, which was said.
    static func page(of plan: Plan, _ request: PlanRequest, _ terminal: Terminal) async throws -> PlanPage? {
        let keys = try TrustedKeys.reading(request.policy.keys)
        let output = request.policy.output.trimmingSlashes
        var environments: [PageEnvironment] = []
        var embedding = Embedding()
        for environment in plan.environments {
            let name = environment.name
            let rendered = plan.rendered?.environments.first { $0.policy.name == name }
            let progress: @Sendable (Int, Int) -> Void = { terminal.progress("\(name): verifying", $0, of: $1) }
            let outcome =
                if let rendered {
                    try await PageTree.read(
                        rendered, in: output, keys: keys, embedding: &embedding, progress: progress)
                } else {
                    try await PageTree.read(
                        name, at: request.tree ?? output, keys: keys, embedding: &embedding, progress: progress)
                }
            switch outcome {
            case .refused(let report, let path):
                VerificationOutput.show(report.refusals, below: path, terminal)
                return nil
            case .read(let tree):
                if let note = tree.note { terminal.note(note) }
                environments.append(PageEnvironment(environment, documents: tree.documents, tree: tree))
            }
        }
        return PlanPage(plan, environments, toolVersion: Signet.version)
    }
}

/// Where a page is written: a new file, or one that is a page already.
struct PageFile {
    private let folder: Folder
    private let name: String

    /// Fails before anything is read or downloaded when there is something else in the place.
    init(_ path: String) throws {
        let (parent, name) = path.parentAndName
        (folder, self.name) = (try Folder(path: parent), name)
        switch folder.kind(of: name) {
        case nil: break
        case .file?:
            guard try folder.file(name).chunk(Self.start.count) == Self.start else {
                throw ErrorReport(
                    .cannotCreate, "\(path): is there, and is not a page that signet can replace",
                    hint: "name another file with --page")
            }
        case .link?: throw FileError(path, .write, .symbolicLink)
        case .folder?, .other?: throw FileError(path, .write, .notAFile)
        }
    }

    func write(_ page: [UInt8]) throws { try folder.replace(name, page) }

    private static let start = Array("<!DOCTYPE html>".utf8)
}
