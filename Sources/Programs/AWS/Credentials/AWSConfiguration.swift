import Diagnostics
import LocalFiles
import ManifestVerifier

/// The profiles of the program `aws`, which alone reads its files.
///
/// The program takes half a second to start, so it is started only where there can be a profile.
struct AWSConfiguration: Sendable {
    let variables: [String: String]
    /// For one run of the program.
    let timeLimit: Duration

    var profileVariable: String? {
        ["AWS_PROFILE", "AWS_DEFAULT_PROFILE"].first { variables.nonEmpty($0) != nil }
    }

    var mayHaveProfile: Bool { profileVariable != nil || files.contains(where: Self.exists) }

    var files: [String] {
        [("AWS_CONFIG_FILE", ".aws/config"), ("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials")].compactMap {
            (name, path) in
            let home = variables.nonEmpty("HOME")
            guard let given = variables.nonEmpty(name) else { return home.map { "\($0)/\(path)" } }
            guard given.hasPrefix("~/"), let home else { return given }
            return home + given.dropFirst()
        }
    }

    /// Runs `aws configure`; nil when there is no program `aws`.
    ///
    /// - Parameter words: the operation and its flags. What it prints may be secret, and goes through a pipe.
    func run(_ words: String...) async throws -> ChildProcess.Result? {
        // By default the program might wait for input from a terminal.
        let variables = self.variables.merging(["AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off"]) { $1 }
        let process = ChildProcess(
            "aws", ["configure"] + words, variables: .aws(variables), timeLimit: timeLimit,
            outputLimit: Limits.credentialAnswerBytes, errorLimit: Limits.programErrorBytes)
        do throws(ChildProcessError) {
            return try await process.run()
        } catch {
            if case .notFound = error { return nil }
            throw error
        }
    }

    /// A value of the profile; nil when it has none, or when there is no program `aws`.
    func value(_ name: String) async throws -> String? {
        guard let result = try await run("get", name) else { return nil }
        let value = String(decoding: result.output, as: UTF8.self).trimmingLineEnd
        switch result.ending {
        case .exited(0): return value.isEmpty ? nil : value
        // So it says that there is no such value.
        case .exited(1) where result.words.isEmpty: return nil
        default: throw failure(result)
        }
    }

    func failure(_ result: ChildProcess.Result) -> ErrorReport {
        let profile = profileVariable.flatMap { variables.nonEmpty($0) }.map { "the profile \"\($0.printable)\"" }
        let words = result.words.isEmpty ? "it did not say why" : "aws says: \(result.words)"
        return ErrorReport(
            .unavailable, "the program aws cannot use \(profile ?? "the default profile"); \(words)",
            hint: "sign in again (aws sso login or aws login), or check the profile with: aws configure list")
    }

    private static func exists(_ path: String) -> Bool {
        let (parent, name) = path.parentAndName
        return (try? Folder(path: parent))?.kind(of: name) != nil
    }
}

extension ChildProcess.Result {
    /// The beginning of what the program complained about, on one line.
    fileprivate var words: String {
        let lines = errors.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map { String(decoding: $0.filter(\.isPrintableASCII), as: UTF8.self) }
            .filter { !$0.allSatisfy { $0 == " " } }
        return String(lines.prefix(3).joined(separator: " ").prefix(300))
    }

    /// Whether the program complained of this.
    func says(_ phrase: String) -> Bool { String(decoding: errors, as: UTF8.self).contains(phrase) }
}
