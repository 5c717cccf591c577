import AppGate
import ManifestVerifier

/// One kind of device in a population: devices and apps that are told the same.
package struct PopulationDevice: Equatable, Sendable {
    package let device: Device
    /// The newest version of the app in the store of this device; nil when the file does not say.
    package let store: StoreVersion?
}

/// A column of a population file. The raw value is its name in the first line.
enum PopulationColumn: String, CaseIterable {
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

    var isRequired: Bool { [.platform, .os, .app, .devices].contains(self) }
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
