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
    static func page(of plan: Plan, _ request: PolicyRequest, _ terminal: Terminal) async throws -> PlanPage? {
        let keys = try KeyFolder.open(request.keys)
        let output = request.output.trimmingSlashes
        var environments: [PageEnvironment] = []
        var embedding = Embedding()
        for (environment, rendered) in zip(plan.environments, plan.rendered?.environments ?? []) {
            let outcome = try await PageTree.read(rendered, in: output, keys: keys.trusted, embedding: &embedding) {
                terminal.progress("\(environment.name): verifying", $0, of: $1)
            }
            switch outcome {
            case .refused(let report):
                VerificationOutput.show(report.refusals, below: "\(output)/\(environment.name)", terminal)
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
