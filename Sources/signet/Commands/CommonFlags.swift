import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// The flags that several commands share.
extension Arguments {
    var keys: String {
        value("--keys") ?? (FileManager.default.fileExists(atPath: "keys") ? "keys" : "\(policyFolder)keys")
    }

    /// The tree that `--against` names, which must be there, though it is read only where what is live cannot be; nil without it.
    var kept: String? {
        get throws {
            let path = value("--against")
            if let path, !path.contains("://") { _ = try Folder(path: path) }
            return path
        }
    }

    var policy: String { value("--policy") ?? "\(policyFolder)\(Starter.policyName)" }

    /// Where the policy is that is not named, with keys and trees beside it: here, or in a folder above: `../`.
    private var policyFolder: String {
        guard !has("--policy"), !has("--starter") else { return "" }
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let folders = (0...depth).map { String(repeating: "../", count: $0) }
        return folders.first { FileManager.default.fileExists(atPath: "\($0)\(Starter.policyName)") } ?? ""
    }

    /// Where the policy says that a tree goes, as a command line names it; fails for a folder behind a link.
    func place(of target: PublishTarget) throws -> String {
        switch target {
        case .bucket(let address): return address.rawValue
        case .folder(let path):
            let (folder, _) = policy.folderAndName
            _ = try path.folder(in: folder.isEmpty ? "." : folder)
            return folder.isEmpty ? path.description : "\(folder)/\(path)"
        }
    }

    /// Whether there is a policy, named or here.
    var hasPolicy: Bool { has("--policy") || FileManager.default.fileExists(atPath: policy) }

    var output: String { value("--output") ?? "\(policyFolder)output" }

    var now: SignedDate {
        get throws {
            guard let now = SignedDate(secondsSince1970: Int64(Date().timeIntervalSince1970)) else {
                throw ErrorReport(.refused, "the clock of this machine is outside the years 1970 to 9999")
            }
            return now
        }
    }

    var date: SignedDate {
        get throws {
            let named = try value("--at", "a time like 2026-08-03T22:59:35Z") { text in
                (try? Date(text, strategy: .iso8601)).flatMap { date in
                    SignedDate(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
                }
            }
            return try named ?? now
        }
    }

    func policyRequest(previous: String?, isUnsigned: Bool, time: Instant? = nil) -> PolicyRequest {
        PolicyRequest(
            source: has("--starter") ? .starter : .file(policy), environments: values("--environment"), keys: keys,
            output: output, previous: previous, isUnsigned: isUnsigned, variables: variables, time: time)
    }

    /// The time of `--at`, or now, for the dates of rules.
    var ruleTime: Instant? {
        get throws { Instant(secondsSince1970: try date.secondsSince1970) }
    }

    var profile: SignatureProfile? {
        get throws { try value("--profile", is: "body or dated") { SignatureProfile(rawValue: $0) } }
    }

    var environment: EnvironmentName? {
        get throws { try value("--environment", "an environment name") { EnvironmentName($0) } }
    }

    var documentPath: DocumentPath? {
        get throws {
            guard let text = value("--path") else { return nil }
            guard text != DocumentPath.publication.rawValue else { return .publication }
            return try translating(DocumentPath(text)) { (failure: DocumentPath.Failure) in
                usage("--path \(text) is not the path of a document: \(failure.message)")
            }
        }
    }

    /// The path that a `.jws` must be for: the one of `--path`, or else one that its place ends with.
    ///
    /// - Parameter target: the file or the URL, of a body or of a `.jws`.
    func expectedPath(of target: String) throws -> ExpectedPath {
        let isAbsolute = target.hasPrefix("/") || TreeAddress.isMeant(by: target)
        return ExpectedPath(
            try documentPath, orEndOf: isAbsolute ? target : "\(FileManager.default.currentDirectoryPath)/\(target)")
    }

    /// The SHA-256 that a flag gives, in lowercase hexadecimal digits.
    func sha256(_ name: String) throws -> String? {
        guard let digits = value(name)?.asciiLowercased else { return nil }
        guard ListedDigest(hexadecimal: digits) != nil else {
            throw usage("\(name) takes the 64 hexadecimal digits of a SHA-256")
        }
        return digits
    }

    /// The response headers of `--header`, or of the file that `--headers` names.
    var headers: [HeaderField] {
        get throws {
            if let path = value("--headers") {
                let (parent, name) = path.parentAndName
                let bytes = try Folder(path: parent).read(name, limit: Limits.responseHeaderBytes)
                return try translating([HeaderField](received: bytes)) { (error: ReceivedHeadersError) in
                    ErrorReport(
                        .unparsable, "\(path): \(error.message)",
                        hint: "--headers takes what curl -D FILE writes, or a .headers sidecar")
                }
            }
            return try values("--header").map { (header) throws in
                let parts = header.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2,
                    let field = HeaderField(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
                else { throw usage("--header takes 'name: value', not \"\(header)\"") }
                return field
            }
        }
    }

    var keyChoice: KeyChoice {
        get async throws {
            guard let path = value("--key") else {
                return .ring(try TrustedKeys.reading(keys))
            }
            return .single(try KeyFolder.publicKey(at: path), name: path)
        }
    }

    var variables: [String: String] { ProcessInfo.processInfo.environment }

    /// What opens private keys, from the environment of the process.
    var secrets: SignerSecrets { SignerSecrets(variables: variables) }
}

extension String {
    var trimmingSlashes: String {
        var path = self[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
