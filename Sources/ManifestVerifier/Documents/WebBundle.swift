/// A web bundle that is offered: which archive it is, and which native shells can run it.
public struct WebBundle: Equatable, Sendable {
    /// The version of the bundle, without build metadata.
    public let version: SemanticVersion
    /// Where the archive is: an https URL, or a name beside the document that says so.
    public let url: String
    /// SHA-256 of the archive, 64 lowercase hexadecimal digits.
    public let sha256: String
    /// The DER signature over the archive, by the key that signed the document.
    public let signature: [UInt8]
    /// The oldest shell that can run the bundle.
    public let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    public let maximumShell: NumericVersion?

    package init(
        version: SemanticVersion, url: String, sha256: String, signature: [UInt8], minimumShell: NumericVersion,
        maximumShell: NumericVersion?
    ) {
        self.version = version
        self.url = url
        self.sha256 = sha256
        self.signature = signature
        self.minimumShell = minimumShell
        self.maximumShell = maximumShell
    }

    /// Whether a shell of that version can run the bundle; the bounds belong to the range. A maximum of `0.0.0` fits no
    /// shell, not even a development build that calls itself `0.0.0`.
    public func fits(_ shell: NumericVersion) -> Bool {
        minimumShell <= shell && (maximumShell.map { shell <= $0 && $0 > .zero } ?? true)
    }

    /// The bundle with bounds that no shell fits.
    package var forNoShell: WebBundle {
        WebBundle(
            version: version, url: url, sha256: sha256, signature: signature, minimumShell: .zero, maximumShell: .zero)
    }
}

/// The newest web bundle of an environment, and the versions that clients must leave.
public struct WebBundleManifest: Equatable, Sendable {
    /// The newest bundle that is offered. When none is offered any more it is the last one, with bounds of `0.0.0` that no
    /// shell fits, since deployed clients need all members.
    public let bundle: WebBundle
    /// The versions that clients must leave, the newest first.
    public let withdrawn: [SemanticVersion]

    /// Orders the withdrawn versions.
    package init(bundle: WebBundle, withdrawn: [SemanticVersion]) {
        self.bundle = bundle
        self.withdrawn = withdrawn.sorted(by: >)
    }
}

/// Every web bundle of an environment that is offered, and every one that is no longer.
public struct WebBundleIndex: Equatable, Sendable {
    /// One bundle with the size of its archive.
    public struct Entry: Equatable, Sendable {
        /// The bundle.
        public let bundle: WebBundle
        /// Bytes of the archive.
        public let byteCount: Int

        package init(bundle: WebBundle, byteCount: Int) {
            self.bundle = bundle
            self.byteCount = byteCount
        }
    }

    /// What is offered, the newest version first.
    public let offered: [Entry]
    /// The versions that clients must leave, the newest first.
    public let withdrawn: [SemanticVersion]
    /// The versions that are no longer offered, and that clients which have them may keep; the newest first.
    public let retired: [SemanticVersion]

    /// Orders all three.
    package init(offered: [Entry], withdrawn: [SemanticVersion], retired: [SemanticVersion] = []) {
        self.offered = offered.sorted { $0.bundle.version > $1.bundle.version }
        self.withdrawn = withdrawn.sorted(by: >)
        self.retired = retired.sorted(by: >)
    }
}

extension DocumentPath {
    /// The folder of all web bundles in a tree.
    package static let webBundleFolder = "builds"
    /// Says which web bundle is the newest.
    package static let webBundleManifest = bundlePath("manifest.json")
    /// Says which web bundles there are.
    package static let webBundleIndex = bundlePath("index.json")

    /// The archive of a web bundle.
    package static func webBundle(_ version: SemanticVersion) -> DocumentPath {
        bundlePath(webBundleName(version))
    }

    /// The name of a web bundle's archive: `v1.5.1.zip`.
    package static func webBundleName(_ version: SemanticVersion) -> String { "v\(version).zip" }

    /// Whether a path in a tree is that of an archive.
    package static func isWebBundle(_ path: String) -> Bool {
        path.hasPrefix("\(webBundleFolder)/v") && path.hasSuffix(".zip")
    }

    private static func bundlePath(_ name: String) -> DocumentPath {
        guard let path = try? DocumentPath("\(webBundleFolder)/\(name)") else {
            preconditionFailure("a version without build metadata has the characters of a path")
        }
        return path
    }
}
