#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every size limit of an app's input, in one place; anything larger is refused before it is processed.
public enum Limits {
    /// Bytes of a body that an app accepts.
    public static let manifestBytes = 1 << 20
    /// Bytes of all signature metadata of one document, names and values (the limit of S3 object metadata).
    public static let signatureMetadataBytes = 2_048
    /// How many seconds ahead of a device's clock a signed date may be; anything later is refused and never stored.
    public static let clockSkew = TimeInterval(24 * 3_600)
    /// Bytes of a key id.
    public static let keyIDBytes = 256
    /// Bytes of a DER-encoded P-256 signature: two integers of at most 33 bytes, each with a header.
    public static let signatureBytes = 72
    /// Digits of one component of a version.
    public static let versionDigits = 18
    /// Characters of a language tag.
    public static let languageTagBytes = 64
    /// Containers inside one another in a JSON text.
    public static let jsonNesting = 64
    /// Rules of a gate document.
    public static let gateRules = 1_000
    /// Versions that a gate document names as the latest ones.
    public static let gateLatest = 100
    /// Steps of a share in a gate document.
    public static let shareSteps = 100
    /// How many seconds after its signed date a gate document goes by the clock of the device; then its time stands
    /// still.
    public static let gateClockLead = TimeInterval(7 * 24 * 3_600)
    /// How many seconds old by the clock of the device a signed date may be for maintenance to close the app.
    public static let maintenanceAge = TimeInterval(7 * 24 * 3_600)
    /// How many seconds old by the clock of the device an index of web bundles may be for steps after its signed date to
    /// count.
    public static let bundleStepAge = TimeInterval(48 * 3_600)
    /// Web bundles, offered and withdrawn, that one index names.
    public static let webBundles = 1_000
    /// Bytes of a web bundle's archive; 4 GB and more would need ZIP64, which is refused.
    public static let webBundleBytes = 1 << 30
    /// Bytes of all files of a web bundle, unpacked.
    public static let webBundleUnpackedBytes = 2 << 30
    /// Bytes of one file of a web bundle, unpacked.
    public static let webBundleFileBytes = 512 << 20
    /// Files and folders of a web bundle.
    public static let webBundleEntries = 20_000
    /// Bytes of the name of a file in a web bundle.
    public static let webBundleNameBytes = 512
    /// Bytes of one segment of that name, the limit of file systems.
    public static let webBundleSegmentBytes = 255
    /// Segments of that name.
    public static let webBundleDepth = 32
    /// Bytes of the directory at the end of a web bundle's archive, with room for extra fields in every entry.
    public static let webBundleDirectoryBytes = 16 << 20
    /// Bytes of the percent-encoded path of a request for such a file, its prefix included.
    public static let bundleRequestBytes = 4 * webBundleNameBytes
    /// How many times its packed size a file of a web bundle may unpack to, beyond its first `webBundleFreeBytes`.
    public static let webBundleRatio = 200
    /// Bytes of a file that any number of packed bytes may unpack to.
    public static let webBundleFreeBytes = 1 << 20
    /// Seconds after which a version that was given up gets another trial.
    package static let bundleForgivenessSeconds = 24 * 3_600
    /// Bytes of the state of a web-bundle store; a thousand versions of 64 bytes fit in several times.
    package static let webBundleStateBytes = 1 << 20

    /// Bytes of what a device remembers for the rules of one document; times for `gateRules` rules fit.
    package static let ruleMemoryBytes = 128 << 10
    /// Bytes of the protected header of a `.jws`: the longest key id, environment and path, and their names.
    package static let jwsHeaderBytes = 1_536
    /// Bytes of a key ring.
    package static let keyRingBytes = 1 << 20
    /// Bytes of a sidecar.
    package static let sidecarBytes = 16 << 10
    /// Folders inside one another in a tree or among static files.
    package static let folderDepth = 32
    /// Bytes of a document's path.
    package static let pathBytes = 1_024
    /// Bytes of one segment of a document's path, with room for a sidecar's suffix in the 255 of a file system.
    package static let pathSegmentBytes = 240
    /// Bytes of an environment's, a key's or an allowed name.
    package static let nameBytes = 64
}
