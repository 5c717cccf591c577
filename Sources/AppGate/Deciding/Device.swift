import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the gate needs to know about a device and the app on it.
public struct Device: Equatable, Sendable {
    /// The operating system.
    public enum System: Equatable, Sendable {
        /// iOS, by its version.
        case ios(NumericVersion)
        /// Android, by its SDK level.
        case android(sdk: Int)

        /// The numbers that rules compare.
        package var numbers: [Int] {
            switch self {
            case .ios(let version): version.components
            case .android(let sdk): [sdk]
            }
        }
    }

    /// The operating system.
    public let system: System
    /// The version of the app: `CFBundleShortVersionString`, on Android the version name; nil when it is unknown. One that
    /// is unknown or unreadable is below nothing, which the gate reports.
    public let version: InstalledVersion?
    /// The build of the app: `CFBundleVersion`, on Android the version code; nil when it is unknown.
    public let build: InstalledVersion?
    /// The languages that the user reads, best first, as BCP 47 tags or locale identifiers: `pt-BR`, `zh_TW`.
    public let languages: [String]
    /// The channel that this app was released through, such as `beta`; nil when it has none. Rules may be for some
    /// channels, regions and models only; one whose condition needs what is nil here is not for this device.
    public var channel: String?
    /// The region of the user or of the store, by the team's own convention, such as `GB` (ISO 3166-1).
    public var region: String?
    /// The model of the device: `iPhone8,4`, on Android such as `Pixel 7`.
    public var model: String?
    /// What tells this installation from others in roll-outs; a gate with a store makes and keeps one itself.
    public var installID: InstallID?

    /// A device with an app whose version and build have been read.
    public init(system: System, version: NumericVersion?, build: Int?, languages: [String]) {
        self.init(
            system: system, reportedVersion: version?.spelling, reportedBuild: build.map { String($0) },
            languages: languages)
    }

    /// A device with an app.
    ///
    /// - Parameters:
    ///   - system: the operating system.
    ///   - reportedVersion: the version of the app as the device reports it; nil when it reports none.
    ///   - reportedBuild: the build of the app as the device reports it; nil when it reports none.
    ///   - languages: the languages that the user reads, best first.
    public init(system: System, reportedVersion: String?, reportedBuild: String?, languages: [String]) {
        self.init(
            system: system, installed: reportedVersion.map { InstalledVersion($0) },
            installedBuild: reportedBuild.map { InstalledVersion($0) }, languages: languages)
    }

    package init(
        system: System, installed version: InstalledVersion?, installedBuild build: InstalledVersion?,
        languages: [String]
    ) {
        (self.system, self.version, self.build, self.languages) = (system, version, build, languages)
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
            system: .ios(system), reportedVersion: info["CFBundleShortVersionString"] as? String,
            reportedBuild: info["CFBundleVersion"] as? String, languages: languages)
    }

    /// Whether the system is below a bound; equality passes, and a bound of the other platform does not apply.
    package func isBelow(_ bound: SystemBound) -> Bool {
        switch (system, bound) {
        case (.ios(let version), .ios(let bound)): version < bound
        case (.android(let sdk), .android(let bound)): sdk < bound
        default: false
        }
    }

    /// Whether the app is below a bound; equality passes, and what is unknown or unreadable is not below.
    package func isBelow(_ bound: AppBound) -> Bool {
        switch bound {
        case .version(let bound): version?.isBelow(bound) ?? false
        case .build(let bound, _): build?.isBelow(bound) ?? false
        }
    }
}
