import Diagnostics
import Foundation
import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestSupport

private let index = "publication.jws"

@Test(
    .peers(.python3, .openssl, .curl),
    arguments: [
        ("\(index)", HTTPSServer.Fault.status(500), TransferFailure.status(500)),
        (index, .status(503), .status(503)), (index, .status(401), .status(401)),
        (index, .endless, .tooLarge(limit: VerifiedIndex.byteLimit)),
        (index, .redirect(301, to: "http://127.0.0.1:9/x"), .redirect(301)),
        (index, .redirect(302, to: "https://example.com/x"), .redirect(302)),
        (index, .redirect(307, to: "/staging/\(index)"), .redirect(307)),
        (index, .redirect(308, to: "file:///etc/passwd"), .redirect(308)),
    ])
func `an index that does not come is an error that names its URL`(
    path: String, fault: HTTPSServer.Fault, failure: TransferFailure
) async throws {
    let published = try PublishedTrees(faults: ["/production/\(path)": fault])
    let error = TreeDownloadError.index(url: published.url(path), failure)
    await #expect(throws: error) { try await published.download().run(.documents) }
    #expect(error.report.message.hasPrefix("\(published.url(path)): "))
    #expect(try published.leftovers == [])
}

@Test(.peers(.python3, .openssl, .curl)) func `redirects are not followed`() async throws {
    let published = try PublishedTrees(faults: [
        "/production/\(index)": .redirect(302, to: "/staging/\(index)")
    ])
    await #expect(throws: TreeDownloadError.index(url: published.url(index), .redirect(302))) {
        try await published.download().run(.documents)
    }
    #expect(try published.server.requests().allSatisfy { $0.hasPrefix("/production/") })
}

@Test(.peers(.python3, .openssl, .curl), arguments: [true, false])
func `a server that never answers is given up when the time of a file is over`(shakesHands: Bool) async throws {
    let published = try PublishedTrees(faults: ["/production/\(index)": .silence], shakesHands: shakesHands)
    let limits = Curl.TimeLimits(connection: .seconds(1), file: .seconds(1), whole: .hours, mebibyte: .zero)
    await #expect(throws: TreeDownloadError.index(url: published.url(index), .timedOut)) {
        try await published.download(timeLimits: limits).run(.documents)
    }
}

@Test(.peers(.python3, .openssl, .curl)) func `a download is given up when the time of everything is over`()
    async throws
{
    let published = try PublishedTrees(faults: ["/production/distribution/a.txt": .silence])
    let error = ChildProcessError.tookTooLong("curl", limit: .seconds(3))
    await #expect(throws: error) {
        try await published.download(timeLimits: .init(connection: .hours, file: .hours, whole: .seconds(3)))
            .run(.documents)
    }
    #expect(error.report.kind == .unavailable)
    #expect(try published.leftovers == [])
}

@Test(.peers(.python3, .openssl, .curl), .unlessHung)
func `a cancelled download leaves nothing behind`() async throws {
    let published = try PublishedTrees(faults: ["/production/\(index)": .silence])
    let task = Task { _ = try await published.download().run(.documents) }
    while try !published.server.requests().contains("/production/\(index)") {
        try await Task.sleep(for: .milliseconds(10))
    }
    task.cancel()
    await #expect(throws: ChildProcessError.cancelled("curl")) { try await task.value }
    #expect(try published.leftovers == [])
}

@Test(.peers(.python3, .openssl, .curl)) func `a host that accepts no connection is unreachable`() async throws {
    let published = try PublishedTrees()
    let error = try await #require(throws: TreeDownloadError.self) {
        // Nothing listens on this port of a reserved service.
        try await published.download("https://127.0.0.1:1/x").run(.documents)
    }
    guard case .index("https://127.0.0.1:1/x/\(index)", .unreachable(let said)) = error else {
        Issue.record("another error: \(error)")
        return
    }
    #expect(said.contains("127.0.0.1"))
    #expect(error.report.kind == .unavailable)
}

// MARK: Trust in the host

