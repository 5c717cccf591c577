import ManifestVerifier

/// One body of every format that is rendered.
package enum Bodies {
    package static let availabilityIOS = #"""
        { "minimumOSVersion": { "value": "13.5.0", "description": { "en": "system" } },
          "minimumAppVersion": { "value": "3.0.0", "description": { "en": "app" } } }
        """#
    package static let availabilityAndroid = #"""
        { "minimumSDKVersion": { "value": 23, "description": { "en": "system" } },
          "minimumAppVersion": { "value": 8, "description": { "en": "app" } } }
        """#
    package static let appConfig = #"""
        { "minimumVersion": "1.2.0", "latestVersion": "1.5.0", "updateUrl": "https://example.com",
          "maintenanceMode": false, "maintenanceMessage": null }
        """#
    package static let environmentConfig = #"""
        { "environments": { "mainnet": { "apps": { "ios": {
          "minimalVersion": "1.0", "build": 40000, "url": "https://example.com" } } } } }
        """#
    package static let webBundle = #"""
        { "version": "1.5.1", "url": "v1.5.1.zip", "signature": "MAYCAQECAQE=", "minShellVersion": "2.0.0",
          "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" }
        """#
    package static let remoteConfigIOS = remoteConfig("ios")
    package static let remoteConfigAndroid = remoteConfig("android")

    package static func of(_ format: DocumentFormat) -> [UInt8]? {
        let text: String? =
            switch format {
            case .availabilityIOS: availabilityIOS
            case .availabilityAndroid: availabilityAndroid
            case .appConfig: appConfig
            case .environmentConfig: environmentConfig
            case .remoteConfigIOS: remoteConfigIOS
            case .remoteConfigAndroid: remoteConfigAndroid
            case .gateIOS: gate("ios", system: "os")
            case .gateAndroid: gate("android", system: "sdk")
            case .firebaseTemplate: #"{ "conditions": [], "parameters": {} }"#
            case .webBundleManifest: webBundle
            case .webBundleIndex: #"{ "bundles": [], "withdrawn": ["1.4.9"] }"#
            case .webBundle, .file: nil
            }
        return text.map { Array($0.utf8) }
    }

    private static func gate(_ platform: String, system: String) -> String {
        #"""
        { "gate": 1, "platform": "\#(platform)", "latest": [ { "app": "3.2.0", "\#(system)": ">=15" } ],
          "rules": [ { "id": "old", "when": { "app": "<3.0.0" }, "then": "required", "title": { "en": "update" } } ] }
        """#
    }

    private static func remoteConfig(_ platform: String) -> String {
        #"{ "platform": "\#(platform)", "force_update_version": "1.2.0", "optional_update_version": "1.5.0" }"#
    }
}
