import ManifestGenerator
import ManifestVerifier
import PublicationTree
import SigningKeys

enum SignCommand: Command {
    static let name = "sign"
    static let summary = "sidecars for files, or for a tree that was reviewed"
    static let page: [HelpPart] = [
        """
        signet sign FILE...
        signet sign --publication DIR [--sha256 HEX]

        Writes FILE.sig and FILE.headers beside each file, signed with the active key of
        an environment, and with --envelope jws FILE.jws. Files of more than 64 MB are
        read in a stream. All files are signed before the first sidecar is written. A
        signature says nothing of what a file is, so a file that could be taken for a
        document is signed only with --format. JSON, plain text, archives, images, fonts
        and the like are signed, and other binary files are not.

        With --publication it signs the tree in DIR, which "signet build --unsigned"
        made and a person reviewed: exactly those bytes, every document and the index,
        or nothing.
        """,
        .flags([
            Flag("--publication DIR", "the tree, called like its environment: output/production"),
            Flag(
                "--sha256 HEX",
                "refuse the tree unless its index, the file publication, has this SHA-256",
                notFor: [.files: "--publication"]),
            Flag(
                "--environment NAME",
                "whose active key signs; needed when the ring has several active keys",
                notFor: [.publication: "files"]),
            Flag(
                "--profile NAME",
                "body (default): the signature covers the file; dated: it covers a date and the file",
                notFor: [.publication: "files"]),
            Flag(
                "--format NAME",
                "what the files are: availability-ios, app-config… (file)",
                notFor: [.publication: "files"]),
            Flag(
                "--envelope NAME",
                "headers (default): a signature in FILE.headers; jws: FILE.jws holds the file and its signature",
                isRepeatable: true, notFor: [.publication: "files"]),
            Flag(
                "--path PATH",
                "where the file will be served, for its .jws (the path by which it is named)",
                notFor: [.publication: "files"]),
            .keys, .signingTime, .json, .quiet,
        ]),
        .secrets,
        """
        Example:
          signet sign --environment production notes.pdf && signet verify notes.pdf
        """,
    ]

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
        do throws(JSONShapeError) {
            return try Envelopes(.strings(names))
        } catch {
            throw arguments.usage("--envelope: \(error.message)")
        }
    }

    private static func servedPath(_ arguments: Arguments) throws -> DocumentPath? {
        guard let text = arguments.value("--path") else { return nil }
        guard arguments.operands.count == 1 else { throw arguments.usage("--path is for one file") }
        do throws(DocumentPath.Failure) {
            return try DocumentPath(authored: text)
        } catch {
            throw arguments.usage("--path \(text) is not a path that a document can have: \(error.message)")
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
