import Diagnostics
import ManifestVerifier

/// A version of the app that a store has for some systems, as a team wrote it. Everything that apps would skip is an error.
package struct LatestPolicy: Sendable {
    package let position: TextPosition?
    package let app: LatestApp

    private struct Members {
        var app: NumericVersion?
        var system: [VersionPattern]?
        var build: Int?
    }

    static func all(_ platform: Platform) -> Shape<[LatestPolicy]> {
        .list(shape(platform), "versions", atMost: Limits.gateLatest)
    }

    private static func shape(_ platform: Platform) -> Shape<LatestPolicy> {
        let systems = platform == .ios ? "versions of iOS" : "SDK levels"
        let members: [Member<Members>] = [
            Member("app", "The version; on Android its version name.", .version, isRequired: true, \.app),
            Member(
                platform.systemCondition, "The \(systems) that it runs on; any if absent.", .patterns, \.system),
            Member("build", "Its build; on Android its version code.", .number, \.build),
        ]
        let shape = Shape<Members>.object(
            { _ in Members() }, members,
            check: { latest, json, findings in
                for case .range(let first, let last) in latest.system ?? [] where last < first {
                    findings.add(
                        .invalidValue, "\(first)...\(last) ends before it begins",
                        at: json[platform.systemCondition]?.position, hint: "write \(last)...\(first)")
                }
                return true
            })
        return shape.compactMap { latest, json in
            latest.app.map { app in
                LatestPolicy(
                    position: json.position, app: LatestApp(app: app, build: latest.build, system: latest.system))
            }
        }
    }
}
