import AppGate
import Diagnostics
import ManifestVerifier
import Plan

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
