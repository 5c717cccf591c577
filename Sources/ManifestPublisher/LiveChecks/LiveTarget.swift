import LocalFiles
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// What an `https` address leads to.
package enum LiveTarget: Sendable {
    /// A tree: a folder with `publication.json`.
    case tree(TreeAddress)
    /// One document.
    case document(TreeAddress)

    /// Finds out what is at an address.
    ///
    /// An address without a path, with a `/` at its end, or of a `publication.json` is that of a tree. Any other one is
    /// that of a tree when the host has a `publication.json` below it.
    package static func find(
        _ text: String, keys: TrustedKeys, environment: EnvironmentName?, network: LiveNetwork
    ) async throws(LiveTargetError) -> LiveTarget {
        let address: TreeAddress
        do throws(TreeAddressError) { address = try TreeAddress(text) } catch { throw .address(error) }
        if let folder = try folder(of: address) { return .tree(folder) }
        if text.hasSuffix("/") || address.hasNoPath { return .tree(address) }
        let download = TreeDownload(
            address, environment: environment, keys: keys, variables: network.variables,
            timeLimits: network.timeLimits)
        do throws(TreeDownloadError) {
            switch try await download.run(where: { _ in false }) {
            case .nothingPublished: return .document(address)
            case .tree: return .tree(address)
            }
        } catch {
            switch error {
            case .index(_, .redirect), .index(_, .status(..<500)): return .document(address)
            // Some hosts answer with a page of theirs whatever is asked for.
            case .untrustedIndex(_, .malformedSignature(.notOneLineOfBase64)): return .document(address)
            // Here the check itself looks again, and has more to say.
            case .index(_, .status), .index(_, .tooLarge), .index(_, .differs), .untrustedIndex: return .tree(address)
            case .index, .curl, .noReport, .document, .incomplete, .file: throw .download(error)
            }
        }
    }

    /// The address of the tree whose index was given; nil for another file.
    private static func folder(of address: TreeAddress) throws(LiveTargetError) -> TreeAddress? {
        let end = "/\(DocumentPath.publication)"
        guard address.rawValue.hasSuffix(end), !address.hasNoPath else { return nil }
        do throws(TreeAddressError) {
            return try TreeAddress(String(address.rawValue.dropLast(end.count)))
        } catch {
            throw .address(error)
        }
    }
}

extension TreeAddress {
    /// Whether the address has only a host.
    fileprivate var hasNoPath: Bool { !rawValue.dropFirst("https://".count).contains("/") }
}

/// Why it cannot be found out what is at an address.
package enum LiveTargetError: ReportableError, Equatable {
    /// It is none.
    case address(TreeAddressError)
    /// Nobody answers, or curl or the temporary folder fails.
    case download(TreeDownloadError)

    package var report: ErrorReport {
        switch self {
        case .address(let error): error.report
        case .download(let error): error.report
        }
    }
}
