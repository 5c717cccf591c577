import Foundation
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// A body that is no business of a static file.
private struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let words: [String]

    init(_ name: String, _ body: String, _ words: String...) {
        (testDescription, self.body, self.words) = (name, body, words)
    }

    static let all = [
        Attack(
            "availability that blocks every app, to be swapped in for the real one",
            #"{ "minimumOSVersion": { "value": "1", "description": {} }, "#
                + #""minimumAppVersion": { "value": "99.0.0", "description": {} } }"#,
            "\"minimumOSVersion\", \"minimumAppVersion\" make it an availability-ios document"),
        Attack("what a DSSE envelope signs", "DSSEv1 28 application/vnd.in-toto+json 2 {}", "DSSE envelope"),
    ]
}

@Suite struct `A body with another meaning` {
    @Test(.peers(.openssl), arguments: Attack.all)
    private func `is refused in a tree that some other tool has signed`(attack: Attack) throws {
        let project = try Project(policy: Project.policy(profile: "body"))
        try project.expectDone(["build"])
        let path = "output/production/files/notes.txt"
        let former = try project.folder.read(path)
        var index = try project.index()
        func sign(_ path: String) throws {
            try project.folder.openssl(
                "dgst", "-sha256", "-sign", "keys/production.key.pem", "-out", "signature", path)
            let signature = Base64.encode(try project.folder.read("signature"))
            let old = try project.folder.text("\(path).sig").trimmingCharacters(in: .newlines)
            try project.folder.write("\(path).sig", signature + "\n")
            try project.folder.write(
                "\(path).headers", try project.folder.text("\(path).headers").replacing(old, with: signature))
            index = index.replacing(old, with: signature)
        }
        let body = Array(attack.body.utf8)
        try project.folder.write(path, body)
        try sign(path)
        index = index.replacing(SHA256.hash(former).hexadecimal, with: SHA256.hash(body).hexadecimal)
            .replacing("\"bytes\": \(former.count),", with: "\"bytes\": \(body.count),")
        try project.folder.write(
            "output/production/publication.jws",
            RingKey(of: project.folder).jws(
                of: Array(index.utf8), at: .publication, date: project.jws("publication").header.date))
        let verified = try project.run(["verify", "output/production"])
        #expect(verified.status == 1)
        let all = verified.output + verified.errors
        for word in attack.words { #expect(all.contains(word), "\(word) is not in \(all)") }
    }
}
