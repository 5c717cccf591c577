import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys

/// A pipeline of a host of git: pull requests show the plan, without any key; the main branch and a schedule sign and publish.
package enum Pipeline: String, Sendable, CaseIterable {
    case github, gitlab

    /// The folder, in the bucket beside what is published or on the machine, in which packed archives wait for a review.
    static let staged = "staged"

    /// Its files in a repository whose top is the policy's folder.
    ///
    /// - Parameter policy: what is published where. Each of its environments that say where is published, or else the first.
    ///
    /// Fails for an origin that a shell would read as anything but a word, and for what one pipeline cannot publish.
    func files(for policy: Policy, _ ring: KeyRing) throws -> [(path: String, text: String)] {
        let environments = Self.environments(of: policy)
        for environment in environments { _ = try TreeAddress(environment.origin) }
        let secrets = try Self.secrets(for: policy, ring)
        let isOne = policy.environments.count == 1
        let plans = environments.map { environment in
            let list = environment.documents.webBundles.map { " --base-list base/\($0.list.value)" } ?? ""
            let choice = isOne ? "" : " --environment \(environment.name)"
            return "signet plan \(environment.origin) --base-ring base/keys --markdown\(list)\(choice)"
        }
        let site = try Self.site(of: environments)
        let bundles = try BundleJob(environments)
        let fetching = bundles?.fetching(on: self) ?? []
        let publishing = environments.flatMap { environment in
            let archives = bundles?.archives(for: environment).map { " --archives \($0)" } ?? ""
            let target = environment.publishTo == nil ? " --to \(Self.folder)" : ""
            let host = environment.publishTo?.value.bucket == nil && self == .github ? " --host github-pages" : ""
            let secret: String? =
                if case .pkcs11 = ring.activeEntry(for: environment.name)?.signer { "SIGNET_PIN" } else {
                    secrets.first { $0.environment == environment.name }?.name
                }
            return [
                Step(
                    line: "signet build --environment \(environment.name) --previous live\(archives)",
                    secret: secret),
                Step(line: "signet publish --environment \(environment.name)\(target)\(host)"),
            ]
        }
        let job = Job(
            plans: plans, steps: fetching.map { Step(line: $0) } + publishing, site: site,
            needsAWS: environments.contains {
                if case .awsKMS = ring.activeEntry(for: $0.name)?.signer {
                    true
                } else {
                    $0.publishTo?.value.bucket != nil
                }
            },
            environment: environments[0].name, secrets: secrets)
        switch self {
        case .github:
            return [(".github/workflows/signet.yml", Self.github(job, fetchesBundles: !fetching.isEmpty))]
                + (bundles.map { [(".github/workflows/bundle.yml", $0.github)] } ?? [])
        case .gitlab:
            return [(".gitlab-ci.yml", Self.gitlab(job) + (bundles?.gitlab ?? ""))]
        }
    }

    /// A secret of the host, and the environment whose key it holds.
    package typealias Secret = (environment: EnvironmentName, name: String)

    /// The secrets that hold the keys; a key in a token or in KMS is in none.
    ///
    /// Fails when one is to hold the keys of two environments.
    static func secrets(for policy: Policy, _ ring: KeyRing) throws -> [Secret] {
        let environments = environments(of: policy)
        var secrets: [Secret] = []
        for name in environments.map(\.name) {
            let secret: String
            switch ring.activeEntry(for: name)?.signer {
            case .environment(let variable): secret = variable.rawValue
            case .pkcs11, .awsKMS: continue
            case .file, nil: secret = environments.count == 1 ? "SIGNET_KEY" : name.keyVariable
            }
            if let other = secrets.first(where: { $0.name == secret }) {
                throw ErrorReport(
                    .refused,
                    "the keys of \"\(other.environment)\" and \"\(name)\" are both in env:\(secret), which holds one",
                    hint:
                        "let \"signer\" of the key of \"\(name)\" in keys/keyring.json be env:\(name.keyVariable), and put the "
                        + "key into a secret of that name")
            }
            secrets.append((name, secret))
        }
        return secrets
    }

    /// Those that say where they are published, or else the first.
    private static func environments(of policy: Policy) -> [EnvironmentPolicy] {
        let published = policy.environments.filter { $0.publishTo != nil }
        return published.isEmpty ? Array(policy.environments.prefix(1)) : published
    }

    /// The folder for an environment that does not say where it is published.
    private static let folder = "public"

    /// The folder that becomes the pages of the host; nil where everything goes to buckets.
    private static func site(of environments: [EnvironmentPolicy]) throws -> String? {
        var site: (folder: String, environment: EnvironmentName)?
        for environment in environments where environment.publishTo?.value.bucket == nil {
            let folder = environment.publishTo?.value.description ?? Self.folder
            if let site {
                throw ErrorReport(
                    .refused,
                    "\"\(site.environment)\" and \"\(environment.name)\" are published into folders, \(site.folder) and "
                        + "\(folder), and a pipeline has pages for one",
                    hint: "publish one of them to a bucket, or write its job by hand")
            }
            site = (folder, environment.name)
        }
        return site?.folder
    }

    private struct Step {
        let line: String
        /// The secret with the key that it signs with; the key is only where something is signed.
        var secret: String?
    }

    private struct Job {
        let plans: [String]
        let steps: [Step]
        /// The folder that becomes pages.
        let site: String?
        let needsAWS: Bool
        let environment: EnvironmentName
        let secrets: [Secret]

        /// How a key gets into a secret.
        var moving: String {
            secrets.count == 1
                ? "signet keys move \(secrets[0].environment) env:\(secrets[0].name) --to -"
                : "signet keys move ENVIRONMENT env:SECRET --to -"
        }

        /// All plans in one file, whatever one of them refuses.
        var planning: String {
            guard plans.count > 1 else { return "\(plans[0]) >> plan.md" }
            return "code=0; \(plans.map { "\($0) >> plan.md || code=$?" }.joined(separator: "; ")); exit $code"
        }

        var secretNames: String { secrets.map(\.name).joined(separator: ", ") }
    }

    private static func github(_ job: Job, fetchesBundles: Bool) -> String {
        let steps = job.steps.map { step in
            "      - run: \(step.line)"
                + (step.secret.map { "\n        env: { \($0): \"${{ secrets.\($0) }}\" }" } ?? "")
        }
        let secrets =
            job.secrets.isEmpty
            ? "" : ", and the secret\(job.secrets.count == 1 ? "" : "s") \(job.secretNames): \(job.moving)"
        let permissions =
            "\(fetchesBundles ? ", actions: read" : "")\(job.site == nil ? "" : ", pages: write, id-token: write")"
        return EmbeddedFile.text(
            "pipeline/github.yml",
            [
                "SECRETS": secrets, "PLAN": job.planning, "PERMISSIONS": permissions,
                "ENVIRONMENT": job.site == nil ? job.environment.rawValue : "github-pages",
                "STEPS": steps.joined(separator: "\n"), "SITE": job.site ?? "",
            ],
            parts: [
                "variables": job.needsAWS || fetchesBundles, "AWS": job.needsAWS, "bundles": fetchesBundles,
                "pages": job.site != nil,
            ])
    }

    private static func gitlab(_ job: Job) -> String {
        let keys = job.secrets.isEmpty ? [] : ["\(job.secretNames) (\(job.moving))"]
        let aws = job.needsAWS ? ["AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION"] : []
        let variables = (keys + aws).joined(separator: ",\n# ")
        let needed = variables.isEmpty ? "" : ", and the protected variables \(variables)"
        return EmbeddedFile.text(
            "pipeline/gitlab.yml",
            [
                "VARIABLES": "\(needed).\(job.needsAWS ? " " : "\n# ")", "PLAN": job.planning,
                "ENVIRONMENT": job.environment.rawValue,
                "STEPS": job.steps.map { "    - \($0.line)" }.joined(separator: "\n"), "SITE": job.site ?? "",
            ], parts: ["pages": job.site != nil])
    }
}
