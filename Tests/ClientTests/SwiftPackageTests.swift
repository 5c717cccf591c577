import Foundation
import Testing
import TestSupport

/// The clients in Swift, with nothing else of the repository. They are built anew, which takes minutes.
@Test(.inCI) func `the clients in Swift and the vectors alone pass by the commands of the README`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
        at: URL(fileURLWithPath: folder.path("signet")), withDestinationURL: repositoryRoot)
    try FileManager.default.createDirectory(atPath: folder.path("copy"), withIntermediateDirectories: false)
    let readme = try String(
        contentsOf: repositoryRoot.appending(path: "Sources/ReferenceClients/README.md"), encoding: .utf8)
    let blocks = readme.matches(of: /```sh\n(?<lines>[^`]+)```/).map { String($0.output.lines) }
    try #require(blocks.count == 2 && blocks[1].hasPrefix("swift test"))
    try check("sh", ["-ec", blocks[0]], in: folder.path("copy"))
    let said = try check("sh", ["-ec", blocks[1]], in: folder.path("copy"))
    for name in ["from fetch to fetch", "for their reason", "every device is told what the vectors say"] {
        #expect(said.contains(name), "\(name)")
    }
}
