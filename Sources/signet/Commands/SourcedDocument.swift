import ManifestVerifier
import PublicationTree
import WebBundles

/// A document that decides, and who has signed it.
struct SourcedDocument {
    let path: String
    let format: DocumentFormat
    let content: any Sendable
    /// The key that signed; nil when the signature was not checked.
    let key: TrustedKey?
    let date: SignedDate?
    /// What the index of its tree says that its readers know; nil for a document without an index.
    var knowledge: ReaderKnowledge?

    var trust: String {
        guard let key else { return "NOT VERIFIED" }
        return "signed by key \"\(key.name)\"" + (date.map { ", \($0)" } ?? "")
    }

    var gate: GateDocument? { content as? GateDocument }
}

extension DocumentFormat {
    /// Whether an app on the platform reads the document when it starts.
    func speaks(to platform: Platform) -> Bool {
        switch self {
        case .availabilityIOS, .remoteConfigIOS, .gateIOS: platform == .ios
        case .availabilityAndroid, .remoteConfigAndroid, .gateAndroid: platform == .android
        case .appConfig, .environmentConfig, .firebaseTemplate: true
        case .webBundleManifest, .webBundleIndex, .webBundle, .file: false
        }
    }
}
