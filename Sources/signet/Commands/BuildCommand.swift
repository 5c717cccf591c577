import Diagnostics
import LocalFiles
import ManifestGenerator
import ManifestVerifier
import Plan
import Policy
import PublicationTree

enum BuildCommand: Command {
    static let name = "build"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        try checkGateway(arguments)
        let policy = try arguments.policyRequest(
            previous: arguments.value("--previous"), isUnsigned: arguments.has("--unsigned"),
            time: arguments.ruleTime)
        if arguments.has("--check") { return try await check(policy, terminal) }

        let request = BuildRequest(
            policy, archives: arguments.value("--archives"), isFresh: arguments.has("--fresh"),
            isStrict: arguments.has("--strict"), date: try arguments.date, now: try arguments.now,
            secrets: arguments.secrets)
        let builder = Builder(request) { event in BuildOutput.show(event, terminal) }
        let reports = try await builder.build()
        BuildOutput.show(reports, terminal)
        try writeGateway(reports, arguments, terminal)
        return .done
    }

    private static func check(_ request: PolicyRequest, _ terminal: Terminal) async throws -> ExitCode {
        let reports = try await BuildCheck.run(request)
        terminal.result(Records.checkedTrees.json(reports))
        for (environment, report) in reports {
            let path = "\(request.output)/\(environment)"
            VerificationOutput.show(report.refusals, below: path, terminal)
            terminal.summary(
                report.refusals.isEmpty
                    ? "\(path): \(report.documents.count) documents are what the policy gives" : "\(path): refused")
        }
        return reports.allSatisfy(\.report.refusals.isEmpty) ? .done : .refused
    }

    /// Fails for a folder in which the files would be published, or taken for a part of a tree.
    static func checkGateway(_ arguments: Arguments) throws {
        guard let path = arguments.value("--gateway") else { return }
        let output = try Folder.nearest(to: arguments.output)
        // Without an output folder, the nearest one is around it.
        let isThere = output.path.trimmingSlashes == arguments.output.trimmingSlashes
        let isNamed = "\(path.trimmingSlashes)/".hasPrefix("\(arguments.output.trimmingSlashes)/")
        if try isNamed || isThere && Folder.nearest(to: path).isWithin(output) {
            throw ErrorReport(
                .usage, "--gateway \(path) is inside \(arguments.output), whose trees are published",
                hint: "name a folder beside it, for example gateway")
        }
    }

    /// Writes the bounds below which backends may refuse an app.
    static func writeGateway(_ reports: [BuildReport], _ arguments: Arguments, _ terminal: Terminal) throws {
        guard let path = arguments.value("--gateway") else { return }
        try checkGateway(arguments)
        let folder = try Folder(creating: path)
        for report in reports {
            guard let environment = report.rendered else { continue }
            let signed = try report.documents.compactMap(\.date).map(\.instant).min() ?? arguments.now.instant
            let platforms = try GatewayBounds.all(
                environment, isJWS: report.envelopes.hasJWS, since: signed)
            let files = GatewayFiles.files(of: report.environment, policy: environment.source, platforms)
            for file in files {
                if try folder.readIfPresent(file.name, limit: Limits.gatewayBytes) != file.bytes {
                    try folder.replace(file.name, file.bytes)
                }
            }
            for platform in platforms { say(platform, report.environment, terminal) }
            terminal.summary(files.map { "\(path.trimmingSlashes)/\($0.name)" }.joined(separator: ", "))
        }
    }

    private static func say(_ platform: GatewayBounds, _ environment: EnvironmentName, _ terminal: Terminal) {
        let name = "\(environment): \(platform.platform.rawValue)"
        for block in platform.uncovered {
            terminal.note("\(name): the gateway lets through what \(block.member) blocks, such as \(block.example)")
        }
        let bounds = platform.bounds.map { $0.words(on: platform.platform) }
        terminal.summary(
            "\(name): the gateway refuses \(bounds.isEmpty ? "no version" : bounds.joined(separator: ", and "))")
        if !bounds.isEmpty, platform.refusal == nil {
            terminal.note(
                "\(name): no gate document with a .jws tells a refused app why; apps take a 403 for an ordinary one")
        }
    }
}
