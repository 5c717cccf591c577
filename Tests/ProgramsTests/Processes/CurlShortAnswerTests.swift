import Diagnostics
import Foundation
import LocalFiles
import ManifestVerifier
import Programs
import Testing
import TestSupport

/// Sends one request with patience; `folder` comes first on the PATH.
private func send(
    _ transfer: Curl.Transfer, bodyLimit: Int = 1_000, programs folder: TemporaryFolder? = nil
) async throws -> (answer: Curl.Answer, body: String) {
    let path = (folder.map { "\($0.root):" } ?? "") + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let curl = Curl(variables: ["PATH": path], timeLimits: .init(connection: .hours, file: .hours, whole: .hours))
    let (answer, body) = try await curl.send(transfer, bodyLimit: bodyLimit, until: .now + .hours)
    return (answer, String(decoding: body, as: UTF8.self))
}

private func plain(_ method: Curl.Transfer.Method, _ url: String) -> Curl.Transfer {
    var transfer = Curl.Transfer(method, url)
    transfer.isPlain = true
    return transfer
}

@Test(.peers(.curl, .python3)) func `a short answer comes with its body, status and fields`() async throws {
    let server = try RawHTTPServer()
    // The body looks like what curl reports.
    let body = "#0 500 0 x\n{\n\"a\":[\"b\"]\n}\n"
    try server.answer("/x", with: .init(headers: ["X-Kind: short"], body: Array(body.utf8)))
    let (answer, received) = try await send(plain(.get, "\(server.origin)/x"))
    #expect(received == body)
    #expect(answer.status == 200)
    #expect(answer.failure == nil)
    #expect(answer.headers.contains(HeaderField(unchecked: "x-kind", value: "short")))
}

/// Two caches in a row add their fields one after the other.
@Test(.peers(.curl, .python3), arguments: [["Via", "X-Cache"], ["Server", "Date"], ["Vary", "Content-Type"]])
func `fields that come twice by turns are no reason to believe nothing`(names: [String]) async throws {
    let server = try RawHTTPServer()
    try server.answer("/x", with: .init(headers: (names + names).map { "\($0): a" } + ["X-Kind: short"]))
    let (answer, _) = try await send(plain(.get, "\(server.origin)/x"))
    #expect(answer.failure == nil)
    let found = Set(answer.headers.filter { $0.value == "a" || $0.value == "short" }.map(\.name))
    #expect(found.isSuperset(of: [names[0].lowercased(), "x-kind"]))
}

@Test(.peers(.curl, .python3)) func `what a host sends behind the body is no header`() async throws {
    let server = try RawHTTPServer()
    let head = "HTTP/1.1 200 X\r\nX-Kind: header\r\nTrailer: X-Late\r\nTransfer-Encoding: chunked\r\n\r\n"
    try server.answer("/x", with: .init(bytes: Array("\(head)1\r\na\r\n0\r\nX-Late: trailer\r\n\r\n".utf8)))
    let folder = try TemporaryFolder()
    var transfer = plain(.get, "\(server.origin)/x")
    transfer.destination = .init(folder: try Folder(path: folder.root), name: "body", byteLimit: 1_000)
    transfer.headersName = "fields"
    let curl = Curl(
        variables: ProcessInfo.processInfo.environment,
        timeLimits: .init(connection: .hours, file: .hours, whole: .hours))
    let answer = try await curl.send([transfer], until: .now + .hours)[0]
    #expect(answer.failure == nil)
    // curl writes down both.
    #expect(try folder.text("fields").contains("X-Late: trailer"))
    #expect(answer.headers.contains { $0.isNamed("x-kind") } && !answer.headers.contains { $0.isNamed("x-late") })
}

@Test(.peers(.curl, .python3), arguments: [true, false])
func `the short body of an error comes only if it is wanted`(isWanted: Bool) async throws {
    let server = try RawHTTPServer()
    try server.answer("/x", with: .init(status: 403, body: Array("because".utf8)))
    var transfer = plain(.post, "\(server.origin)/x")
    transfer.body = .text("a=b")
    transfer.keepsErrors = isWanted
    let (answer, body) = try await send(transfer)
    #expect(answer.failure == .status(403))
    #expect(body == (isWanted ? "because" : ""))
}

@Test(.peers(.curl, .python3), arguments: [true, false])
func `a body that is not short is given up`(isAnnounced: Bool) async throws {
    let server = try RawHTTPServer()
    let body = [UInt8](repeating: 0x61, count: 2_000)
    if isAnnounced {
        try server.answer("/x", with: .init(body: body))
    } else {
        var endless = RawHTTPServer.Answer(bytes: RawHTTPServer.Answer.head(headers: []) + body)
        endless.isEndless = true
        try server.answer("/x", with: endless)
    }
    let (answer, received) = try await send(plain(.get, "\(server.origin)/x"), bodyLimit: 1_999)
    #expect(answer.failure == .tooLarge(limit: 1_999))
    #expect(received.utf8.count <= 1_999)
}

@Test(.peers(.curl)) func `a short answer that does not come is a failure with curl's reason`() async throws {
    let (answer, body) = try await send(plain(.get, "http://127.0.0.1:1/"))
    guard case .unreachable(let said) = answer.failure else {
        Issue.record("another failure: \(String(describing: answer.failure))")
        return
    }
    #expect(said.contains("127.0.0.1"))
    #expect(body.isEmpty)
}

@Test func `a curl that reports nothing of a short answer is an error with what it said`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("curl", "#!/bin/sh\necho body; echo 'curl: option --x: is unknown' >&2; exit 2\n")
    let error = try await #require(throws: ErrorReport.self) {
        try await send(plain(.get, "http://127.0.0.1:1/"), programs: folder)
    }
    #expect(error.message == "curl said only: curl: option --x: is unknown")
}

@Test(.peers(.curl, .python3, .strace), .tracing) func `a short answer is in no file and on no command line`()
    async throws
{
    let server = try RawHTTPServer()
    try server.answer("/x", with: .init(body: Array("secret-answer".utf8)))
    let folder = try TemporaryFolder()
    let curl = try #require(Peer.path(of: "curl"))
    try folder.writeProgram(
        "curl",
        """
        #!/bin/sh
        exec strace -f -qq -s 100000 -e trace=execve,open,openat,creat,rename,memfd_create -o '\(folder.path("log"))' \
        \(curl) "$@"
        """)
    var transfer = plain(.post, "\(server.origin)/x")
    transfer.headers = [HeaderField(unchecked: "x-token", value: "secret-field")]
    transfer.body = .text("secret-body")
    #expect(try await send(transfer, programs: folder).body == "secret-answer")
    let log = try folder.text("log")
    #expect(log.contains("execve("))
    #expect(!log.contains("secret"))
    let written = log.split(separator: "\n").filter { $0.contains("O_WRONLY") || $0.contains("O_RDWR") }
        .filter { !$0.contains("\"/dev/") && !$0.contains("O_DIRECTORY") }
    #expect(written.isEmpty)
    #expect(!log.contains("creat("))
    #expect(try server.requests().first?.contains("x-token: secret-field\r\n") == true)
}
