import Diagnostics
import ManifestPublisher
import ManifestVerifier
import Testing
import TestSupport

/// Static files that a host would take for its own settings or code, instead of only serving them.
@Suite struct ObeyedPathTests {
    /// A project that publishes one more file, at this path.
    private func project(with path: String, jws: Bool = false) throws -> PublishedProject {
        let project = try PublishedProject()
        if jws { try project.folder.setEnvelopes(["headers", "jws"]) }
        let policy = try project.folder.text("policy.json")
        try project.folder.write("planted", "planted\n")
        try project.folder.write(
            "policy.json",
            policy.replacing("\"distribution/\": \"static/\"", with: "\"\(path)\": \"planted\"").forBucket)
        try project.build("output", at: PublishedProject.builtAt)
        return project
    }

    @Test(arguments: ["_worker.js/index.js", "_Worker.js/a/b.txt", "_redirects/x.txt", "_headers/x.txt"])
    func `a folder that static hosts would obey or replace is refused`(path: String) async throws {
        let project = try project(with: path)
        await #expect(
            throws: ErrorReport(
                .refused, "\(path) is a file that static hosts obey and do not serve",
                hint: "give the document another path in the policy")
        ) { try await StaticHost(project.folder.path("public")).write(of: project) }
        #expect(!project.folder.exists("public"))
    }

    @Test(
        arguments: [
            (StaticHost.Kind.headers, "netlify.toml", true), (.headers, "functions/api.js", true),
            (.headers, "404.html", true), (.headers, "CNAME", false), (.headers, "docs/404.html", false),
            (.gitHubPages, "CNAME", true), (.gitHubPages, "404.html", true), (.gitHubPages, "netlify.toml", false),
            (.gitHubPages, "files/CNAME", false),
        ])
    func `a document that a host may obey is named`(kind: StaticHost.Kind, path: String, isNamed: Bool) async throws {
        let project = try project(with: path, jws: kind == .gitHubPages)
        let host = StaticHost(project.folder.path("public"), kind)
        let warning = StaticHostWarning.obeyedFiles([try DocumentPath(path)])
        #expect(try await host.warnings(project.tree()).contains(warning) == isNamed)
        #expect(try await host.write(of: project).warnings.contains(warning) == isNamed)
        let message = "the host may obey what it should only serve, as settings, code or an error page: \(path)"
        #expect(warning.message == message)
    }
}

extension String {
    /// A policy that names a bucket, where such files are only served.
    var forBucket: String { replacing("\"origin\":", with: "\"publishTo\": \"s3://example\", \"origin\":") }
}
