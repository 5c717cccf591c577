import ManifestVerifier
import WebBundles

/// The manifest that follows from an index. It is for clients that know neither platforms nor restricted offers.
extension WebBundleManifest {
    /// The newest bundle that is offered to all devices on both platforms, with the shells that can run it on either; nil
    /// without such a bundle.
    package init?(of index: WebBundleIndex) {
        for entry in index.offered {
            let ranges = Platform.allCases.compactMap { entry.shells[$0] }
            guard ranges.count == Platform.allCases.count, let shells = ranges.dropFirst().reduce(ranges[0], both)
            else {
                continue
            }
            self.init(bundle: entry.bundle, shells: shells, withdrawn: index.withdrawn)
            return
        }
        return nil
    }
}

private func both(_ one: ShellRange?, _ other: ShellRange) -> ShellRange? { one?.intersection(other) }
