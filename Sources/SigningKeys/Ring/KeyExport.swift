import Diagnostics
import ManifestVerifier

/// The public keys of one environment, as an app embeds them (`TrustedKeys(exported:)` reads them), or as a key set.
package struct KeyExport: Sendable {
    package enum Form: String, Sendable, CaseIterable {
        /// A Swift constant with the JSON text.
        case swift
        case json
        /// A Java class with the JSON as a constant.
        case java
        /// A JavaScript module with the JSON as a constant.
        case js
        /// A JSON Web Key Set, which no app embeds.
        case jwks
    }

    private let environment: EnvironmentName
    private let keys: [(entry: KeyRing.Entry, key: TrustedKey)]
    private let inSet: [TrustedKey]
    private let path: String

    /// The keys of one environment below `path`; without `environment`, of the only one that the ring has.
    package init(folder path: String, environment: EnvironmentName?) throws {
        let folders =
            environment == DevelopmentKey.environment ? try KeyFolder.all(below: path) : [try KeyFolder.open(path)]
        let all = folders.flatMap { Array(zip($0.ring.entries, $0.keys)) }
        var environments: [EnvironmentName] = []
        for (entry, _) in all where !environments.contains(entry.environment) { environments.append(entry.environment) }
        guard let chosen = environment ?? environments.first, environment != nil || environments.count == 1 else {
            throw ErrorReport(
                .usage,
                "\(path)/\(KeyFolder.ringName): keys are exported for one environment, and there are "
                    + "\(environments.count)",
                hint: environments.isEmpty
                    ? "make a key with: signet keys generate NAME"
                    : "name one with --environment: \(environments.map(\.rawValue).joined(separator: ", "))")
        }
        self.environment = chosen
        self.path = path
        inSet = folders.flatMap { $0.keysOfSet(for: chosen) }
        keys = all.filter { $0.0.environment == chosen }.map { (entry: $0.0, key: $0.1) }
        guard !keys.isEmpty else {
            throw ErrorReport.noKey(of: chosen, in: path, known: environments.map(\.rawValue))
        }
    }

    package func text(_ form: Form) throws -> String {
        switch form {
        case .json: json
        case .swift: swift
        case .java: java
        case .js: javaScript
        case .jwks: try jwks
        }
    }

    private var jwks: String {
        get throws {
            guard !inSet.isEmpty else {
                throw ErrorReport(
                    .refused,
                    "\(path)/\(KeyFolder.ringName): environment \"\(environment)\" has neither an active nor a next key",
                    hint: "make one with: signet keys generate NAME --environment \(environment)")
            }
            return String(decoding: KeySet.bytes(of: inSet), as: UTF8.self)
        }
    }

    private var json: String {
        let keys = keys.map { entry, key in
            JSONValue.object([
                JSONMember("id", .string(entry.id.rawValue)),
                JSONMember("name", .string(entry.name)),
                JSONMember("environment", .string(entry.environment.rawValue)),
                JSONMember("state", .string(entry.state.rawValue)),
                JSONMember("publicKey", .string(Base64.encode(key.publicKey.derRepresentation))),
            ])
        }
        return String(
            decoding: JSONWriter.bytes(of: .object([JSONMember("keys", .array(keys))])), as: UTF8.self)
    }

    private var swift: String {
        let lines = json.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            // Written by: signet keys export --swift --environment \(environment)

            /// The public keys of environment \(environment), oldest first, for `TrustedKeys(exported:)`.
            let \(identifier(capitalized: false))KeyRing = #\"\"\"
            \(lines)
                \"\"\"#

            """
    }

    private var java: String {
        let name = identifier(capitalized: true) + "KeyRing"
        let lines = json.split(separator: "\n").map { line in
            "\"\(String(line).replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\""))\\n\""
        }
        return """
            // Written by: signet keys export --java --environment \(environment)

            /** The public keys of environment \(environment), oldest first, for {@code signet.KeyRing.parse}. */
            public final class \(name) {
                /** What {@code signet keys export --json} writes. */
                public static final String JSON =
                    \(lines.joined(separator: "\n            + "));

                private \(name)() {}
            }

            """
    }

    /// JSON is an expression of JavaScript.
    private var javaScript: String {
        """
        // Written by: signet keys export --js --environment \(environment)

        /** The public keys of environment \(environment), oldest first, for `new TrustedKeys(keyRing)`. */
        export const keyRing = \(json.dropLast());

        """
    }

    /// The environment's name as the start of an identifier: `eu-west.1` becomes `euWest1`, `1st` becomes `_1st`.
    private func identifier(capitalized: Bool) -> String {
        let words = environment.rawValue.split { !$0.isLetter && !$0.isNumber }
        let joined = words.enumerated().map { index, word in
            (index > 0 || capitalized ? word.prefix(1).uppercased() : word.prefix(1).lowercased()) + word.dropFirst()
        }.joined()
        return joined.first?.isNumber == true || joined.isEmpty ? "_" + joined : joined
    }
}

/// Public keys as a JSON Web Key Set (RFC 7517), for the libraries with which other people verify a `.jws`.
///
/// A set cannot say that a key is revoked, and belongs to no environment: it holds the keys of one environment that sign
/// or will sign. Apps embed a ring instead (`KeyExport`).
package enum KeySet {
    /// The one form of the set, keys in the order given: the same keys always give the same bytes.
    package static func bytes(of keys: [TrustedKey]) -> [UInt8] {
        JSONWriter.bytes(of: .object([JSONMember("keys", .array(keys.map(json)))]))
    }

    /// RFC 7518 §6.2.1: each coordinate in 32 bytes.
    private static func json(_ key: TrustedKey) -> JSONValue {
        let coordinates = key.publicKey.derRepresentation.suffix(64)
        func text(_ bytes: ArraySlice<UInt8>) -> JSONValue {
            .string(String(decoding: Base64URL.encode(Array(bytes)), as: UTF8.self))
        }
        return .object([
            JSONMember("kty", .string("EC")),
            JSONMember("crv", .string("P-256")),
            JSONMember("x", text(coordinates.prefix(32))),
            JSONMember("y", text(coordinates.suffix(32))),
            JSONMember("use", .string("sig")),
            JSONMember("alg", .string("ES256")),
            JSONMember("kid", .string(key.id.rawValue)),
        ])
    }
}

extension KeyFolder {
    /// The keys of an environment that a key set holds: active and next, in the order of the ring.
    package func keysOfSet(for environment: EnvironmentName) -> [TrustedKey] {
        keys.filter { $0.environment == environment && [.active, .next].contains($0.state) }
    }
}
