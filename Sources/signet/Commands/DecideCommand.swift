import AppGate
import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree
import WebBundles

enum DecideCommand: Command {
    static let name = "decide"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let target = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet decide takes one file, tree or https address")
        }
        guard !arguments.has("--bundle") else { return try await decideBundle(by: target, arguments, terminal) }
        try BundleDeviceFlags.refuse(arguments)
        let device = try DeviceFlags.device(arguments)
        let circumstances = try RuleCircumstances(arguments)
        let store = try arguments.version("--store").map { StoreVersion(version: $0) }
        let source = try DocumentSource(target, arguments, terminal)
        var shown: [DecisionOutput] = []
        let documents = try await source.documents(for: device.platform)
        for document in documents {
            do {
                shown += try outputs(document, for: device, circumstances, store: store, arguments)
            } catch {
                guard source.isTree else { throw error }
                terminal.note("left out: \(ErrorReport(error).message)")
            }
        }
        guard !shown.isEmpty else {
            throw ErrorReport(.usage, "\(target): no document of it can decide for this device")
        }
        if !shown.contains(where: { $0.trace != nil }),
            let flag = RuleCircumstances.flags.first(where: arguments.has)
        {
            throw arguments.usage("\(flag) is for documents of rules, and \(target) has none")
        }
        terminal.result(Records.decisionsOfDocuments.json((shown, nil)))
        for output in shown { terminal.resultLines(output.lines) }
        return .done
    }

    /// Which web bundle a device gets that has just fetched the index.
    private static func decideBundle(
        by target: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        let device = try BundleDeviceFlags.device(arguments)
        let source = try DocumentSource(target, arguments, terminal)
        let document = try await source.bundleIndex()
        guard let index = document.content as? WebBundleIndex else {
            throw ErrorReport(
                .refused, "\(document.path): is not an index of web bundles",
                hint: "--bundle takes a tree, or its builds/index.json")
        }
        let decision = BundleDecision(index, document, for: device, at: try arguments.date.instant)
        terminal.result(Records.decisionsOfDocuments.json(([], decision)))
        terminal.resultLines(decision.lines)
        return .done
    }

    /// What a document tells a device: once, or once for each environment of an environment config.
    private static func outputs(
        _ document: SourcedDocument, for device: Device, _ circumstances: RuleCircumstances, store: StoreVersion?,
        _ arguments: Arguments
    ) throws -> [DecisionOutput] {
        guard let rules = document.gate else {
            if document.key == nil, arguments.has("--at") {
                throw arguments.usage("--at and --unverified exclude each other, unless rules decide")
            }
            return try requirements(of: document, for: device).map { configEnvironment, requirements in
                DecisionOutput(
                    decision: decide(requirements, for: device, store: store, source: .fetched, asOf: document.date),
                    unreadable: requirements.unreadableApp(on: device), document: document,
                    configEnvironment: configEnvironment)
            }
        }
        guard rules.platform == device.platform else {
            throw ErrorReport(
                .refused, "\(document.path): it is for \(rules.platform.rawValue)",
                hint: "give --platform \(rules.platform.rawValue)")
        }
        let trace = RuleTrace(
            rules, for: device, circumstances, store: store, signed: document.date, now: try arguments.now.instant)
        return [DecisionOutput(decision: trace.decision, unreadable: nil, document: document, trace: trace)]
    }

    /// What a document requires of an app on a device of which enough is known; of an environment config, what each
    /// environment with an app for the platform requires.
    private static func requirements(
        of document: SourcedDocument, for device: Device
    ) throws -> [(configEnvironment: String?, requirements: Requirements)] {
        let names = document.knowledge?.parameters ?? .usual
        let all: [(configEnvironment: String?, requirements: Requirements)]
        do throws(DocumentError) {
            let classic: ClassicDocument
            switch document.content {
            case let template as FirebaseTemplate:
                classic = .remoteConfig(try template.config(for: device.platform, names))
            case let content as ClassicContent: classic = content.document
            default: throw DocumentError(reason: "it says nothing to an app on \(device.platform.rawValue)")
            }
            all = try classic.requirements(
                on: device.platform, names: names, environments: document.knowledge?.environments)
        } catch {
            let other = device.platform == .ios ? Platform.android : .ios
            throw ErrorReport(
                .refused, "\(document.path): \(error)",
                hint: !document.format.speaks(to: device.platform) && document.format.speaks(to: other)
                    ? "give --platform \(other.rawValue)" : nil)
        }
        for (_, requirements) in all {
            if let missing = DeviceFlags.missing(for: requirements, from: device) {
                throw ErrorReport(.usage, "\(document.path): \(missing)")
            }
        }
        return all
    }
}
