import ManifestVerifier

/// Every web bundle of an environment, also those that are no longer offered.
public struct WebBundleIndex: Equatable, Sendable {
    /// A bundle on offer, and to which devices.
    public struct Entry: Equatable, Sendable {
        /// The bundle.
        public let bundle: WebBundle
        /// Bytes of the archive.
        public let byteCount: Int
        /// The native shells that can run it, by platform; none on a platform that is missing.
        public let shells: [Platform: ShellRange]
        /// SHA-256 of the list of its files, 64 lowercase hexadecimal digits.
        public let files: String
        /// What must hold on a device; nil for an offer to everybody.
        public let conditions: BundleConditions?

        package init(
            bundle: WebBundle, byteCount: Int, shells: [Platform: ShellRange], files: String,
            conditions: BundleConditions? = nil
        ) {
            self.bundle = bundle
            self.byteCount = byteCount
            self.shells = shells
            self.files = files
            self.conditions = conditions
        }
    }

    /// The bundles on offer to everybody, the newest version first.
    public let offered: [Entry]
    /// The bundles on offer to some devices, the newest version first.
    public let restricted: [Entry]
    /// The versions that only clients which have confirmed them may go on using, the newest first.
    public let halted: [SemanticVersion]
    /// The versions that clients must stop using, the newest first.
    public let withdrawn: [SemanticVersion]
    /// The versions that are no longer offered but may be kept by clients that have them, the newest first.
    public let retired: [SemanticVersion]

    /// Orders all of them.
    package init(
        _ entries: [Entry], halted: [SemanticVersion] = [], withdrawn: [SemanticVersion] = [],
        retired: [SemanticVersion] = []
    ) {
        let entries = entries.sorted { $0.bundle.version > $1.bundle.version }
        offered = entries.filter { $0.conditions == nil }
        restricted = entries.filter { $0.conditions != nil }
        self.halted = halted.sorted(by: >)
        self.withdrawn = withdrawn.sorted(by: >)
        self.retired = retired.sorted(by: >)
    }

    /// The bundles on offer, the newest version first.
    package var entries: [Entry] { (offered + restricted).sorted { $0.bundle.version > $1.bundle.version } }

    /// Every version that is named.
    package var versions: [SemanticVersion] {
        (offered + restricted).map(\.bundle.version) + halted + withdrawn + retired
    }
}

// MARK: JSON

extension WebBundleIndex {
    /// Reads a verified index, in which no version appears twice.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let bundles = try object.required("bundles")
            let offers = object.optional("offers")
            let withdrawn = try object.required("withdrawn")
            let entries = try bundles.asArray().map { (element) throws(JSONShapeError) in
                try Entry(element, isRestricted: false)
            }
            let restricted = try offers?.asArray().map { (element) throws(JSONShapeError) in
                try Entry(element, isRestricted: true)
            }
            let index = WebBundleIndex(
                entries + (restricted ?? []), halted: try object.optional("halted")?.asBundleVersions() ?? [],
                withdrawn: try withdrawn.asBundleVersions(),
                retired: try object.optional("retired")?.asBundleVersions() ?? [])
            let versions = index.versions
            guard versions.count <= Limits.webBundles else {
                throw value.unacceptable("more than \(Limits.webBundles) versions")
            }
            guard Set(versions).count == versions.count else {
                throw value.unacceptable("a version appears twice")
            }
            return index
        }
    }

    /// The index in the order of the contract.
    package var json: JSONValue {
        func array(_ entries: [Entry]) -> JSONValue { .array(entries.map(\.json)) }
        func list(_ name: String, _ versions: [SemanticVersion]) -> JSONMember? {
            versions.isEmpty ? nil : JSONMember(name, versions.json)
        }
        return .object(
            [
                JSONMember("bundles", array(offered)),
                restricted.isEmpty ? nil : JSONMember("offers", array(restricted)), list("halted", halted),
                JSONMember("withdrawn", withdrawn.json), list("retired", retired),
            ].compactMap(\.self))
    }
}

extension WebBundleIndex.Entry {
    fileprivate init(_ value: JSONValue, isRestricted: Bool) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let size = try object.required("size")
        let byteCount = try size.asInteger()
        guard byteCount > 0 else { throw size.unacceptable("an archive has at least one byte") }
        self.init(
            bundle: try WebBundle(&object), byteCount: byteCount,
            shells: try [Platform: ShellRange](object.required("shells")),
            files: try object.required("files").asSHA256(),
            conditions: isRestricted ? try BundleConditions(object.required("when")) : nil)
    }

    fileprivate var json: JSONValue {
        var members = bundle.members(byteCount: byteCount)
        members += [JSONMember("shells", shells.json), JSONMember("files", .string(files))]
        if let conditions { members.append(JSONMember("when", conditions.json)) }
        return .object(members)
    }
}

extension WebBundleIndex {
    /// Reads `builds/index.json`, whose content is a ``WebBundleIndex``.
    public struct Reader: DocumentReader {
        /// A reader.
        public init() {}

        public var format: DocumentFormat { .webBundleIndex }

        public var goesByDate: Bool { false }

        public func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable { try WebBundleIndex(body: body) }
    }
}

extension WebBundleManifest {
    /// Reads `builds/manifest.json`, whose content is a ``WebBundleManifest``.
    public struct Reader: DocumentReader {
        /// A reader.
        public init() {}

        public var format: DocumentFormat { .webBundleManifest }

        public var goesByDate: Bool { false }

        public func read(_ body: [UInt8]) throws(DocumentError) -> any Sendable { try WebBundleManifest(body: body) }
    }
}
