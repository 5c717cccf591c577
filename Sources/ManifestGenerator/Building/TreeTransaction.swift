import LocalFiles
import ManifestVerifier
import PublicationTree
import Synchronization

/// One change of the folder of all trees: the folder is locked, trees are written beside those that they replace, and at the
/// end all of them are put in place, or none.
final class TreeTransaction: Sendable {
    /// The folder, which no other process changes meanwhile.
    let output: OutputFolder
    private let staged = Mutex<[EnvironmentName]>([])

    private init(_ output: OutputFolder) { self.output = output }

    /// Runs `work` under the lock of the folder at `path`, and installs what it has staged.
    ///
    /// After an error everything that was staged is removed, with the folder if it was made for this, and the former trees
    /// are as they were.
    static func run<Result>(
        in path: String, report: (BuildEvent) -> Void, _ work: (TreeTransaction) async throws -> Result
    ) async throws -> Result {
        try await Folder.withoutResidue { made in
            _ = try Folder(creating: path, made: &made)
            let transaction = TreeTransaction(try await OutputFolder.lock(path) { report(.waiting(path)) })
            do {
                let result = try await work(transaction)
                for environment in transaction.environments { try transaction.output.install(environment) }
                return result
            } catch {
                for environment in transaction.environments { transaction.output.discard(environment) }
                throw error
            }
        }
    }

    /// Begins the tree of an environment beside its former one.
    ///
    /// - Parameter paths: the documents that the tree will have.
    func stage(_ environment: EnvironmentName, for paths: [DocumentPath]) throws -> StagedTree {
        staged.withLock { $0.append(environment) }
        return try output.stage(environment, for: paths)
    }

    private var environments: [EnvironmentName] { staged.withLock(\.self) }
}
