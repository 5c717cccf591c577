import AppGate
import Classic
import ManifestVerifier
import Plan

enum DeviceFlags {
    static func device(_ arguments: Arguments) throws -> Device {
        let platform = try arguments.platform
        guard let os = arguments.value("--os") else {
            throw arguments.usage("which system? --os is a version of iOS or an SDK level of Android")
        }
        guard arguments.has("--app") || arguments.has("--build") else {
            throw arguments.usage("which app? --app is its version, --build its build")
        }
        guard let system = Device.System(os, on: platform) else {
            throw arguments.usage(
                "--os \(os) is not \(platform == .ios ? "a version like 13.4" : "an SDK level like 23")")
        }
        // Whatever a device can report; what of it cannot be compared is said with the decision.
        var (version, build) = (arguments.value("--app"), arguments.value("--build"))
        if platform == .android, build == nil, let code = version, code.utf8.allSatisfy(\.isASCIIDigit), code != "" {
            // On Android a plain number is a version code, and says nothing of the version that people see.
            (version, build) = (nil, code)
        }
        return Device(
            system: system, reportedVersion: version, reportedBuild: build, languages: arguments.values("--language"))
    }

    /// What must be known of the device as well, when the document decides by something that no flag gave.
    static func missing(for requirements: Requirements, from device: Device) -> String? {
        for requirement in [requirements.minimumApp, requirements.recommendedApp] {
            switch requirement?.bound {
            case .build where device.build == nil: return "it decides by the build of the app: give --build N"
            case .version where device.version == nil && device.platform == .android:
                return "it decides by the version of the app: give --app 3.0.0 (a plain number is a version code)"
            case .version where device.version == nil:
                return "it decides by the version of the app: give --app 3.0.0"
            default: continue
            }
        }
        return nil
    }
}

extension Arguments {
    var platform: Platform {
        get throws {
            guard let platform = value("--platform").flatMap(Platform.init) else {
                throw usage("which platform? --platform is ios or android")
            }
            return platform
        }
    }

    func version(_ name: String) throws -> NumericVersion? {
        try value(name, "a version like 3.0.0") { NumericVersion($0) }
    }
}
