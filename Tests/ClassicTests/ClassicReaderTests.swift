import Classic
import ManifestVerifier
import Testing
import TestPublisher

@Test(arguments: DocumentFormat.allCases.filter { $0.isForApps })
func `a refusal can name every format that an app decides by`(format: DocumentFormat) throws {
    let readers = ClassicReader.all.filter { $0.format == format }
    #expect(readers.count == 1)
    _ = try #require(readers.first).read(try #require(Bodies.of(format)))
}

@Test func `no other format is among those`() {
    #expect(ClassicReader.all.map(\.format).filter { !$0.isForApps } == [])
}

extension DocumentFormat {
    fileprivate var isForApps: Bool {
        switch self {
        case .availabilityIOS, .availabilityAndroid, .appConfig, .environmentConfig, .remoteConfigIOS,
            .remoteConfigAndroid, .gateIOS, .gateAndroid:
            true
        case .firebaseTemplate, .webBundleManifest, .webBundleIndex, .webBundle, .file: false
        }
    }
}
