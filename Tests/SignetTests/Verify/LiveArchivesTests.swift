import Foundation
import Testing
import TestSupport

/// What a live check asks of the archives of web bundles.
@Suite struct LiveArchivesTests {
    private let project: Project
    private let server: HTTPSServer
    private static let archive = "served/builds/v1.0.0.zip"

    init() throws {
        project = try Project()
        try HandSignedTree(project).write([.init("1.0.0")], to: "served")
        server = try HTTPSServer(serving: project.folder.path("served"), sendsHeaders: true)
    }

    private func verify(_ more: String...) throws -> CommandResult {
        try project.run(
            ["verify", server.origin, "--settle", "0"] + more, environment: ["CURL_CA_BUNDLE": server.certificate])
    }

    @Test(.peers(.python3, .openssl, .curl)) func `an archive is requested by HEAD and not downloaded`() throws {
        let result = try verify()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("    builds/v1.0.0.zip has the listed size; it was not downloaded\n"))
        #expect(result.output.contains(": all 5 documents verify\n"))
        let requests = try server.requests().filter { $0.hasSuffix(".zip") }
        #expect(requests == ["HEAD /builds/v1.0.0.zip"])

        try project.folder.write(Self.archive, HandSignedTree.Archive("1.0.0", size: 2_999).bytes)
        let shorter = try verify()
        #expect(shorter.status == 1)
        #expect(shorter.errors.contains("/builds/v1.0.0.zip: content-length is 2999 instead of 3000"))
        try project.folder.remove(Self.archive)
        #expect(try verify().errors.contains("/builds/v1.0.0.zip: status 404"))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a host whose bundles no page may read is told of`() throws {
        let said =
            "pages under capacitor://localhost and https://localhost cannot read \(server.origin)/builds/manifest.json"
        #expect(try verify().errors.contains(said))
        let sidecar = "served/builds/manifest.json.headers"
        let headers = try project.folder.text(sidecar)
        for (allowed, missing) in [("*", ""), ("https://localhost", "capacitor://localhost")] {
            try project.folder.write(sidecar, headers + "access-control-allow-origin: \(allowed)\n")
            let result = try verify()
            #expect(result.status == 0)
            #expect(
                missing.isEmpty
                    ? result.errors.isEmpty : result.errors.contains("warning: pages under \(missing) cannot read"),
                "\(result.errors)")
        }
    }

    @Test(.peers(.python3, .openssl, .curl)) func `with --archives they are downloaded and hashed`() throws {
        let whole = try verify("--archives", "--verbose")
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(whole.output.contains("/builds/v1.0.0.zip\n    sha256 "))
        #expect(try server.requests().contains("/builds/v1.0.0.zip"))
        try project.folder.write(Self.archive, HandSignedTree.Archive("1.0.0", "other").bytes)
        #expect(try verify().status == 0)
        let other = try verify("--archives")
        #expect(other.status == 1)
        #expect(other.errors.contains("/builds/v1.0.0.zip: body is not the one that the live publication.jws lists"))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `the signature and the headers of an archive are checked`() throws {
        let signature = try project.folder.read("\(Self.archive).sig")
        try project.folder.write("\(Self.archive).sig", project.folder.read("served/builds/index.json.sig"))
        #expect(try verify().errors.contains("its .sig is not a signature of this key over the body"))
        try project.folder.write("\(Self.archive).sig", signature)
        try project.folder.write("\(Self.archive).headers", "content-type: text/plain\n")
        let headers = try verify().errors
        #expect(headers.contains("content-type is text/plain instead of application/zip"))
        #expect(headers.contains("header cache-control is missing"))
    }
}
