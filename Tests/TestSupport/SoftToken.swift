import Foundation

/// A PKCS#11 token in software, with real keys, that only its own folder knows of.
package final class SoftToken: Sendable {
    /// What opens the token.
    package static let pin = "pin-482913"
    /// What the token is called.
    package static let label = "signet-tests"

    private let folder: TemporaryFolder

    package init() throws {
        folder = try TemporaryFolder()
        try folder.write("tokens/.keep", "")
        try folder.write(
            "softhsm2.conf",
            "directories.tokendir = \(folder.path("tokens"))\nobjectstore.backend = file\nlog.level = ERROR\n")
        try check(
            "softhsm2-util",
            ["--init-token", "--free", "--label", Self.label, "--pin", Self.pin, "--so-pin", "so-12345678"],
            environment: environment)
    }

    /// The one variable that leads to the token.
    package var environment: [String: String] { ["SOFTHSM2_CONF": folder.path("softhsm2.conf")] }

    /// That, and the PIN.
    package var opened: [String: String] { environment.merging(["SIGNET_PIN": Self.pin]) { $1 } }

    /// Makes a key pair on the token.
    package func makeKey(_ label: String, id: String = "01", type: String = "EC:prime256v1") throws {
        let modules = ["softhsm/libsofthsm2.so", "x86_64-linux-gnu/softhsm/libsofthsm2.so", "pkcs11/libsofthsm2.so"]
        guard
            let module = modules.flatMap({ ["/usr/lib/\($0)", "/usr/lib64/\($0)"] })
                .first(where: { FileManager.default.fileExists(atPath: $0) })
        else { throw CannotRun(description: "the module of SoftHSM is nowhere") }
        try check(
            "pkcs11-tool",
            [
                "--module", module, "--login", "--pin", Self.pin, "--token-label", Self.label, "--keypairgen",
                "--key-type", type, "--label", label, "--id", id,
            ], environment: environment)
    }

    /// The URI of a key.
    package static func uri(_ key: String, token: String = label) -> String { "pkcs11:token=\(token);object=\(key)" }
}
