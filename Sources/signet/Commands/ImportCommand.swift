import ManifestVerifier
import Policy

enum ImportCommand: Command {
    static let name = "import"
    static let summary = "existing documents → policy and catalog"
    static let page: [HelpPart] = [
        """
        signet import [--ios FILE] [--android FILE] [--app-config FILE]
                      [--remote-config FILE]... [--base FILE] DIR

        Turns the documents that you publish today into a policy: writes policy.json
        and, for texts, the string catalog Descriptions.xcstrings into DIR. A build
        of that policy gives the same documents again: every version as it is
        spelled, every text to the code point. Nothing that is there is touched, no
        key is made, and when something is wrong, nothing is written.

        Where several documents state the same value, they must agree. A member that
        a policy cannot carry is refused, and so is a document that deployed clients
        cannot decode. In availability documents, a comma after the last value, which
        strict JSON forbids, is accepted.
        """,
        .flags([
            Flag("--ios FILE", "the availability document of the iOS app"),
            Flag("--android FILE", "the availability document of the Android app"),
            Flag("--app-config FILE", "the app-config document for all platforms"),
            Flag("--remote-config FILE", "a flat remote-config document, one for each platform", isRepeatable: true),
            Flag("--force-parameter NAME", "its parameter below which an update is forced (force_update_version)"),
            Flag("--base FILE", "your own env.json, which is copied to DIR/env.json"),
            Flag("--base-environment ID", "which environment of that file the policy's is"),
            .environment.saying("the environment of the policy (production)"), .json, .quiet,
        ]),
        """
        Example:
          signet import --ios availability-ios --android availability-android shop
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw arguments.usage("signet import takes one folder")
        }
        var sources = PolicyImport.Sources()
        for (platform, flag) in [(Platform.ios, "--ios"), (.android, "--android")] {
            if let file = arguments.value(flag) { sources.availability.append((platform, file)) }
        }
        sources.appConfig = arguments.value("--app-config")
        sources.remoteConfigs = arguments.values("--remote-config")
        sources.forceParameter = arguments.value("--force-parameter")
        sources.base = arguments.value("--base")
        sources.baseEnvironment = arguments.value("--base-environment")
        guard !sources.isEmpty else {
            throw arguments.usage("signet import needs a document: \(kinds.joined(separator: ", "))")
        }
        let environment = try arguments.environment ?? Initialization.environment
        let files = try await PolicyImport.run(sources, environment: environment, into: path)
        terminal.result(Records.importing.json(files))
        for file in files { terminal.summary("wrote \(file)") }
        terminal.note(
            "next: set \"origin\" in \(files[0]), then: \(path == "." ? "" : "cd \(path) && ")"
                + "signet keys generate \(environment) && signet build")
        return .done
    }

    private static let kinds = ["--ios", "--android", "--app-config", "--remote-config", "--base"].map { "\($0) FILE" }
}
