import Foundation
import Testing
import TestSupport
@testable import VectorTests

/// The client of the web reads no signatures in headers; this keeps three voices for their vectors.
@Test(.peers(.python3, .cryptography))
func `a reader of headers in Python accepts and refuses what the vectors say, for their reason`() throws {
    let driver = repositoryRoot.appending(path: "Tests/Clients/python/headers.py").path
    let file = VectorFile.folder.appending(path: "verification-headers.json").path
    let result = try run("python3", ["-B", driver, file])
    #expect(result.status == 0 && result.output.contains(" cases, 0 with another verdict"), "\(result.said)")
}
