import ManifestVerifier
import WebBundles

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
