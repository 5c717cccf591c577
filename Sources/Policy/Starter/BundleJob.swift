import Diagnostics

/// The job that packs a web bundle and asks for a review of the list. Its archive waits where the job that publishes finds
/// it: only bytes that the reviewed list names are ever signed.
struct BundleJob {
    private let list: String
    /// The bucket in which archives wait; nil where all that have bundles are published into a folder.
    private let bucket: String?
    private let archives: String
    /// Where the archives are that are live, which outlive those that wait.
    private let origin: String

    init?(_ environments: [EnvironmentPolicy]) throws {
        let lists = Set(environments.compactMap { $0.documents.webBundles?.list.value.description })
        guard let list = lists.first else { return nil }
        guard lists.count == 1 else {
            throw ErrorReport(
                .refused, "the environments have different lists of web bundles, and one job packs for one list",
                hint: "name the same list in all of them, or write the jobs by hand: signet help bundle")
        }
        let place = environments.first { $0.documents.webBundles != nil && $0.publishTo?.value.bucket != nil }
        self.list = list
        origin = environments.first { $0.documents.webBundles != nil }?.origin ?? ""
        bucket = (place?.publishTo?.value.description).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        archives = place.map { "\($0.origin)/\(Pipeline.staged)" } ?? Pipeline.staged
    }

    /// What `--archives` of a build names.
    func archives(for environment: EnvironmentPolicy) -> String? {
        environment.documents.webBundles == nil ? nil : archives
    }

    /// What gets the archives onto the machine that publishes, if no address has them.
    func fetching(on host: Pipeline) -> [String] {
        guard bucket == nil else { return [] }
        let staged = Pipeline.staged
        let offered = "for v in $(signet bundle list | awk '$1 == \"offered\" { print $2 }'); do"
        let live =
            "\(offered) [ -e \(staged)/$v.zip ] || curl -fsSL -o \"\(staged)/$v.zip\" \(origin)/builds/$v.zip || true; done"
        return switch host {
        case .github:
            [
                "mkdir -p \(staged) && gh run download -p 'bundle-*' -D handed || true",
                "find handed -name '*.zip' -exec mv {} \(staged)/ ';' || true",
                live,
            ]
        case .gitlab:
            [
                "mkdir -p \(staged) && \(offered) curl -fsSL -H \"JOB-TOKEN:$CI_JOB_TOKEN\" -o \"\(staged)/$v.zip\" \"\(Self.packages)/$v.zip\" || true; done"
            ]
        }
    }

    private static let packages = "$CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/bundles/1"

    private var copying: String? {
        bucket.map { "aws s3 cp --only-show-errors \"bundles/v$VERSION.zip\" \($0)/\(Pipeline.staged)/" }
    }

    private static let pack =
        "signet bundle pack dist --version \"$VERSION\" --surface package-lock.json --share 0% --strict"

    private var committing: String {
        "git switch -qc \"bundle-$VERSION\" && git add \(list) && git -c user.name=signet -c user.email=signet@localhost commit "
            + "-qm \"Web bundle $VERSION\""
    }

    /// No token is where programs of others run, such as those that npm installs.
    var github: String {
        let secrets = bucket == nil ? "" : " The secrets are of a user who may write below \(Pipeline.staged)/ only."
        return EmbeddedFile.text(
            "pipeline/github-bundle.yml",
            ["SECRETS": secrets, "PACK": Self.pack, "COPY": copying ?? "", "COMMIT": committing],
            parts: ["bucket": bucket != nil, "artifact": bucket == nil])
    }

    var gitlab: String {
        let handOver =
            copying
            ?? "curl -fsSL -H \"JOB-TOKEN:$CI_JOB_TOKEN\" -T \"bundles/v$VERSION.zip\" \"\(Self.packages)/v$VERSION.zip\""
        return EmbeddedFile.text(
            "pipeline/gitlab-bundle.yml", ["PACK": Self.pack, "COPY": handOver, "COMMIT": committing])
    }
}
