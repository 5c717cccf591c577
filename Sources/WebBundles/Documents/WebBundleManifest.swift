import ManifestVerifier

/// The newest web bundle that everybody is offered on both platforms, and the versions that clients must stop using. It is
/// for clients that read one pair of bounds and nothing else.
public struct WebBundleManifest: Equatable, Sendable {
    /// The newest bundle on offer. When there is none any more, it is the last one, with bounds that no shell fits, since
    /// deployed clients need all members.
    public let bundle: WebBundle
    /// The native shells of both platforms that can run it.
    public let shells: ShellRange
    /// The versions that clients must stop using, the newest first.
    public let withdrawn: [SemanticVersion]

    /// Orders the withdrawn versions.
    package init(bundle: WebBundle, shells: ShellRange, withdrawn: [SemanticVersion]) {
        self.bundle = bundle
        self.shells = shells
        self.withdrawn = withdrawn.sorted(by: >)
    }

    /// Reads a verified manifest.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let bundle = try WebBundle(&object)
            let minimum = try object.required("minShellVersion").asShellVersion()
            let maximum = try object.optional("maxShellVersion")?.asShellVersion()
            guard let shells = ShellRange(minimum, maximum == .unbounded ? nil : maximum) else {
                throw value.unacceptable("maxShellVersion is below minShellVersion")
            }
            let manifest = WebBundleManifest(
                bundle: bundle, shells: shells, withdrawn: try object.optional("withdrawn")?.asBundleVersions() ?? [])
            guard manifest.withdrawn.count <= Limits.webBundles else {
                throw value.unacceptable("more than \(Limits.webBundles) versions")
            }
            return manifest
        }
    }

    /// The manifest in the order of the contract, with all six members always: deployed clients need every one.
    package var json: JSONValue {
        var members = bundle.members()
        members += [
            JSONMember("minShellVersion", .string(shells.minimum.spelling)),
            JSONMember("maxShellVersion", .string((shells.maximum ?? .unbounded).spelling)),
        ]
        if !withdrawn.isEmpty { members.append(JSONMember("withdrawn", withdrawn.json)) }
        return .object(members)
    }
}
