import ManifestVerifier
import PublicationTree

/// A pipeline of a host of git: pull requests show the plan, without any key; the main branch and a schedule sign and publish.
package enum Pipeline: String, Sendable, CaseIterable {
    case github, gitlab

    /// The folder, in the bucket beside what is published or on the machine, in which packed archives wait for a review.
    static let staged = "staged"

    /// Its files in a repository whose top is the policy's folder.
    ///
    /// - Parameter policy: what is published where. Each of its environments that say where is published, or else the first.
    ///
    /// Fails for an origin that a shell would read as anything but a word.
    func files(for policy: Policy) throws -> [(path: String, text: String)] {
        let published = policy.environments.filter { $0.publishTo != nil }
        let environments = published.isEmpty ? Array(policy.environments.prefix(1)) : published
        for environment in environments { _ = try TreeAddress(environment.origin) }
        let isOne = policy.environments.count == 1
        let plans = environments.map { environment in
            let list = environment.documents.webBundles.map { " --base-list base/\($0.list.value)" } ?? ""
            let choice = isOne ? "" : " --environment \(environment.name)"
            return "signet plan \(environment.origin) --base-ring base/keys --markdown\(list)\(choice)"
        }
        let folder = environments.lazy.compactMap(\.publishTo).first { $0.value.bucket == nil }?.value.description
        let isFolder = published.isEmpty || folder != nil
        let site = isFolder ? folder ?? "public" : nil
        let bundles = BundleJob(environments, isFolder: isFolder)
        let host = isFolder && self == .github ? " --host github-pages" : ""
        let publishing = environments.flatMap { environment in
            let archives = bundles?.archives(for: environment).map { " --archives \($0)" } ?? ""
            let target = environment.publishTo == nil ? " --to public" : ""
            return [
                "signet build --environment \(environment.name) --previous live\(archives)",
                "signet publish --environment \(environment.name)\(target)\(host)",
            ]
        }
        let lines = (bundles?.fetching(on: self) ?? []) + publishing
        switch self {
        case .github:
            let main = Self.github(plans, lines, site: site, of: environments[0].name, hasBundles: bundles != nil)
            return [(".github/workflows/signet.yml", main)]
                + (bundles.map { [(".github/workflows/bundle.yml", $0.github)] } ?? [])
        case .gitlab:
            let main = Self.gitlab(plans, lines, site: site, of: environments[0].name)
            return [(".gitlab-ci.yml", main + (bundles?.gitlab ?? ""))]
        }
    }

    private static func github(
        _ plans: [String], _ publishing: [String], site: String?, of environment: EnvironmentName, hasBundles: Bool
    ) -> String {
        let pages = """

                  - uses: actions/upload-pages-artifact@v3
                    with: { path: \(site ?? "") }
                  - uses: actions/deploy-pages@v4
            """
        let credentials = """
                env:
                  AWS_ACCESS_KEY_ID: ${{ secrets.AWS_ACCESS_KEY_ID }}
                  AWS_SECRET_ACCESS_KEY: ${{ secrets.AWS_SECRET_ACCESS_KEY }}
                  AWS_REGION: ${{ vars.AWS_REGION }}

            """
        let token = "    env: { GH_TOKEN: \"${{ github.token }}\" }\n"
        // The key is only where something is signed.
        func step(_ line: String) -> String {
            "      - run: \(line)"
                + (line.hasPrefix("signet build") ? "\n        env: { SIGNET_KEY: \"${{ secrets.SIGNET_KEY }}\" }" : "")
        }
        return """
            # Pull requests show the plan, without any key; the main branch and a schedule sign and publish. The runner needs
            # signet on its PATH, and the secret SIGNET_KEY: signet keys move \(environment) env:SIGNET_KEY --to -
            on:
              pull_request:
              push: { branches: [main] }
              schedule: [{ cron: "17 */6 * * *" }]
            permissions: { contents: read }
            jobs:
              plan:
                if: github.event_name == 'pull_request'
                runs-on: ubuntu-latest
                permissions: { contents: read, pull-requests: write }
                env: { GH_TOKEN: "${{ github.token }}", NUMBER: "${{ github.event.number }}" }
                steps:
                  - uses: actions/checkout@v4
                    with: { fetch-depth: 2 }
                  - run: rm -rf base plan.md && mkdir base && git archive HEAD^1 | tar -x -C base
                  - run: \(plans.map { "\($0) >> plan.md" }.joined(separator: " && "))
                  - if: always()
                    run: test -s plan.md || echo "The plan failed, see the job." > plan.md; gh pr comment "$NUMBER" --edit-last --create-if-none --body-file plan.md
              publish:
                if: github.event_name != 'pull_request'
                runs-on: ubuntu-latest
                environment: \(site == nil ? environment.rawValue : "github-pages")
                concurrency: signet
                permissions: { contents: read\(site == nil ? "" : ", \(hasBundles ? "actions: read, " : "")pages: write, id-token: write") }
            \(site == nil ? credentials : hasBundles ? token : "")    steps:
                  - uses: actions/checkout@v4
                    with: { persist-credentials: false }
            \(publishing.map(step).joined(separator: "\n"))\(site == nil ? "" : pages)

            """
    }

    private static func gitlab(
        _ plans: [String], _ publishing: [String], site: String?, of environment: EnvironmentName
    ) -> String {
        let pages = """

              pages: { publish: \(site ?? "") }
            """
        return """
            # Merge requests show the plan, without any key; the main branch and a schedule sign and publish. The runner needs
            # signet on its PATH, and the protected variables SIGNET_KEY (signet keys move \(environment) env:SIGNET_KEY --to -)\(site == nil ? "," : ".")
            \(site == nil ? "# AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION. " : "# ")With GITLAB_TOKEN the plan becomes a comment.
            plan:
              rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]
              script:
                - git fetch -q --depth 1 origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
                - rm -rf base plan.md && mkdir base && git archive FETCH_HEAD | tar -x -C base
            \(plans.map { "    - \($0) >> plan.md" }.joined(separator: "\n"))
              after_script:
                - test -s plan.md || echo "The plan failed, see the job." > plan.md
                - >-
                  [ -z "$GITLAB_TOKEN" ] || printf 'header = "PRIVATE-TOKEN: %s"' "$GITLAB_TOKEN" | curl -fsS -K - -F "body=<plan.md"
                  "$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
              artifacts: { when: always, paths: [plan.md], expose_as: plan }
            publish:
              rules: [{ if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH }]
              environment: \(environment)
              resource_group: signet
              script:
            \(publishing.map { "    - \($0)" }.joined(separator: "\n"))\(site == nil ? "" : pages)

            """
    }
}
