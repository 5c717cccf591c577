/// The environment variables that a program gets: those that are known to concern it, and no other.
///
/// The environment of a CI job holds tokens, credentials and private keys for other purposes. None of them concerns
/// an external program, whatever it is called and however it is encoded.
package struct ProgramVariables: Sendable {
    let values: [String: String]

    /// Those of `variables` that have one of these names or prefixes.
    package init(_ variables: [String: String], names: Set<String>, prefixes: [String] = []) {
        values = variables.filter { name, _ in names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
    }

    /// For `curl`: where it finds the network and the certificates that it trusts.
    package static func curl(_ variables: [String: String]) -> ProgramVariables {
        ProgramVariables(
            variables, names: common.union(proxies).union(certificates).union(["CURL_CA_BUNDLE"]), prefixes: locale)
    }

    /// For `aws`: the same, and everything that AWS documents about credentials, regions, endpoints and retries.
    package static func aws(_ variables: [String: String]) -> ProgramVariables {
        ProgramVariables(
            variables, names: common.union(proxies).union(certificates).union(["REQUESTS_CA_BUNDLE"]),
            prefixes: locale + ["AWS_"])
    }

    private static let common: Set = ["HOME", "LANG", "PATH", "TMPDIR"]
    private static let locale = ["LC_"]
    private static let proxies: Set = [
        "ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "all_proxy", "http_proxy", "https_proxy", "no_proxy",
    ]
    /// Read by the TLS libraries themselves.
    private static let certificates: Set = ["SSL_CERT_DIR", "SSL_CERT_FILE"]
}
