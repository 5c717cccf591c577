import ManifestFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the gate needs to know of a device and of the app on it.
public struct Device: Equatable, Sendable {
    /// The operating system.
    public enum System: Equatable, Sendable {
        /// iOS, by its version.
        case ios(NumericVersion)
        /// Android, by its SDK level.
        case android(sdk: Int)
    }

    /// The operating system.
    public let system: System
    /// The version of the app: `CFBundleShortVersionString`, on Android the version name. A version that is not
    /// numeric is unknown; it is below nothing.
    public let version: NumericVersion?
    /// The build of the app: `CFBundleVersion`, on Android the version code. An unknown build is below nothing.
    public let build: Int?
    /// The languages that the user reads, best first, as BCP 47 tags or locale identifiers: `pt-BR`, `zh_TW`.
    public let languages: [String]

    /// A device with an app.
    public init(system: System, version: NumericVersion?, build: Int?, languages: [String]) {
        self.system = system
        self.version = version
        self.build = build
        self.languages = languages
    }

    /// The platform of the system.
    public var platform: Platform {
        switch system {
        case .ios: .ios
        case .android: .android
        }
    }
}

extension Device {
    /// An iOS device with an app.
    ///
    /// - Parameters:
    ///   - version: `ProcessInfo.processInfo.operatingSystemVersion`.
    ///   - info: `Bundle.main.infoDictionary`, for `CFBundleShortVersionString` and `CFBundleVersion`.
    ///   - languages: `Locale.preferredLanguages`.
    public init(ios version: OperatingSystemVersion, info: [String: Any], languages: [String]) {
        let system = NumericVersion(
            major: version.majorVersion, minor: version.minorVersion, patch: version.patchVersion)
        self.init(
            system: .ios(system),
            version: (info["CFBundleShortVersionString"] as? String).flatMap { NumericVersion($0) },
            build: (info["CFBundleVersion"] as? String).flatMap { Int($0) }, languages: languages)
    }

    /// Whether the system is below a bound; equality passes, and a bound of the other platform says nothing.
    func isBelow(_ bound: SystemBound) -> Bool {
        switch (system, bound) {
        case (.ios(let version), .ios(let bound)): version < bound
        case (.android(let sdk), .android(let bound)): sdk < bound
        default: false
        }
    }

    /// Whether the app is below a bound; equality passes, and what is not known is not below.
    func isBelow(_ bound: AppBound) -> Bool {
        switch bound {
        case .version(let bound): version.map { $0 < bound } ?? false
        case .build(let bound, _): build.map { $0 < bound } ?? false
        }
    }
}
