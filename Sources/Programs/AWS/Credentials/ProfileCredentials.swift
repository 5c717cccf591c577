import Diagnostics

/// The credentials of a profile: a role, a single sign-on, a program or keys, whatever the program `aws` can make of it.
///
/// Version 2.9 of it and later hands out any of them; earlier ones only keys that are in a file.
struct ProfileCredentials: Sendable {
    private let aws: AWSConfiguration

    init(variables: [String: String], timeLimits: CredentialTimeLimits) {
        aws = AWSConfiguration(variables: variables, timeLimit: timeLimits.program)
    }

    func find() async throws -> CredentialFinding {
        guard aws.mayHaveProfile else {
            return .none("AWS_PROFILE is not set and there is no \(aws.files.joined(separator: " or "))")
        }
        guard let result = try await aws.run("export-credentials", "--format", "process") else {
            guard let variable = aws.profileVariable else { return .none("there is no program aws to read profiles") }
            throw ErrorReport(
                .unavailable, "\(variable) names a profile, but there is no program aws on the PATH to read it",
                hint: "install the AWS CLI 2.9 or later, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        if result.ending == .exited(0) {
            do throws(ErrorReport) {
                return .found(try AWSCredentials(json: result.output))
            } catch {
                throw error.at("aws configure export-credentials")
            }
        }
        if result.says("Invalid choice") || result.says("invalid choice") { return try await keysOfEarlierVersion() }
        guard result.says("no credentials found") else { throw aws.failure(result) }
        return try none()
    }

    /// Keys that are in a file, from a version that hands out no others.
    private func keysOfEarlierVersion() async throws -> CredentialFinding {
        // Keys in a file do not count where the profile has a role to take on.
        guard let list = try await aws.run("list") else { return try none() }
        guard list.ending == .exited(0) else { throw aws.failure(list) }
        switch Self.kindOfKeys(list.output) {
        case "shared-credentials-file", "config-file":
            async let id = aws.value("aws_access_key_id")
            async let secret = aws.value("aws_secret_access_key")
            async let token = aws.value("aws_session_token")
            let fields = try await CredentialFields(
                accessKeyID: ("aws_access_key_id", id ?? ""), secretAccessKey: ("aws_secret_access_key", secret ?? ""),
                sessionToken: token.map { ("aws_session_token", $0) })
            do throws(ErrorReport) {
                return .found(try AWSCredentials(checking: fields))
            } catch {
                throw error.at("aws configure get")
            }
        case nil, "None": return try none()
        case let kind?:
            throw ErrorReport(
                .unavailable, "this version of aws does not hand out the credentials of a profile (\(kind.printable))",
                hint: "install the AWS CLI 2.9 or later, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
    }

    private func none() throws -> CredentialFinding {
        guard let variable = aws.profileVariable else { return .none("the default profile has no credentials") }
        throw ErrorReport(
            .unavailable, "the profile that \(variable) names has no credentials",
            hint: "check it with: aws configure list")
    }

    /// The third word of the line `access_key  ****************MPLE  config-file`.
    private static func kindOfKeys(_ output: [UInt8]) -> String? {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
            line.replacing("<not set>", with: "-").split(separator: " ").map(String.init)
        }
        guard let words = lines.first(where: { $0.first == "access_key" }), words.count >= 3 else { return nil }
        return words[2]
    }
}
