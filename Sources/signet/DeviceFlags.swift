import AppGate
import ManifestFormat

/// The flags that describe a device.
enum DeviceFlags {
    static let flags: [Flag] = [
        .value("--platform"), .value("--os"), .value("--app"), .value("--build"),
        .value("--language", isRepeatable: true),
    ]

    /// The device that the flags describe.
    static func device(_ arguments: Arguments) throws(ErrorReport) -> Device {
        guard let platform = arguments.value("--platform").flatMap(Platform.init) else {
            throw arguments.usage("which platform? --platform is ios or android")
        }
        guard let os = arguments.value("--os") else {
            throw arguments.usage("which system? --os is a version of iOS or an SDK level of Android")
        }
        guard arguments.has("--app") || arguments.has("--build") else {
            throw arguments.usage("which app? --app is its version, --build its build")
        }
        let system: Device.System
        switch platform {
        case .ios:
            guard let version = NumericVersion(os) else { throw arguments.usage("--os \(os) is no version like 13.4") }
            system = .ios(version)
        case .android:
            guard let sdk = Int(os), sdk > 0 else { throw arguments.usage("--os \(os) is no SDK level like 23") }
            system = .android(sdk: sdk)
        }
        let version = try arguments.version("--app")
        var build: Int?
        if let text = arguments.value("--build") {
            guard let number = Int(text), number >= 0 else { throw arguments.usage("--build \(text) is no number") }
            build = number
        } else if platform == .android {
            // Android's versions are codes: a plain number is one.
            build = arguments.value("--app").flatMap { Int($0) }
        }
        return Device(system: system, version: version, build: build, languages: arguments.values("--language"))
    }

    /// Fails when the document decides by something that no flag gave: the library would take it for good enough.
    static func check(
        _ device: Device, knows requirements: Requirements, _ arguments: Arguments
    ) throws(ErrorReport) {
        for requirement in [requirements.minimumApp, requirements.recommendedApp] {
            switch requirement?.bound {
            case .build where device.build == nil:
                throw arguments.usage("this document decides by the build of the app: give --build")
            case .version where device.version == nil:
                throw arguments.usage("this document decides by the version of the app: give --app")
            default: continue
            }
        }
    }
}

extension Arguments {
    /// The version of a flag, if it is given.
    func version(_ name: String) throws(ErrorReport) -> NumericVersion? {
        guard let text = value(name) else { return nil }
        guard let version = NumericVersion(text) else { throw usage("\(name) \(text) is no version like 3.0.0") }
        return version
    }
}
