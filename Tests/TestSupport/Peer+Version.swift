import Foundation

/// Which versions of their peers the tests know.
extension Peer {
    /// The oldest version that does what the tests ask for; nil where any will do.
    var minimum: String? {
        switch self {
        case .openssl: "3.0"
        case .python3: "3.9"
        case .cryptography: "3.4"
        // The first that knows draft 2020-12.
        case .jsonschema: "4.0"
        // The first that starts what stands in a file.
        case .java: "11"
        case .node: "18"
        case .curl: "7.76"
        // The first that says where errors go before it has read its configuration.
        case .nginx: "1.19.5"
        // The first headless mode that is a whole browser.
        case .chromium: "112"
        // The first of each line that takes an endpoint from the environment.
        case .aws: version?.hasPrefix("2.") == true ? "2.13" : "1.29"
        case .botocore: "1.31"
        case .boto3: "1.28"
        // These two by what their servers are told, which earlier ones do not know.
        case .moto: "5.2"
        case .seaweed: "4.48"
        // The first that refuses short keys when asked to.
        case .pyJWT: "2.15"
        case .jwcrypto: "1.5"
        case .joserfc: "1.0"
        case .nodeJose: "4.0"
        case .rubyJWT: "2.2"
        case .go: "1.15"
        // The first whose checkpoints are where the test reads one.
        case .sigstoreVerify: "3.1"
        default: nil
        }
    }

    /// The version on this machine, as the peer says it.
    var version: String? {
        if let package = packages.first { return Peer.pythonPackages[package] }
        switch self {
        case .java: return asked("javac", ["-version"])
        case .go, .openssl, .seaweed: return asked(rawValue, ["version"])
        case .nginx: return asked(rawValue, ["-v"])
        case .rubyJWT: return asked("ruby", ["-e", "require 'jwt'; puts JWT::VERSION::STRING"])
        case .nodeJose: return Peer.nodeVersion(of: Peer.nodeJoseFolder)
        case .sigstoreVerify: return Peer.nodeVersion(of: "\(Peer.sigstoreModules)/node_modules/@sigstore/verify")
        default: return asked(rawValue, ["--version"])
        }
    }

    private func asked(_ program: String, _ words: [String]) -> String? {
        guard let result = try? run(program, words), result.status == 0 else { return nil }
        return Self.version(in: result.said)
    }

    /// The first number with a period, or the first number, in what a program says of itself.
    package static func version(in text: String) -> String? {
        (text.firstMatch(of: /[0-9]+(\.[0-9]+)+/)?.0 ?? text.firstMatch(of: /[0-9]+/)?.0).map(String.init)
    }

    /// Whether a version is too old, in words: "jsonschema 3.2 is older than 4.0".
    package static func complaint(of name: String, _ version: String?, minimum: String) -> String? {
        guard let version else { return "\(name) does not say its version, which must be \(minimum) or later" }
        let isOlder = numbers(version).lexicographicallyPrecedes(numbers(minimum))
        return isOlder ? "\(name) \(version) is older than \(minimum)" : nil
    }

    private static func numbers(_ version: String) -> [Int] {
        var numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }

    /// The packages of Python that the peer is, by their names in the index; the first one has its version.
    var packages: [String] {
        switch self {
        case .cryptography, .jsonschema, .botocore, .boto3, .pyJWT, .jwcrypto, .joserfc, .cwt,
            .httpMessageSignatures, .cmarkGFM, .html5lib:
            [rawValue]
        case .moto: ["moto", "flask", "flask-cors"]
        default: []
        }
    }

    /// The versions of all such packages that are here, from one process.
    static let pythonPackages: [String: String] = {
        let peers: [Peer] = [
            .cryptography, .jsonschema, .botocore, .boto3, .pyJWT, .jwcrypto, .joserfc, .cwt, .httpMessageSignatures,
            .cmarkGFM, .html5lib, .moto,
        ]
        let program = """
            import sys
            from importlib.metadata import version
            for name in sys.argv[1:]:
                try: print(name, version(name))
                except Exception: pass
            """
        let lines =
            (try? run("python3", ["-c", program] + peers.flatMap(\.packages)))?.output.split(separator: "\n") ?? []
        let pairs = lines.map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 2 }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
    }()

    private static func nodeVersion(of folder: String) -> String? {
        guard let file = FileManager.default.contents(atPath: "\(folder)/package.json") else { return nil }
        return ((try? JSONSerialization.jsonObject(with: file)) as? [String: Any])?["version"] as? String
    }
}
