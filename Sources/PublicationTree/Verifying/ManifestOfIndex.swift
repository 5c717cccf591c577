import ManifestVerifier
import WebBundles

/// The manifest that follows from an index. It is for clients that know neither platforms nor restricted offers.
extension WebBundleManifest {
    /// The newest bundle that everybody is offered on both platforms, with the shells that can run it on either; nil when
    /// there is none.
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
