import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy

enum SchemaCommand: Command {
    static let name = "schema"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 1 else { throw arguments.usage("signet schema takes one name") }
        if let output = arguments.value("--output") {
            guard arguments.operands.isEmpty else {
                throw arguments.usage("--output writes every schema, without a name")
            }
            try write(into: output, terminal)
        } else if let name = arguments.operands.first {
            let schema = try schema(name)
            if arguments.has("--json") {
                try terminal.result(Records.oneSchema.json((name, JSONParser.parse(Array(schema.text.utf8)))))
            } else {
                terminal.product(schema.text + "\n")
            }
        } else {
            list(terminal)
        }
        return .done
    }

    static var firstWords: [String] { DocumentSchema.all.map(\.name) }

    private static func schema(_ name: String) throws -> DocumentSchema {
        guard let schema = DocumentSchema.all.first(where: { $0.name == name }) else {
            throw ErrorReport(
                .usage, "there is no schema \"\(name)\"",
                hint: name.didYouMean(firstWords) ?? "there are \(firstWords.joined(separator: ", "))")
        }
        return schema
    }

    /// Writes every schema into a folder, which is created if necessary; files of the same names are replaced.
    private static func write(into path: String, _ terminal: Terminal) throws {
        let folder = try Folder(creating: path)
        let files = try DocumentSchema.all.map { schema throws(FileError) in
            try folder.replace(schema.fileName, schema.bytes)
            return folder.child(schema.fileName)
        }
        terminal.result(Records.writtenSchemas.json(files))
        for file in files { terminal.summary("wrote \(file)") }
    }

    private static func list(_ terminal: Terminal) {
        terminal.result(Records.listedSchemas.json(DocumentSchema.all))
        let width = DocumentSchema.all.map(\.name.count).max() ?? 0
        for schema in DocumentSchema.all {
            terminal.result("\(schema.name.padded(to: width))   \(schema.summary)")
        }
    }
}

extension DocumentSchema {
    /// The schema of everything that Signet reads or writes: first what people write, then what is rendered from it.
    static let all = [policy] + files + [Records.schema]

    /// Those that are files of `Tests/Schemas`, which the tool carries inside.
    private static let files = [
        DocumentSchema("bundles", "bundles.json: the reviewed list of web bundles"),
        DocumentSchema("keyring", "keys/keyring.json: the public keys of a team, oldest first"),
        DocumentSchema("publication", "what publication.jws says: the index of one environment's tree"),
        DocumentSchema("availability-ios", "distribution/availability-ios: what an iOS app reads"),
        DocumentSchema("availability-android", "distribution/availability-android: what an Android app reads"),
        DocumentSchema("app-config", "api/v1/app-config: one answer for all platforms"),
        DocumentSchema("environment-config", "configs/v1/env.json: a team's environments and the builds of their apps"),
        DocumentSchema("remote-config", "remote-config-ios.json and -android.json: forced and optional update"),
        DocumentSchema("gate-ios", "gate/ios.json: rules for iOS, what an iOS app reads"),
        DocumentSchema("gate-android", "gate/android.json: rules for Android, what an Android app reads"),
        DocumentSchema("firebase-template", "remoteconfig.template.json: Firebase's Remote Config template"),
        DocumentSchema("web-bundle-manifest", "builds/manifest.json: the newest web bundle"),
        DocumentSchema("web-bundle-index", "builds/index.json: every web bundle that is offered or withdrawn"),
    ]

    private init(_ name: String, _ summary: String) {
        self.init(name, summary, text: String(EmbeddedFile.text("\(name).schema.json").dropLast()))
    }
}
