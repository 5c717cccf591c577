import Classic
import ManifestVerifier
import WebBundles

extension DocumentFormat {
    /// Reads documents of this format, whatever part of them is for an app.
    package var reader: any DocumentReader {
        switch self {
        case .availabilityIOS: .availability(.ios)
        case .availabilityAndroid: .availability(.android)
        case .appConfig: .appConfig
        case .environmentConfig: .environmentConfig(nil)
        case .remoteConfigIOS: .remoteConfig(.ios)
        case .remoteConfigAndroid: .remoteConfig(.android)
        case .gateIOS: .gate(.ios)
        case .gateAndroid: .gate(.android)
        case .firebaseTemplate: FirebaseTemplate.Reader()
        case .webBundleManifest: WebBundleManifest.Reader()
        case .webBundleIndex: WebBundleIndex.Reader()
        case .webBundle, .file: FileReader(self)
        }
    }

    /// The format of a verified body by its content; nil for anything but the documents that Signet renders.
    package init?(recognizing body: [UInt8]) {
        guard let reader = Self.readers.first(where: { (try? $0.read(body)) != nil }) else { return nil }
        self = reader.format
    }

    /// Readers of the documents that Signet renders.
    package static let readers = allCases.filter { $0 != .file && $0 != .webBundle }.map(\.reader)
}

extension DocumentFormat {
    /// Whether clients read it only with a signed date.
    package var needsDate: Bool { self == .gateIOS || self == .gateAndroid }
}
