import Foundation
import Testing
import TestSupport

/// What the policy with every format gives, to the byte.
enum GoldenTree {
    static let all = production + staging
}

@Test func `every format is rendered as its contract has it, to the byte`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build"])
    let published = try project.folder.snapshot("output").filter { path, _ in
        !path.hasSuffix(".sig") && !path.hasSuffix(".headers") && !path.hasSuffix("/publication.jws")
    }
    #expect(published.keys.sorted() == GoldenTree.all.map(\.path).sorted())
    for (path, body) in GoldenTree.all {
        #expect(published[path].map { String(decoding: $0, as: UTF8.self) } == body, "\(path)")
        #expect(published[path] == Array(body.utf8), "\(path)")
    }
}
