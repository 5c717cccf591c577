import ManifestPolicy
import ManifestVerifier

/// `signet import`
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "existing availability documents → policy and catalog"
    static let flags: [Flag] = [
        .value("--ios"), .value("--android"), .value("--environment"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet import [--ios FILE] [--android FILE] DIR

        Turns the availability documents that you publish today into a policy: writes
        policy.json and the string catalog Descriptions.xcstrings into DIR. A build of
        that policy gives the same documents again: every version as it is spelled,
        every text to the code point. Nothing that is there is touched, no key is made,
        and when something is wrong, nothing is written.

        A comma after the last value, which strict JSON forbids, is accepted. A member
        that a policy cannot carry is refused, and so is a document that deployed
        clients cannot decode.

          --ios FILE          the availability document of the iOS app
          --android FILE      the availability document of the Android app; one of the
                              two is needed
          --environment NAME  the environment of the policy (production)
          --json              what was written, as JSON
          --quiet             only errors

        Example:
          signet import --ios availability-ios --android availability-android shop
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw arguments.usage("signet import takes one folder")
        }
        let documents = [(Platform.ios, "--ios"), (.android, "--android")].compactMap {
            (platform, flag) in arguments.value(flag).map { (platform: platform, file: $0) }
        }
        guard !documents.isEmpty else { throw arguments.usage("signet import needs --ios FILE or --android FILE") }
        let environment = try arguments.environment ?? Initialization.environment
        let files = try PolicyImport.run(documents, environment: environment, into: path)
        if arguments.has("--json") {
            terminal.result(["files": .array(files.map { .string($0) })])
        } else {
            for file in files { terminal.summary("wrote \(file)") }
        }
        terminal.note(
            "next: set \"origin\" in \(files[0]), then: \(path == "." ? "" : "cd \(path) && ")"
                + "signet keys generate \(environment) && signet build")
        return .done
    }
}
