import ManifestVerifier

/// The configuration of one environment's gateway: JSON for backends, a map for nginx.
package struct GatewayFiles: Sendable {
    private let environment: EnvironmentName
    private let policy: SHA256Digest?
    private let platforms: [GatewayBounds]

    /// - Parameter policy: SHA-256 of the file of the policy.
    package init(_ environment: EnvironmentName, policy: SHA256Digest?, _ platforms: [GatewayBounds]) {
        (self.environment, self.policy, self.platforms) = (environment, policy, platforms)
    }

    package var files: [(name: String, bytes: [UInt8])] {
        [
            ("\(environment).json", JSONWriter.bytes(of: json)),
            ("\(environment).nginx.conf", Array(nginx.utf8)),
        ]
    }

    private var json: JSONValue {
        .object(
            [JSONMember("environment", .string(environment.rawValue))]
                + (policy.map { [JSONMember("policy", .string($0.hexadecimal))] } ?? [])
                + platforms.map { JSONMember($0.platform.rawValue, $0.json) })
    }

    /// A map from the headers that apps send to the document that refuses them.
    private var nginx: String {
        let lines = platforms.flatMap { platform in
            platform.bounds.map { bound in
                """
                    # \(platform.platform.rawValue): \(bound.words(on: platform.platform))
                    "~^\(platform.platform.rawValue)[|]\(bound.pattern)" "\(platform.refusal.map { "/\($0)" } ?? "refused")";

                """
            }
        }
        return """
            # Made by signet build --gateway, and replaced by each build: do not edit.
            # \(environment), from the policy with the SHA-256 \(policy?.hexadecimal ?? "")
            # In the http block: include this file. $signet_refusal is empty for an app that may run.
            map "$http_x_app_platform|$http_x_app_version|$http_x_app_build" $signet_refusal {
                default "";
            \(lines.joined())}

            """
    }
}

extension GatewayBounds {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("below", .array(bounds.map(\.json))),
            JSONMember("refusal", refusal.map { .string($0) } ?? JSONValue(.null)),
            JSONMember("documents", .array(documents.map { .string($0) })),
            JSONMember(
                "notRefused",
                .array(
                    uncovered.map { block in
                        .object([
                            JSONMember("at", .string(block.member)), JSONMember("document", .string(block.path)),
                            JSONMember("example", .string(block.example)),
                        ])
                    })),
        ])
    }
}

extension GatewayBounds.Bound {
    fileprivate var json: JSONValue {
        let members = [
            version.map { JSONMember("version", .string($0.spelling)) },
            build.map { JSONMember("build", .integer($0)) },
        ]
        return .object(members.compactMap(\.self))
    }

    /// The rest of a line of the map, behind the platform.
    package var pattern: String {
        let numbers = version.map { BelowPattern.text($0.components) } ?? ""
        return "\(numbers)[^|]*" + (build.map { "[|]\(BelowPattern.text([$0]))" } ?? "")
    }
}
