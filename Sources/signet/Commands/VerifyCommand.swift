import ManifestCrypto
import ManifestFormat
import ManifestGenerator
import ManifestVerifier
import PublicationTree

/// `signet verify`
enum VerifyCommand: Command {
    static let name = "verify"
    static let summary = "check a tree or a file; exit 1 on any refusal"
    static let flags: [Flag] = [
        .value("--keys"), .value("--key"), .value("--signature"), .value("--header", isRepeatable: true),
        .value("--pin"), .value("--profile"), .value("--environment"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet verify TARGET

        Checks signatures and says of every document which key signed it, when, and over what.

        TARGET is a tree (a folder with publication.json), a folder of trees such as output, or one
        file. Of a tree everything is checked: each body, header and signature, that nothing is
        missing and nothing is extra. A file is checked by the sidecars beside it, or by:

          --signature FILE    a signature over the file alone, DER or base64; says nothing of a key,
                              so --key names it unless FILE.headers is there
          --header 'N: V'     a response header as received; give each signature header once

        and against:

          --keys DIR          the key ring (keys); the key that the header names must be on it
          --key PEM           this public key instead, under whatever id the header names
          --pin SHA256        the key's fingerprint must be this one
          --profile NAME      body or dated; without it a date header decides, so name dated to
                              demand a signed date
          --environment NAME  the environment to expect; of a tree, otherwise, its folder's name

          --json              the result as JSON
          --quiet             only what is wrong

        Examples:
          signet verify output/production
          signet verify body.json --key team.pub.pem --signature body.json.sig
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws(ErrorReport) -> ExitCode {
        guard let target = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet verify takes one tree or file")
        }
        guard !target.contains("://") else {
            throw ErrorReport(
                .usage, "signet verify does not fetch \(target)",
                hint:
                    "curl -sSf -D HEADERS -o BODY URL, then: signet verify BODY --header 'NAME: VALUE' for each of its "
                    + "x-amz-meta-signature headers")
        }
        let pin = try arguments.sha256("--pin")
        let profile = try arguments.profile
        let (parent, name) = target.trimmingSlashes.parentAndName
        let isFolder = [".", "..", "/", ""].contains(name) || isFolder(name, in: parent)
        return isFolder
            ? try await verifyTrees(target.trimmingSlashes, pin: pin, arguments, terminal)
            : try await verifyFile(name, in: parent, pin: pin, profile: profile, arguments, terminal)
    }

    private static func isFolder(_ name: String, in parent: String) -> Bool {
        (try? Folder(path: parent + "/" + name)) != nil
    }

    // MARK: Trees

    private static func verifyTrees(
        _ path: String, pin: String?, _ arguments: Arguments, _ terminal: Terminal
    ) async throws(ErrorReport) -> ExitCode {
        for flag in ["--key", "--signature", "--header", "--profile"] where arguments.has(flag) {
            throw arguments.usage("\(flag) is for one file; \(path) is a folder")
        }
        let environment = try arguments.environment
        let trees = try await reporting { () throws(FileError) in
            try TreeFolder.trees(at: path, environment: environment)
        }
        let keys = try await reporting { () throws(KeyFolderError) in try TrustedKeys.reading(arguments.keys) }
        let verifier = TreeVerifier(keys: keys, pin: pin)
        var isRefused = false
        var results: [JSONValue] = []
        for (environment, tree) in trees {
            let report = try await reporting { () throws(FileError) in
                try await verifier.verify(tree, environment: environment) { done, total in
                    terminal.progress("\(environment): verifying", done, of: total)
                }
            }
            isRefused = isRefused || !report.refusals.isEmpty
            if arguments.has("--json") {
                results.append(json(report, environment: environment, path: tree.folder.path))
            } else {
                for document in report.documents {
                    VerificationOutput.show(document, below: tree.folder.path, terminal)
                }
                VerificationOutput.show(report.refusals, below: tree.folder.path, terminal)
                terminal.summary(
                    report.refusals.isEmpty
                        ? "\(tree.folder.path): all \(report.documents.count) documents verify"
                        : "\(tree.folder.path): refused")
            }
        }
        if arguments.has("--json") { terminal.result(.object([JSONMember("trees", .array(results))])) }
        return isRefused ? .refused : .done
    }

    private static func json(
        _ report: VerificationReport, environment: EnvironmentName, path: String
    ) -> JSONValue {
        .object([
            JSONMember("environment", .string(environment.rawValue)),
            JSONMember("path", .string(path)),
            JSONMember("verified", JSONValue(.bool(report.refusals.isEmpty))),
            JSONMember("documents", .array(report.documents.map(VerificationOutput.json))),
            JSONMember("refusals", .array(report.refusals.map(VerificationOutput.json))),
        ])
    }

    // MARK: One file

    private static func verifyFile(
        _ name: String, in parent: String, pin: String?, profile: SignatureProfile?, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws(ErrorReport) -> ExitCode {
        let evidence = try await evidence(arguments)
        let verifier = FileVerifier(
            keys: try await arguments.keyChoice, pin: pin, profile: profile,
            environment: try arguments.environment)
        let report = try await reporting { () throws(FileError) in
            try verifier.verify(name, in: Folder(path: parent), by: evidence)
        }
        if arguments.has("--json") {
            terminal.result(
                .object([
                    JSONMember("verified", JSONValue(.bool(report.refusals.isEmpty))),
                    JSONMember("documents", .array(report.documents.map(VerificationOutput.json))),
                    JSONMember("refusals", .array(report.refusals.map(VerificationOutput.json))),
                ]))
        } else {
            for document in report.documents { VerificationOutput.show(document, below: nil, terminal) }
            VerificationOutput.show(report.refusals, below: nil, terminal)
        }
        return report.refusals.isEmpty ? .done : .refused
    }

    private static func evidence(_ arguments: Arguments) async throws(ErrorReport) -> FileVerifier.Evidence {
        let headers = try arguments.headers
        if let path = arguments.value("--signature") {
            guard headers.isEmpty else { throw arguments.usage("--signature and --header exclude each other") }
            let (parent, name) = path.parentAndName
            let bytes = try await reporting { () throws(FileError) in
                try Folder(path: parent).read(name, limit: Limits.sidecarBytes)
            }
            return .signature(bytes)
        }
        return headers.isEmpty ? .sidecars : .headers(headers)
    }

}
