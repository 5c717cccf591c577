import AppGate
import Diagnostics
import ManifestVerifier

/// One kind of device in a population: devices and apps that are told the same.
package struct PopulationDevice: Equatable, Sendable {
    package let device: Device
    /// The newest version of the app in the store of this device; nil when the file does not say.
    package let store: StoreVersion?
}

/// A column of a population file. The raw value is its name in the first line.
package enum PopulationColumn: String, Sendable, CaseIterable {
    /// `ios` or `android`.
    case platform
    /// The version of iOS, the SDK level of Android.
    case os
    case app
    case devices
    /// The build of the app; on Android its version code.
    case build
    /// The newest version of the app in the store.
    case store
    case channel
    /// The region of the user or of the store.
    case region
    case model

    package var isRequired: Bool {
        switch self {
        case .platform, .os, .app, .devices: true
        case .build, .store, .channel, .region, .model: false
        }
    }
}

// MARK: Reading

struct ColumnError: Error {
    let column: PopulationColumn
    /// What is wrong, without the place.
    let message: String

    init(_ column: PopulationColumn, _ text: String, expected: String) {
        let start = text.unicodeScalars.prefix(Limits.quotedFieldScalars)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        self.column = column
        message = "\(column.rawValue) is \(expected), not \"\(String(start).printable)\(isWhole ? "" : "…")\""
    }

    init(controlIn column: PopulationColumn) {
        (self.column, message) = (column, "\(column.rawValue) has a character that cannot be printed")
    }
}

extension PopulationDevice {
    /// Reads the columns of one line; an empty text says that it is not known.
    init(_ texts: [PopulationColumn: String]) throws(ColumnError) {
        func known(_ column: PopulationColumn) throws(ColumnError) -> String? {
            guard let text = texts[column], !text.isEmpty else { return nil }
            // It is shown to people as the device reports it.
            guard text.isPrintable else { throw ColumnError(controlIn: column) }
            return text
        }
        let (platformText, systemText) = (texts[.platform] ?? "", texts[.os] ?? "")
        guard let platform = Platform(rawValue: platformText.asciiLowercased) else {
            throw ColumnError(.platform, platformText, expected: "ios or android")
        }
        guard let system = Device.System(systemText, on: platform) else {
            throw ColumnError(
                .os, systemText,
                expected: platform == .ios ? "a version of iOS like 17.4" : "an SDK level of Android like 34")
        }
        let store = try known(.store)
        let storeVersion = store.flatMap { NumericVersion($0) }
        if let store, storeVersion == nil {
            throw ColumnError(
                .store, store,
                expected: platform == .ios ? "a version like 3.2.0" : "a version like 3.2.0 or a version code")
        }
        var device = Device(
            system: system, reportedVersion: try known(.app), reportedBuild: try known(.build), languages: [])
        (device.channel, device.region, device.model) = (try known(.channel), try known(.region), try known(.model))
        self.init(device: device, store: storeVersion.map { StoreVersion(version: $0) })
    }
}

extension Device.System {
    package init?(_ text: String, on platform: Platform) {
        switch platform {
        case .ios:
            guard let version = NumericVersion(text) else { return nil }
            self = .ios(version)
        case .android:
            guard (1...Limits.versionDigits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
                let level = Int(text), level > 0
            else { return nil }
            self = .android(sdk: level)
        }
    }
}
