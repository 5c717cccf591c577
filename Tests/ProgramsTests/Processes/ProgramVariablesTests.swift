import Foundation
import Programs
import Testing
import TestSupport

/// What a CI job may have in its environment for others.
private let secrets = [
    "SIGNET_KEY_PASSPHRASE": "secret", "SIGNET_PIN": "1234", "GITHUB_TOKEN": "ghp_secret", "NPM_TOKEN": "secret",
    "PRODUCTION_KEY": "-----BEGIN EC PRIVATE KEY-----\nsecret\n-----END EC PRIVATE KEY-----\n",
    "ENCODED_KEY": "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0t", "LD_PRELOAD_OPTIONS": "x", "CURL_HOME": "/elsewhere",
]

private let network = [
    "HOME": "/home/ci", "LANG": "en_GB.UTF-8", "LC_ALL": "C", "TMPDIR": "/tmp", "https_proxy": "http://proxy.example",
    "NO_PROXY": "localhost", "SSL_CERT_FILE": "/certificates.pem",
]

private let credentials = [
    "AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "token",
    "AWS_REGION": "eu-west-1", "AWS_ENDPOINT_URL_KMS": "http://127.0.0.1:1",
]

/// The names of what a program sees, of all that is above.
private func seen(_ variables: ([String: String]) -> ProgramVariables) async throws -> Set<String> {
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let all = [secrets, network, credentials, ["CURL_CA_BUNDLE": "/ca.pem"]].reduce(path) { $0.merging($1) { $1 } }
    let process = ChildProcess(
        "env", ["-0"], variables: variables(all), timeLimit: .hours, outputLimit: 1 << 20, errorLimit: 100)
    return Set(
        try await process.run().output.split(separator: 0).compactMap { line in
            line.split(separator: UInt8(ascii: "=")).first.map { String(decoding: $0, as: UTF8.self) }
        })
}

@Test func `curl inherits neither cloud credentials nor tokens nor an encoded private key`() async throws {
    #expect(try await seen(ProgramVariables.curl) == Set(network.keys).union(["PATH", "CURL_CA_BUNDLE"]))
}

@Test func `aws inherits what AWS documents, and no token or private key of others`() async throws {
    #expect(try await seen(ProgramVariables.aws) == Set(network.keys).union(credentials.keys).union(["PATH"]))
}
