import ManifestGenerator
import ManifestPolicy
import ManifestVerifier

enum BundleCommand: Command {
    static let name = "bundle"
    static let summary = "web bundles: pack, add, withdraw, retire, list"
    static let flags: [Flag] = [
        .value("--version"), .value("--min-shell"), .value("--max-shell"), .option("--prerelease"),
        .value("--policy"), .value("--environment"), .value("--keys"), .value("--output"),
        .option("--strict"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet bundle pack DIR --version VERSION --min-shell VERSION
        signet bundle add FILE.zip --version VERSION --min-shell VERSION
        signet bundle withdraw VERSION
        signet bundle retire VERSION
        signet bundle list

        For apps with a native shell that stays and a web part that is swapped at run
        time.

        The policy names a list of bundles, bundles.json, that is reviewed like the
        policy itself. It names every archive by its SHA-256. These commands edit the
        list and sign nothing; "signet build" signs the archives that the list names and
        the documents that offer them, and "signet publish" uploads them.

        pack makes a ZIP archive of the folder that a web build has written, the same
        bytes from the same files, puts it into bundles/ beside the policy, and lists
        it. A version is never replaced by other bytes.

        add lists an archive that was packed elsewhere, to the byte.

        withdraw takes a version out of use for good: clients leave it at their next
        update. A version that only an app ships can be withdrawn as well.

        retire offers a version no longer; clients that have it keep it.

        list shows the list.

          --version VERSION     the version of the bundle, like 1.5.1
          --prerelease          allow a version like 2.0.0-rc.1, which every app that it
                                fits would get
          --min-shell VERSION   the oldest native shell that can run it
          --max-shell VERSION   the newest one (any)
          --policy FILE         the policy (policy.json)
          --environment NAME    whose list, if the environments have different ones
          --strict              refuse a page without a Content-Security-Policy and what
                                else is a warning
          --keys DIR            the key ring, which is never packed (keys)
          --output DIR          the trees, which are never packed (output)
          --json                the result as JSON
          --quiet               only errors

        Example:
          signet bundle pack dist --version 1.5.1 --min-shell 2.0.0 && signet build
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let verb = arguments.operands.first else {
            throw arguments.usage("signet bundle needs one of \(firstWordsText)")
        }
        guard let flags = flagsOfVerb[verb] else { throw unknownFirstWord(verb) }
        for flag in self.flags where arguments.has(flag.name) && !flags.contains(flag.name) {
            throw arguments.usage("\(flag.name) is not for signet bundle \(verb)")
        }
        switch verb {
        case "list": return try await list(arguments, terminal)
        default: return try await edit(verb, arguments, terminal)
        }
    }

    static let firstWords = ["pack", "add", "withdraw", "retire", "list"]
    private static let listFlags: Set<String> = ["--policy", "--environment", "--keys", "--json", "--quiet"]
    private static let offerFlags = listFlags.union([
        "--version", "--min-shell", "--max-shell", "--prerelease", "--strict", "--output",
    ])
    private static let flagsOfVerb: [String: Set<String>] = [
        "pack": offerFlags, "add": offerFlags, "withdraw": listFlags, "retire": listFlags,
        "list": listFlags,
    ]
    private static let operandOfVerb = ["pack": "folder", "add": "archive", "withdraw": "version", "retire": "version"]

    // MARK: Editing

    private static func edit(
        _ verb: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        guard arguments.operands.count == 2 else {
            throw arguments.usage("signet bundle \(verb) takes one \(operandOfVerb[verb] ?? "operand")")
        }
        let operand = arguments.operands[1]
        let changed: BundleList
        let place: BundleListPlace
        switch verb {
        case "pack", "add":
            let offer = try arguments.offer(verb)
            place = try await self.place(arguments)
            let editing = editing(place, arguments, terminal)
            changed =
                verb == "pack"
                ? try await editing.pack(operand.trimmingSlashes, offer) : try await editing.add(operand, offer)
        default:
            guard let version = SemanticVersion(operand.hasPrefix("v") ? String(operand.dropFirst()) : operand),
                !version.hasBuildMetadata
            else { throw arguments.usage("\(operand) is not a semantic version like 1.5.1") }
            place = try await self.place(arguments)
            let editing = editing(place, arguments, terminal)
            changed = verb == "withdraw" ? try await editing.withdraw(version) : try await editing.retire(version)
        }
        BundleOutput.show(changed, file: place.file, wasEdited: true, terminal)
        return .done
    }

    private static func place(_ arguments: Arguments) async throws -> BundleListPlace {
        try BundleListPlace(
            policy: arguments.value("--policy") ?? Starter.policyName,
            environment: arguments.value("--environment"), keys: arguments.keys)
    }

    private static func editing(
        _ place: BundleListPlace, _ arguments: Arguments, _ terminal: Terminal
    ) -> BundleEditing {
        BundleEditing(
            place, keptApart: [arguments.output, arguments.keys], isStrict: arguments.has("--strict")
        ) { event in BuildOutput.show(event, terminal) }
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1 else { throw arguments.usage("signet bundle list takes no more words") }
        let place = try await place(arguments)
        let list = try place.list()
        BundleOutput.show(list, file: place.file, wasEdited: false, terminal)
        return .done
    }
}

extension Arguments {
    fileprivate func offer(_ verb: String) throws -> BundleOffer {
        guard let version = value("--version"), let minimumShell = value("--min-shell") else {
            throw usage("signet bundle \(verb) needs --version and --min-shell")
        }
        do throws(BundleOffer.Failure) {
            return try BundleOffer(
                version: version, minimumShell: minimumShell, maximumShell: value("--max-shell"),
                allowsPrerelease: has("--prerelease"))
        } catch {
            throw usage(error.message)
        }
    }
}

extension BundleOffer.Failure {
    fileprivate var message: String {
        switch self {
        case .version(let text):
            "--version \(text) is not a semantic version without build metadata, like 1.5.1 or 2.0.0-rc.1"
        case .prerelease(let version):
            "--version \(version) is a prerelease, and every compatible app would get it; say --prerelease to offer it"
        case .shell(let text): "\(text) is not a shell version of 1 to 3 numbers like 2.0.0"
        case .shellRange: "--max-shell is below --min-shell"
        }
    }
}
