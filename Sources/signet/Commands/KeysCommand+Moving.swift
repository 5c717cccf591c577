import Diagnostics
import LocalFiles
import SigningKeys

extension KeysCommand {
    /// Moves a private key into a secret of CI, or deletes its file when that has been confirmed.
    static func move(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let (key, target) = (arguments.operands[1], arguments.operands[2])
        guard case .environment(let variable)? = try? SignerReference(target) else {
            throw arguments.usage("signet keys move takes a key and env:NAME, the variable that CI sets from a secret")
        }
        guard !arguments.has("--confirm") else {
            let file = try KeyMove.confirm(
                key, in: variable, inFolder: arguments.keys, secrets: arguments.secrets)
            terminal.summary("deleted \(file)")
            return .done
        }
        guard let place = arguments.value("--to") else {
            throw arguments.usage("where does the private key go? --to FILE, or --to - for a pipe")
        }
        let (parent, file) = place.parentAndName
        let folder = place == "-" ? nil : try Folder(path: parent)
        if let folder {
            try await KeyMove.check(file, in: folder, variables: arguments.variables)
        } else {
            try refuseWatchedOutput(arguments)
        }
        _ = try KeyMove.move(key, to: variable, inFolder: arguments.keys, secrets: arguments.secrets) { pem in
            var bytes = pem.copy()
            defer { bytes.wipe() }
            if let folder {
                try folder.write(file, bytes, mode: 0o600)
            } else if !StandardStream.output.write(bytes) {
                throw ErrorReport(.inputOutput, "the reader of the pipe ended before it had the whole key", hint: nil)
            }
        }
        let name = variable.rawValue
        terminal.note(
            "builds take the key from \(name) now; its file stays until CI has signed with the secret, then: signet keys "
                + "move \(key) \(target) --confirm")
        return .done
    }

    /// A private key is written into a pipe only: never to a screen or a file that others may read, nor into what CI records.
    private static func refuseWatchedOutput(_ arguments: Arguments) throws {
        let isRecorded = arguments.variables["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        guard !StandardStream.output.isPipe || isRecorded else { return }
        throw ErrorReport(
            .refused,
            isRecorded ? "standard output is recorded here by CI" : "standard output is not a pipe",
            hint:
                "pipe it into the program that stores secrets, on your own machine: signet keys move … --to - | gh secret "
                + "set NAME; or write a file that only you can read: --to FILE")
    }
}
