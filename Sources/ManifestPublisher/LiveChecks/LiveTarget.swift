import ManifestVerifier
import Programs
import PublicationTree

/// What an `https` address leads to.
package enum LiveTarget: Sendable {
    /// A tree: a folder with `publication.jws`.
    case tree(TreeAddress)
    case document(TreeAddress)

    /// Finds out what is at an address.
    ///
    /// An address without a path, with a `/` at its end, or of a `publication.jws` is that of a tree. Any other
    /// address is that of a tree if the host has a `publication.jws` below it.
    ///
    /// - Parameter isTree: whether it is known that a tree is to be there, even if it is not yet.
    package static func find(
        _ text: String, keys: TrustedKeys, environment: EnvironmentName?, isTree: Bool = false, network: LiveNetwork
    ) async throws -> LiveTarget {
        let address = try TreeAddress(text)
        if let folder = try folder(of: address) { return .tree(folder) }
        if isTree || text.hasSuffix("/") || address.path.isEmpty || address.bucket != nil { return .tree(address) }
        let download = TreeDownload(
            address, environment: environment, keys: keys, variables: network.variables,
            timeLimits: network.timeLimits)
        do {
            return try await download.findIndex() == nil ? .tree(address) : .document(address)
        } catch let error as TreeDownloadError {
            switch error {
            case .index(_, .redirect), .index(_, .status(..<500)): return .document(address)
            // Some hosts answer any request with a page of their own.
            case .untrustedIndex(_, .malformed(.jwsParts)): return .document(address)
            // Here the check itself asks again, and reports more.
            case .index(_, .status), .index(_, .tooLarge), .index(_, .differs), .untrustedIndex: return .tree(address)
            case .index: throw error
            }
        }
    }

    /// Whether an address is that of a `.jws`, by its name alone.
    package static func isJWS(_ address: TreeAddress) -> Bool {
        address.bucket == nil && address.path.hasSuffix(DocumentPath.jwsSuffix)
            && !address.path.hasSuffix("/\(DocumentPath.publication.file)")
    }

    /// The address of the tree whose index was given; nil for another file.
    private static func folder(of address: TreeAddress) throws -> TreeAddress? {
        let end = "/\(DocumentPath.publication.file)"
        guard address.path.hasSuffix(end) else { return nil }
        return try TreeAddress(String(address.rawValue.dropLast(end.count)))
    }
}
