import ManifestGenerator
import ManifestVerifier
import PublicationTree
import SigningKeys

enum SignCommand: Command {
    static let name = "sign"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        if let path = arguments.value("--publication") { return try await sign(path, arguments, terminal) }
        try arguments.refuseFlags(of: .files)
        guard !arguments.operands.isEmpty else { throw arguments.usage("signet sign needs at least one file") }
        let (profile, date, now) = (try arguments.profile ?? .body, try arguments.date, try arguments.now)
        let formats = FileSigning.formats
        let known = formats.map(\.rawValue).joined(separator: ", ")
        let format = try arguments.value("--format", is: "one of \(known)") { name in
            formats.first { $0.rawValue == name }
        }
        let (envelopes, path) = try (envelopes(arguments), servedPath(arguments))
        if path != nil, !envelopes.hasJWS {
            throw arguments.usage("--path is for --envelope jws")
        }
        let environment = try arguments.environment
        let secrets = arguments.secrets
        let signer = try await KeyFolder.signer(below: arguments.keys, environment: environment, secrets: secrets)
        let signing = try FileSigning(
            signer, as: format ?? .file, profile: profile, envelopes: envelopes, path: path, date: date, now: now)
        let signed = try await signing.sign(arguments.operands)
        terminal.result(Records.signedFiles.json(signed))
        for file in signed {
            let headers = envelopes.hasHeaders ? ", profile \(profile.rawValue)" : ""
            let jws = file.signatures.jws.map { ", .jws for \($0.header.path)" } ?? ""
            terminal.summary("signed  \(file.path)  key \"\(signer.name)\"\(headers)\(jws), sha256 \(file.digest)")
        }
        return .done
    }

    private static func envelopes(_ arguments: Arguments) throws -> Envelopes {
        let names = arguments.values("--envelope")
        guard !names.isEmpty else { return Envelopes(hasHeaders: true, hasJWS: false) }
        return try translating(Envelopes(.strings(names))) { (error: JSONShapeError) in
            arguments.usage("--envelope: \(error.message)")
        }
    }

    private static func servedPath(_ arguments: Arguments) throws -> DocumentPath? {
        guard let text = arguments.value("--path") else { return nil }
        guard arguments.operands.count == 1 else { throw arguments.usage("--path is for one file") }
        return try translating(DocumentPath(authored: text)) { (failure: DocumentPath.Failure) in
            arguments.usage("--path \(text) is not a path that a document can have: \(failure.message)")
        }
    }

    private static func sign(
        _ path: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        try arguments.refuseOperands()
        try arguments.refuseFlags(of: .publication, "a publication says it itself")
        let digest = try arguments.sha256("--sha256")
        let report = try await PublicationSigning.run(
            path.trimmingSlashes, digest: digest, keys: arguments.keys, secrets: arguments.secrets,
            date: try arguments.date, now: try arguments.now
        ) { event in BuildOutput.show(event, terminal) }
        BuildOutput.show([report], terminal)
        return .done
    }
}
