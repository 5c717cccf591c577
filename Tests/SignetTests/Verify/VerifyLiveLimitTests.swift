import Diagnostics
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// A thief of a retired key serves an index that lists more than anyone's disk should take.
@Suite(.peers(.python3, .openssl, .curl)) struct VerifyLiveLimitTests {
    private let project: Project
    private let root = "output/production"
    private let listed: [Publication.Document]

    init() throws {
        project = try Project()
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        let thief = try HandSignedTree(project)
        let date = try thief.date(day: 3)
        let headers = [HeaderField(unchecked: "content-type", value: "text/plain")]
        listed = try (0..<40).map { number in
            Publication.Document(
                path: try DocumentPath("files/\(number).txt"), format: .file, byteCount: Limits.staticFileBytes,
                sha256: String(repeating: "0", count: 64), headers: headers)
        }
        try thief.writeIndex(listed, date, to: root)
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    }

    @Test func `an index that lists 2,560 MB is refused before anything of it is asked for`() throws {
        let server = try HTTPSServer(serving: project.folder.path(root), sendsHeaders: true)
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        let said = "publication.jws: lists more than \(Limits.treeBytes) bytes"
        try project.expectRefusal(
            ["verify", server.origin, "--settle", "0"], code: 1, [said], environment: environment)
        try project.expectRefusal(
            ["verify", server.origin, "--settle", "0", "--archives"], code: 1, [said], environment: environment)
        #expect(try Set(server.requests()) == ["/publication.jws"])
        // As a build does that is to compare with it.
        try project.expectRefusal(
            ["build", "--previous", server.origin], code: 1, [said], environment: environment)
    }

    @Test(
        arguments: [
            ([], []), ([5], [1]), ([4, 4, 4], [2, 1]), ([5, 5, 1], [1, 2]), ([9], [1]), ([1, 9, 1], [1, 1, 1]),
            ([1, 1, 1, 1, 1], [3, 2]), ([0, 0, 0, 0], [3, 1]), ([8, 1, 8], [1, 1, 1]),
        ] as [([Int], [Int])])
    func `what is asked for at once has a bounded number and size`(sizes: [Int], counts: [Int]) {
        let parts = sizes.parts(count: 3, bytes: 8) { $0 }
        #expect(parts.map(\.count) == counts)
        #expect(parts.flatMap(\.self) == sizes)
    }
}
