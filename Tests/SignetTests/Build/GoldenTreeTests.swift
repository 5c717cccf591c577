import Foundation
import Testing
import TestSupport

/// Bodies to the byte, as files below the folder `Golden`.
enum GoldenTree {
    /// The bodies of one of its folders, by their paths.
    static func bodies(_ name: String) throws -> [String: [UInt8]] {
        try TemporaryFolder.snapshot(of: repositoryRoot.appending(path: "Tests/SignetTests/Build/Golden/\(name)").path)
    }
}

@Test func `every format is rendered as its contract has it, to the byte`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build"])
    let published = try project.folder.snapshot("output").filter { path, _ in
        !path.hasSuffix(".sig") && !path.hasSuffix(".headers") && !path.hasSuffix("/publication.jws")
    }
    let golden = try GoldenTree.bodies("every-format")
    #expect(published.keys.sorted() == golden.keys.sorted())
    for (path, body) in golden {
        #expect(
            published[path].map { String(decoding: $0, as: UTF8.self) } == String(decoding: body, as: UTF8.self),
            "\(path)")
        #expect(published[path] == body, "\(path)")
    }
}
