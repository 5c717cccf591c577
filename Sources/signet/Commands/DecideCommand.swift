import AppGate
import Diagnostics
import ManifestVerifier
import WebBundles

/// `signet decide`
enum DecideCommand: Command {
    static let name = "decide"
    static let summary = "what one device would be told by a document"
    static let flags: [Flag] =
        DeviceFlags.flags + RuleCircumstances.flags + DocumentSource.flags + [
            .value("--matrix"), .value("--store"), .value("--config-environment"), .value("--force-parameter"),
            .value("--optional-parameter"), .option("--json"), .option("--quiet"),
        ]
    static let help = """
        signet decide DOCUMENT --platform ios|android --os VERSION --app VERSION
        signet decide DOCUMENT --matrix FILE

        Shows what one device would be told: available, recommended, required or
        maintenance, with the text in the language that it would choose. It decides as
        the client library does.

        DOCUMENT is a .jws, a file with its .headers beside it, a tree (a folder with
        publication.jws, or one folder above), of which every document for the platform
        is shown, or the https address of a document or .jws (curl gets it). Its
        signature is verified first, against the key ring.

          --platform NAME     ios or android
          --os VERSION        the version of iOS (13.4), the SDK level of Android (23)
          --app VERSION       the version of the app as the device reports it (3.0.0,
                              1.1.0.3, 1.1.0-rc1)
          --build N           its build; on Android its version code, which --app N
                              gives as well
          --language TAG      a language that the user reads, best first; may be
                              repeated
          --store VERSION     the newest version in the store, if that is to be known

          --keys DIR          the key ring (keys); the key that the header names must be
                              on it
          --key PEM           this public key instead, under whatever id the header
                              names
          --environment NAME  the environment to expect (the key's own, a tree's
                              folder's name)
          --profile NAME      body or dated; without it a date header decides
          --headers FILE      the response headers of the file as received, as curl -D
                              FILE writes them, instead of its .headers
          --header 'N: V'     one of them
          --path PATH         the path that a .jws must be for; without it, its place
                              must end like the path that was signed
          --at RFC3339        the clock, and the time by which rules decide: as if the
                              document were signed again by then; it says so where that
                              matters
          --unverified        do not look at the signature; never believe the answer

          --channel NAME      for documents of rules: the channel of the app
          --region NAME       the region
          --model NAME        the model of the device (iPhone8,4)
          --share 0.37        its place in every roll-out, from 0 up to 1: it is in from
                              37.01% on
          --install ID        its install id instead, 32 hexadecimal digits
          --scope NAME        the part of the app that is asked for
          --first-seen RULE=TIME
                              since when a rule has been known: a time, or 7d ago; of
                              every rule without RULE=; may be repeated

          --matrix FILE       a table of cases (CSV), each with what is expected; says
                              of every other line what came instead

          --config-environment ID    the environment in an environment config (mainnet)
          --force-parameter NAME     the parameters of a remote config or Firebase
                                     template, where they are not
          --optional-parameter NAME  force_update_version and optional_update_version

          --json              the result as JSON
          --quiet             only the result

        Versions compare by the numbers that they begin with. One that begins with none
        is named in the result: it is below nothing, only maintenance and the system can
        block such an app.

        Of rules, the one that decides is named, and why those before it do not.

        The first line of a table names its columns: those of the device as in the flags
        (platform,os,app,build,language,store,channel,region,model,share,install,at,
        scope,first-seen) and what is expected (outcome,rule,version,obtainable,due).

        Exit code 0 says that the device was told something, a block as well; 1 that
        there is no document to trust, or a case is not as expected.

        Examples:
          signet decide output/production --platform ios --os 13.4 --app 3.0.0
          signet decide availability-android --platform android --os 23 --app 8
          signet decide output/production/gate/ios.json --matrix cases.csv
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let target = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet decide takes one file, tree or https address")
        }
        if let table = arguments.value("--matrix") { return try await hold(target, to: table, arguments, terminal) }
        let device = try DeviceFlags.device(arguments)
        let circumstances = try RuleCircumstances(arguments)
        let store = try arguments.version("--store").map { StoreVersion(version: $0) }
        let source = try DocumentSource(target, arguments)
        if source.isUnverified {
            terminal.alarm("the signature is NOT checked: anyone may have written what decides here")
        }
        var shown: [DecisionOutput] = []
        let documents = try await source.documents(for: device.platform)
        let gates = documents.compactMap(\.gate)
        if !gates.isEmpty, let (rule, hint) = circumstances.unknownRule(in: gates) {
            throw ErrorReport(.usage, "\(target): --first-seen names rule \"\(rule)\", which is not in it", hint: hint)
        }
        for document in documents {
            do {
                shown.append(try output(document, for: device, circumstances, store: store, arguments))
            } catch {
                guard source.isTree else { throw error }
                terminal.note("left out: \(ErrorReport(error).message)")
            }
        }
        guard !shown.isEmpty else {
            throw ErrorReport(.usage, "\(target): no document of it can decide for this device")
        }
        if !shown.contains(where: { $0.trace != nil }),
            let flag = RuleCircumstances.flags.first(where: { arguments.has($0.name) })
        {
            throw arguments.usage("\(flag.name) is for documents of rules, and \(target) has none")
        }
        terminal.result(["documents": .array(shown.map(\.json))])
        for output in shown { terminal.resultLines(output.lines) }
        return .done
    }

    /// What a document tells a device.
    static func output(
        _ document: SourcedDocument, for device: Device, _ circumstances: RuleCircumstances, store: StoreVersion?,
        _ arguments: Arguments
    ) throws -> DecisionOutput {
        guard case .gate(let rules) = document.content else {
            if document.key == nil, arguments.has("--at") {
                throw arguments.usage("--at and --unverified exclude each other, unless rules decide")
            }
            let requirements = try requirements(of: document, for: device, try selection(arguments))
            return DecisionOutput(
                decision: decide(requirements, for: device, store: store, source: .fetched, asOf: document.date),
                unreadable: requirements.unreadableApp(on: device), document: document)
        }
        guard rules.platform == device.platform else {
            throw ErrorReport(
                .refused, "\(document.path): it is for \(rules.platform.rawValue)",
                hint: "give --platform \(rules.platform.rawValue)")
        }
        let trace = RuleTrace(
            rules, for: device, circumstances, store: store, signed: document.date, now: try arguments.now.instant)
        return DecisionOutput(decision: trace.decision, unreadable: nil, document: document, trace: trace)
    }

    /// What a document requires of an app on a device of which enough is known.
    private static func requirements(
        of document: SourcedDocument, for device: Device, _ selection: Requirements.Selection
    ) throws -> Requirements {
        let requirements: Requirements
        do throws(DocumentError) {
            if case .firebaseTemplate(let template) = document.content {
                requirements = try Requirements(template, platform: device.platform, selecting: selection)
            } else {
                requirements = try Requirements(
                    document.content, platform: device.platform,
                    selecting: try selection.completed(for: document.content, on: device.platform))
            }
        } catch {
            let other = device.platform == .ios ? Platform.android : .ios
            throw ErrorReport(
                .refused, "\(document.path): \(error)",
                hint: !document.format.speaks(to: device.platform) && document.format.speaks(to: other)
                    ? "give --platform \(other.rawValue)" : nil)
        }
        if let missing = DeviceFlags.missing(for: requirements, from: device) {
            throw ErrorReport(.usage, "\(document.path): \(missing)")
        }
        return requirements
    }

    private static func selection(_ arguments: Arguments) throws -> Requirements.Selection {
        let (force, optional) = (arguments.value("--force-parameter"), arguments.value("--optional-parameter"))
        guard let names = RemoteConfigNames(force: force, optional: optional) else {
            throw arguments.usage("--force-parameter and --optional-parameter are two names made of A-Z a-z 0-9 _")
        }
        return Requirements.Selection(
            remoteConfigNames: names, configEnvironment: arguments.value("--config-environment"))
    }
}

extension SourcedDocument {
    /// The rules, for a document that has some.
    var gate: GateDocument? {
        if case .gate(let gate) = content { gate } else { nil }
    }
}

extension Requirements.Selection {
    /// The selection with the environment of an environment config, where there is only one to choose.
    fileprivate func completed(
        for content: DocumentContent, on platform: Platform
    ) throws(DocumentError) -> Requirements.Selection {
        guard case .environmentConfig(let config) = content, configEnvironment == nil else { return self }
        let ids = config.environments.filter { config.apps(in: $0)[platform] != nil }
        guard ids.count == 1 else {
            let names = ids.map { "\"\($0)\"" }.joined(separator: ", ")
            throw DocumentError(
                reason: ids.isEmpty
                    ? "no environment has an app for \(platform.rawValue)"
                    : "choose with --config-environment from \(names)")
        }
        var selection = self
        selection.configEnvironment = ids[0]
        return selection
    }
}
