import Diagnostics
import ManifestVerifier

/// What is wrong with a folder of keys.
package enum KeyFolderError: ReportableError, Equatable {
    /// There is no key ring in the folder.
    case noRing(String)
    case ringSyntax(String, JSONError)
    case ringShape(String, JSONShapeError)
    case publicKey(String, PublicKeyError)
    case privateKey(String, PrivateKeyError)
    /// The private key cannot be used from here.
    case signer(String, SignerError)
    /// One public key stands on the ring under two names.
    case samePublicKey(String, String, String)
    /// The file at this path holds a secret.
    case readableByOthers(String, SecretFile)
    /// The private key does not belong to the ring's public key of that name.
    case otherPrivateKey(String, String)
    case noActiveKey(String, EnvironmentName)
    /// No environment was named, and not exactly one has an active key.
    case environmentNeeded(String, [EnvironmentName])
    case noSigner(String, String)
    /// The ring has keys of several environments, and none was named.
    case severalEnvironments(String, [EnvironmentName])
    /// The ring has no key of that environment.
    case noKeys(String, EnvironmentName)
    /// There is no key that could take over from the active one.
    case noNextKey(String, EnvironmentName)
    /// No app version is known to embed the key that would sign.
    case notShipped(String, String, EnvironmentName)
    /// A new key was to be made in a file, and the one that signs is not in one.
    case cannotGenerate(String, String, String)
    case alreadyRevoked(String, String)
    /// No key, or more than one, has that id or name.
    case noSuchKey(String, String)
    case nameTaken(String, String)
    /// The key of that name has the id already.
    case idTaken(String, KeyID, String)
    case invalidName(String)
    /// The word names an environment, and its active key has another name.
    case keyOrEnvironment(String, EnvironmentName, active: String?)
    /// Git would take this file of the folder, a private key.
    case takenByGit(String, String)

    package var report: ErrorReport {
        switch self {
        case .noRing(let path):
            ErrorReport(
                .missingInput, "\(path)/\(KeyFolder.ringName): there is no key ring",
                hint: "make one with: signet keys generate NAME, or name its folder with --keys DIR")
        case .ringSyntax(let path, let error):
            ErrorReport(.unparsable, "\(path):\(error.position): \(error.message)")
        case .ringShape(let path, let error):
            ErrorReport(
                .unparsable, "\(error.position.map { "\(path):\($0)" } ?? path): \(error.message)", hint: error.hint)
        case .publicKey(let path, let error):
            ErrorReport(.unparsable, "\(path): \(error.message)", hint: error.hint)
        case .privateKey(let path, let error):
            ErrorReport(.unparsable, "\(path): \(error.message)", hint: error.hint)
        case .signer(let place, let error):
            ErrorReport(error.kind, "\(place): \(error.message)", hint: error.hint)
        case .samePublicKey(let path, let first, let second):
            ErrorReport(
                .unparsable, "\(path): \"\(first)\" and \"\(second)\" are the same public key",
                hint: "one key serves one environment; make another with: signet keys generate NAME")
        case .readableByOthers(let path, .privateKey):
            ErrorReport(
                .keyPermissions, "\(path): others may read this private key",
                hint: "chmod 600 \(path); if the machine is shared, make a new key")
        case .readableByOthers(let path, .pin):
            ErrorReport(
                .keyPermissions, "\(path): others may read this PIN",
                hint: "chmod 600 \(path); if the machine is shared, set a new PIN")
        case .otherPrivateKey(let path, let name):
            ErrorReport(.unparsable, "\(path): is not the private half of \"\(name)\" on the key ring")
        case .noActiveKey(let path, let environment):
            ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): environment \"\(environment)\" has no active key",
                hint:
                    "let the next key take over with: signet keys rotate \(environment), or make its first key with: "
                    + "signet keys generate \(environment)")
        case .environmentNeeded(let path, let environments):
            ErrorReport(
                .usage,
                environments.isEmpty
                    ? "\(path)/\(KeyFolder.ringName): no environment has an active key"
                    : "\(path)/\(KeyFolder.ringName): several environments have an active key",
                hint: environments.isEmpty
                    ? "make one with: signet keys generate NAME"
                    : "name one with --environment: \(environments.map(\.rawValue).joined(separator: ", "))")
        case .noSigner(let path, let name):
            ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): key \"\(name)\" has no signer, so it cannot sign here",
                hint: "add \"signer\": \"file:NAME.key.pem\" to the key on the machine that signs")
        case .severalEnvironments(let path, let environments):
            ErrorReport(
                .usage,
                "\(path)/\(KeyFolder.ringName): an app embeds the keys of one environment, and there are "
                    + "\(environments.count)",
                hint: environments.isEmpty
                    ? "make a key with: signet keys generate NAME"
                    : "name one with --environment: \(environments.map(\.rawValue).joined(separator: ", "))")
        case .noKeys(let path, let environment):
            ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): there is no key of environment \"\(environment)\"",
                hint: "signet keys list shows the ring")
        case .noNextKey(let path, let environment):
            ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): environment \"\(environment)\" has no next key to rotate to",
                hint: "make one with: signet keys generate NAME --environment \(environment); ship it in the app first")
        case .notShipped(let path, let name, let environment):
            ErrorReport(
                .refused,
                "\(path)/\(KeyFolder.ringName): no app version is known to embed \"\(name)\"; apps would refuse what it "
                    + "signs",
                hint: "signet keys shipped \(name) VERSION notes the first version that has it; when no app verifies "
                    + "yet: signet keys rotate \(environment) --unshipped")
        case .cannotGenerate(let path, let name, let active):
            ErrorReport(
                .refused, "\(path): \"\(name)\" would be a file, and \"\(active)\" is not in one",
                hint: "rotate without --name, then make the key where it belongs and: signet keys add NAME --signer …")
        case .alreadyRevoked(let path, let name):
            ErrorReport(.refused, "\(path)/\(KeyFolder.ringName): key \"\(name)\" is revoked already")
        case .noSuchKey(let path, let key):
            ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): there is not one key with the id or name \"\(key)\"",
                hint: "signet keys list shows the ring")
        case .nameTaken(let path, let name):
            ErrorReport(
                .cannotCreate, "\(path): there is already a key or a key file called \"\(name)\"",
                hint: "choose another name, for example: \(name)-2 --environment \(name)")
        case .idTaken(let path, let id, let name):
            ErrorReport(
                .cannotCreate, "\(path)/\(KeyFolder.ringName): key \"\(name)\" has the id \(id) already",
                hint: "give the new key another one with --id ID")
        case .invalidName(let name):
            ErrorReport(
                .usage, "\"\(name)\" is no name for a key",
                hint: "a name is 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ - without a leading dot")
        case .keyOrEnvironment(let path, let environment, let active):
            ErrorReport(
                .usage,
                "\(path)/\(KeyFolder.ringName): \"\(environment)\" is an environment, "
                    + (active.map { "whose active key is \"\($0)\"" } ?? "which has no active key"),
                hint: "signet keys revoke --active \(environment) revokes the key that signs, "
                    + "signet keys revoke --key \(environment) the key of that name")
        case .takenByGit(let path, let file):
            ErrorReport(
                .refused, "\(path)/\(file): git would take this private key, so it was not written",
                hint: "if git tracks a file of that name: git rm --cached \(path)/\(file); otherwise "
                    + "git check-ignore --verbose \(path)/\(file) shows which pattern lets it in")
        }
    }
}
