import AppGate
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
    /// The language that the user reads.
    case language
    /// The newest version of the app in the store.
    case store
    case channel
    /// The region of the user or of the store.
    case region
    case model

    package var isRequired: Bool {
        switch self {
        case .platform, .os, .app, .devices: true
        case .build, .language, .store, .channel, .region, .model: false
        }
    }
}