@Test(.peers(.python3, .openssl, .curl), arguments: ["unknown certificate", "certificate of another host", ".curlrc"])
func `a host whose certificate is not good is not talked to`(reason: String) async throws {
    let published = try PublishedTrees()
    let home = try TemporaryFolder()
    try home.write(".curlrc", "insecure\n")
    let isOther = reason == "certificate of another host"
    let origin = isOther ? published.server.otherOrigin : published.server.origin
    let download = try published.download(
        "\(origin)/production",
        variables: isOther ? [:] : ["CURL_CA_BUNDLE": nil, "HOME": reason == ".curlrc" ? home.root : nil])
    let error = try await #require(throws: TreeDownloadError.self) { try await download.run(.documents) }
    guard case .index(_, .untrustedHost(let said)) = error else {
        Issue.record("another error: \(error)")
        return
    }
    #expect(said.contains("SSL"))
    #expect(error.report.kind == .unavailable)
    #expect(try published.server.requests() == [])
}

// MARK: The program

/// A script in the place of curl.
private func fakeCurl(_ script: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.writeProgram("curl", "#!/bin/sh\n\(script)\n")
    return folder
}

/// A download whose curl is the one in `folder`; what it would connect to does not matter.
private func download(_ folder: TemporaryFolder, _ variables: [String: String] = [:]) async throws {
    let environment = try #require(EnvironmentName("production"))
    let base = ["PATH": "\(folder.root):/usr/bin:/bin", "TMPDIR": folder.root]
    _ = try await TreeDownload(
        TreeAddress("https://127.0.0.1:1/x"), environment: environment, keys: SignedTrees().keys(),
        variables: base.merging(variables) { $1 }
    ).run(.documents)
}

@Test func `a missing curl is an error that says what to do`() async throws {
    let folder = try TemporaryFolder()
    await #expect(
        throws: ErrorReport(
            .unavailable, "there is no program curl on the PATH, which sends and gets what is published",
            hint: "install curl, or name a folder instead of a URL")
    ) { try await download(folder, ["PATH": folder.root]) }
    #expect(try folder.snapshot() == [:])
}

@Test func `a curl that reports nothing is an error with what it said`() async throws {
    let folder = try fakeCurl("echo 'curl: option --parallel: is unknown' >&2; exit 2")
    let error = try await #require(throws: ErrorReport.self) { try await download(folder) }
    #expect(error.message == "curl said only: curl: option --parallel: is unknown")
}

@Test(arguments: [
    (5, TransferFailure.unreachable("why")), (6, .unreachable("why")), (7, .unreachable("why")), (28, .timedOut),
    (35, .untrustedHost("why")), (60, .untrustedHost("why")), (77, .untrustedHost("why")),
    (63, .tooLarge(limit: VerifiedIndex.byteLimit)), (23, .other(code: 23, "why")), (56, .other(code: 56, "why")),
])
func `each exit code of curl is its own failure`(code: Int, failure: TransferFailure) async throws {
    let folder = try fakeCurl("printf '#0 000 \(code) why\\n{\\n}\\n'; exit \(code)")
    await #expect(throws: TreeDownloadError.index(url: "https://127.0.0.1:1/x/\(index)", failure)) {
        try await download(folder)
    }
}

@Test func `what a host says cannot steer a terminal`() async throws {
    let folder = try fakeCurl("printf '#0 000 6 a\\033[2Jb\\n{\\n}\\n'")
    await #expect(
        throws: TreeDownloadError.index(url: "https://127.0.0.1:1/x/\(index)", .unreachable("a[2Jb"))
    ) { try await download(folder) }
}

@Test func `curl gets everything on its standard input, and nothing secret`() async throws {
    let folder = try fakeCurl("here=$(dirname $0); echo \"$@\" > $here/words; env > $here/variables; cat > $here/input")
    await #expect(throws: ErrorReport.self) {
        try await download(
            folder,
            [
                "SIGNET_KEY_PASSPHRASE": "secret", "AWS_SECRET_ACCESS_KEY": "secret", "GITHUB_TOKEN": "secret",
                "https_proxy": "http://proxy.example",
            ])
    }
    #expect(try folder.text("words") == "-q --config -\n")
    #expect(try !folder.text("variables").contains("secret"))
    #expect(try folder.text("variables").contains("https_proxy=http://proxy.example\n"))
    #expect(try folder.text("input").contains("proto = \"=https\"\n"))
}
