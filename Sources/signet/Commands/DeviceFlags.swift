import AppGate
import Classic
import Diagnostics
import ManifestVerifier
import Plan
import WebBundles

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

/// What only documents of rules ask for beside the device and the app: `--channel beta --share 0.37`.
struct RuleCircumstances {
    /// The flags that give them.
    static let flags = ["--channel", "--region", "--model", "--share", "--install", "--scope", "--first-seen"]

    /// The channel, the region, the model and the install id, as far as they are given.
    var channel: String?
    var region: String?
    var model: String?
    var install: InstallID?
    /// The place of the device in every roll-out; nil when the install id decides, or nothing does.
    var place: RolloutPlace?
    var scope: String?
    /// Since when all rules have been known; nil when nothing says so.
    var firstSeen: Instant?
    /// The time by which rules decide; nil for that of the clock.
    var at: Instant?

    init(_ arguments: Arguments) throws {
        (channel, region) = (arguments.value("--channel"), arguments.value("--region"))
        (model, scope) = (arguments.value("--model"), arguments.value("--scope"))
        install = try arguments.value("--install", "32 lowercase hexadecimal digits") { InstallID($0) }
        place = try arguments.value("--share", is: "a place from 0 up to 1, with at most nine decimals, like 0.37") {
            RolloutPlace($0)
        }
        let now = try arguments.date.instant
        firstSeen = try arguments.value("--first-seen", is: "a time like 2026-12-01T00:00:00Z or so long ago as 7d") {
            text in Instant(text) ?? TimeSpan(text).map { now.advanced(by: -$0.seconds) }
        }
        if arguments.has("--at") { at = now }
    }

    func completing(_ device: Device) -> Device {
        var device = device
        (device.channel, device.region, device.model) = (channel, region, model)
        device.installID = place == nil ? install : .assumed
        return device
    }
}

/// What decides which web bundle a device gets: `--bundle --platform ios --shell 2.1.0`.
enum BundleDeviceFlags {
    /// The flags of other documents that say nothing of web bundles.
    private static let others = [
        "--os", "--app", "--build", "--language", "--store", "--region", "--model", "--share", "--scope",
        "--first-seen",
    ]

    static func device(_ arguments: Arguments) throws -> BundleDevice {
        for flag in others where arguments.has(flag) {
            let instead = flag == "--share" ? "; a share of devices goes by --install" : ""
            throw arguments.usage("\(flag) does not decide with --bundle\(instead)")
        }
        let platform = try arguments.platform
        guard let shell = try arguments.version("--shell") else {
            throw arguments.usage("which shell? --shell is the version of the native shell")
        }
        let circumstances = try RuleCircumstances(arguments)
        return BundleDevice(
            platform: platform, shell: shell, channel: circumstances.channel, installID: circumstances.install)
    }

    static func refuse(_ arguments: Arguments) throws {
        guard !arguments.has("--shell") else { throw arguments.usage("--shell is for --bundle") }
    }
}
