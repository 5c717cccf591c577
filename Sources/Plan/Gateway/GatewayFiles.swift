import ManifestVerifier

/// The configuration of one environment's gateway: JSON for backends, a map for nginx.
package enum GatewayFiles {
    /// - Parameter policy: the SHA-256 of the policy's file.
    package static func files(
        of environment: EnvironmentName, policy: SHA256Digest, _ platforms: [GatewayBounds]
    ) -> [(name: String, bytes: [UInt8])] {
        let json = JSONValue.object(
            [
                JSONMember("environment", .string(environment.rawValue)),
                JSONMember("policy", .string(policy.hexadecimal)),
            ] + platforms.map { JSONMember($0.platform.rawValue, $0.json) })
        let lines = platforms.flatMap { platform in
            platform.bounds.map { bound in
                """
                    # \(platform.platform.rawValue): \(bound.words(on: platform.platform))
                    "~^\(platform.platform.rawValue)[|]\(bound.pattern)" "\(platform.refusal.map { "/\($0)" } ?? "refused")";

                """
            }
        }
        // A map from the headers that apps send to the document that refuses them.
        let nginx = """
            # Made by signet build --gateway, and replaced by each build: do not edit.
            # \(environment), from the policy with the SHA-256 \(policy.hexadecimal)
            # In the http block: include this file. $signet_refusal is empty for an app that may run.
            map "$http_x_app_platform|$http_x_app_version|$http_x_app_build" $signet_refusal {
                default "";
            \(lines.joined())}

            """
        return [
            ("\(environment).json", JSONWriter.bytes(of: json)), ("\(environment).nginx.conf", Array(nginx.utf8)),
        ]
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

/// Regular expressions (PCRE) for texts that begin with numbers below a bound, as `InstalledVersion` reads them: number by
/// number, leading zeros and missing numbers aside. `1.1.0-rc1` is 1.1.0; what does not begin with a digit is below nothing.
enum BelowPattern {
    /// The pattern for the beginning of such a text.
    ///
    /// - Parameter bound: the numbers of the bound, of which one is not 0: nothing is below 0.
    static func text(_ bound: [Int]) -> String {
        guard let number = bound.first else { return "" }
        let rest = Array(bound.dropFirst())
        var ways = number > 0 ? ["\(below(number))(?!\\d)"] : []
        if rest.contains(where: { $0 > 0 }) {
            // The same number, and then none or one that is below; `1.x` has one number.
            ways.append("\(number)(?!\\d)(?:(?!\\.\\d)|\\.\(text(rest)))")
        }
        return "0*(?:\(ways.joined(separator: "|")))"
    }

    /// The digits of the numbers below one, which is not 0, behind any zeros.
    private static func below(_ number: Int) -> String {
        let digits = String(number).utf8.map { Int($0 - UInt8(ascii: "0")) }
        var ways = digits.count > 1 ? ["\\d" + (digits.count > 2 ? "{1,\(digits.count - 1)}" : "")] : []
        for (place, digit) in digits.enumerated() {
            // What begins with 0 has fewer digits.
            let lowest = place == 0 && digits.count > 1 ? 1 : 0
            guard digit > lowest else { continue }
            let last = digit - 1 == lowest ? "\(lowest)" : "[\(lowest)-\(digit - 1)]"
            let more = digits.count - place - 1
            ways.append(
                digits[..<place].map { String($0) }.joined() + last + (more > 0 ? "\\d" : "")
                    + (more > 1 ? "{\(more)}" : ""))
        }
        return "(?:\(ways.joined(separator: "|")))"
    }
}
