import Foundation
import ManifestPolicy
import ManifestVerifier
import ReviewPage
import TestSupport
import Testing

/// A page in a folder of its own.
struct PageFile {
    let folder: TemporaryFolder

    init(_ page: [UInt8]) throws {
        folder = try TemporaryFolder()
        try folder.write("review.html", page)
    }

    var path: String { folder.path("review.html") }
}

private let accessibilityCheck = repositoryRoot.appendingPathComponent("Tests/Servers/accessibility.js")

@Test(.peers(.chromium, .python3), .unlessHung, arguments: [320, 1280])
func `a rich page can be read by everyone`(width: Int) throws {
    let page = try PageFile(try DemoReview.review().page)
    let visit = try visit(
        page.path, script: try String(contentsOf: accessibilityCheck, encoding: .utf8), returning: [String].self,
        ["--width", String(width)])
    #expect(visit.result == [])
    #expect(visit.violations.isEmpty)
    #expect(visit.exceptions.isEmpty)
    #expect(visit.requests.count == 1)
    #expect(visit.dialogs.isEmpty)
}
