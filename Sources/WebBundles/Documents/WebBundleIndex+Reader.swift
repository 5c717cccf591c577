import ManifestVerifier

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
