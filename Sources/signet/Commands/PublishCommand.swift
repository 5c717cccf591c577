import AWSRequests
import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import SigningKeys

/// `signet publish`
enum PublishCommand: Command {
    static let name = "publish"
    static let summary = "tree → bucket or static host, then check it live"
    static let flags: [Flag] = [
        .value("--environment"), .value("--to"), .value("--output"), .value("--keys"), .value("--policy"),
        .value("--allow", isRepeatable: true), .value("--endpoint-url"), .value("--cloudfront"), .value("--url"),
        .value("--settle"), .option("--no-live-check"), .option("--dry-run"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet publish --environment NAME --to s3://BUCKET/PREFIX
        signet publish --environment NAME --to DIR

        Publishes the tree in output/NAME. It is verified first and held against what is live: a
        lowered minimum, a removed document and the like need --allow, and a signed date never goes
        back. An archive of a web bundle that is live already is not read, and need not be in the tree.

        To a bucket only what differs is sent, by one curl, each body together with its headers in one
        request, and the index when everything that it lists is there. Credentials come from
        AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a web identity, a profile (through the program
        aws), or the role of a container or instance. Then every document is fetched from where it is
        served and checked as "signet verify https://…" does.

        To a folder it writes DIR/site for static hosts, with the headers in DIR/site/_headers (Netlify,
        Cloudflare Pages) and in DIR/nginx-headers.conf. The tree is held against DIR/site or, where
        there is none yet, against the origin.

          --environment NAME  the tree to publish
          --to PLACE          s3://BUCKET, s3://BUCKET/PREFIX, or a folder
          --allow CODE        publish although this takes something away from apps; may be repeated:
                              \(codes(0..<3)),
                              \(codes(3..<6)),
                              \(codes(6..<allowable.count))
          --dry-run           only show what would be done

          --endpoint-url URL  another endpoint than Amazon's, for services that speak S3
                              (AWS_ENDPOINT_URL_S3)
          --cloudfront ID     the distribution that is to forget the paths that change, below --url
          --url URL           where the tree is served (the origin in the policy)
          --settle SECONDS    how long to wait for a cache to settle (60); 0 asks once
          --no-live-check     do not look whether it is served as it should be

          --output DIR        where the trees are (output)
          --keys DIR          the key ring (keys)
          --policy FILE       the policy (policy.json), for its origin and resignAfter
          --json              the result as JSON
          --quiet             only errors

        Example:
          signet publish --environment production --to s3://example-distribution --dry-run

        Exit code 0 says that all is done, and live where that was looked at; 1 that something was
        refused or is not live; 69 that the service or the network failed. What was sent by then stays,
        and another run sends the rest.
        """

    private static let allowable = LintCode.allCases.filter(\.needsAcknowledgement)

    private static func codes(_ range: Range<Int>) -> String {
        allowable[range].map(\.rawValue).joined(separator: ", ")
    }

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        guard let environment = try arguments.environment else {
            throw arguments.usage("which environment? name it with --environment")
        }
        guard let target = arguments.value("--to") else {
            throw arguments.usage("where to? --to s3://BUCKET/PREFIX or a folder")
        }
        let allowed = try allowed(arguments)
        guard environment != DevelopmentKey.environment else {
            throw ErrorReport(
                .refused, "environment \"development\" is for one machine and is not published",
                hint:
                    "write your own policy with: signet init, and make its key with: signet keys generate production")
        }
        guard target.contains(":/") else {
            return try await publish(environment, toFolder: target, allowed, arguments, terminal)
        }
        guard let address = BucketAddress(target) else {
            throw arguments.usage("--to \(target) is not s3://BUCKET, s3://BUCKET/PREFIX or a folder")
        }
        return try await publish(environment, to: address, allowed, arguments, terminal)
    }

    /// The tree of an environment, verified.
    static func tree(
        of environment: EnvironmentName, keys: TrustedKeys, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> VerifiedTree {
        let path = "\(arguments.output)/\(environment)"
        let verdict = try await VerifiedTree.verify(
            TreeFolder(Folder(path: path)), environment: environment, keys: keys
        ) {
            terminal.progress("\(environment): verifying", $0, of: $1)
        }
        switch verdict {
        case .verified(let tree): return tree
        case .refused(let report):
            VerificationOutput.show(report.refusals, below: path, terminal)
            throw ErrorReport(.refused, "\(path): is not published", hint: nil)
        }
    }

    private static func allowed(_ arguments: Arguments) throws -> Set<LintCode> {
        var allowed: Set<LintCode> = []
        for text in arguments.values("--allow") {
            guard let code = LintCode(rawValue: text), code.needsAcknowledgement else {
                let codes = allowable.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("--allow \(text) is not one of \(codes)")
            }
            allowed.insert(code)
        }
        return allowed
    }

    /// Refuses what takes something away from apps, unless it was allowed by name.
    ///
    /// - Parameters:
    ///   - live: what is live, as far as it is there.
    ///   - place: where it is.
    static func hold(
        _ tree: VerifiedTree, against live: LiveTree, at place: String, _ allowed: Set<LintCode>,
        keys: TrustedKeys, _ terminal: Terminal
    ) async throws {
        var publication: Publication?
        do throws(VerifiedIndex.Failure) {
            publication = try live.index?.get()
        } catch {
            let message = "\(place): the index that is there \(error.message)"
            switch error {
            case .keyOfAnotherEnvironment, .ofAnotherEnvironment:
                throw ErrorReport(.refused, message, hint: "each environment has a place of its own; check --to")
            default: break
            }
            let code = LintCode.unverifiedDocument
            guard allowed.contains(code) else {
                throw ErrorReport(
                    .refused, "\(message) [\(code.rawValue)]",
                    hint: "look at what is there; to replace it, publish with --allow \(code.rawValue)")
            }
            terminal.alarm(message)
        }
        let findings = try GuardRails.findings(tree, against: live.tree, publication, keys: keys)
        // A document beside its former signature is what an interrupted run leaves.
        let refused = findings.filter {
            $0.code.needsAcknowledgement && $0.code != .unverifiedDocument && !allowed.contains($0.code)
        }
        for finding in findings where !refused.contains(finding) { FindingOutput.show(finding, terminal) }
        guard let last = refused.last else { return }
        for finding in refused.dropLast() {
            terminal.error(ErrorReport(.refused, "\(finding.message) [\(finding.code.rawValue)]", hint: finding.hint))
        }
        let codes = Set(refused.map(\.code.rawValue)).sorted().map { "--allow \($0)" }.joined(separator: " ")
        throw ErrorReport(
            .refused, "\(last.message) [\(last.code.rawValue)]",
            hint: "nothing was published; if that is what you want, publish with \(codes)")
    }
}
