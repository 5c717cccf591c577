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
            "a file shaped like a bundle index, which a BundleUpdater installed from builds/index.json",
            #"{ "bundles": [ { "version": "9.9.9", "url": "https://evil.example.com/v9.9.9.zip" } ], "withdrawn": [] }"#,
            "\"bundles\", \"withdrawn\" make it a web-bundle-index document"),
        Attack(
            "a file shaped like a bundle manifest",
            #"{ "version": "9.9.9", "url": "x.zip", "sha256": "", "signature": "", "minShellVersion": "0.0.0" }"#,
            "make it a web-bundle-manifest document"),
        Attack(
            "a file shaped like publication.jws, which hid documents from verify",
            #"{ "environment": "production", "keyId": "x", "profile": "dated", "documents": [] }"#,
            "\"environment\", \"profile\", \"documents\" make it the index of a tree"),
        Attack(
            "availability that blocks every app, to be swapped in for the real one",
            #"{ "minimumOSVersion": { "value": "1", "description": {} }, "#
                + #""minimumAppVersion": { "value": "99.0.0", "description": {} } }"#,
            "\"minimumOSVersion\", \"minimumAppVersion\" make it an availability-ios document"),
        Attack(
            "the same with members that readers ignore",
            #"{ "title": "Shop", "minimumSDKVersion": { "value": 1, "description": {} }, "#
                + #""minimumAppVersion": { "value": 99, "description": {} } }"#,
            "make it an availability-android document"),
        Attack(
            "environments with builds to block",
            #"{ "environments": { "main": { "apps": { "ios": { "build": 9 } } } } }"#,
            "\"environments\" makes it an environment-config document"),
        Attack(
            "a key ring", #"{ "keys": [ { "id": "evil", "publicKey": "evil.pem" } ] }"#, "\"keys\" makes it a key ring"),
        Attack("the signing input of a JWS", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9", "JSON Web Signature"),
        Attack("what a DSSE envelope signs", "DSSEv1 28 application/vnd.in-toto+json 2 {}", "DSSE envelope"),
        Attack(
            "canonical metadata of The Update Framework", #"{"_type":"targets","spec_version":"1.0","targets":{}}"#,
            "metadata of The Update Framework"),
        Attack(
            "the envelope of such metadata", #"{ "signed": { "_type": "root" }, "signatures": [] }"#,
            "metadata of The Update Framework"),
        Attack("what SSH signs for git", "SSHSIG\0\0\0\u{3}git\0\0\0\0", "line 1 is not plain text"),
        Attack(
            "the signature base of an HTTP message", "\"@method\": DELETE\n\"@signature-params\": (\"@method\")",
            "the signature base of an HTTP message"),
        Attack("the signed bytes of a dated document", "Mon, 03 Aug 2020 22:59:35 UTC:{}", "begins with a date"),
    ]
}

@Suite struct `A body with another meaning` {
    /// A document and a standard: which bytes have another meaning is one question, asked in several places.
    private static let few = [Attack.all[3], Attack.all[8]]

    @Test(arguments: Attack.all)
    private func `is a finding where a policy publishes it as a file`(attack: Attack) throws {
        let project = try TeamCase.project()
        try project.folder.write("notes.txt", attack.body)
        let words = ["policy.json:34:20: error: notes.txt: "] + attack.words + ["hint: "]
        let plan = try project.run(["plan", "none"])
        #expect(plan.status == 1)
        for word in words { #expect(plan.errors.contains(word), "\(word) is not in \(plan.errors)") }
        #expect(plan.errors.contains(" [document-meaning]\n"))
        try project.expectRefusal(["build"], code: 1, attack.words + ["[document-meaning]"])
        try project.expectRefusal(["build", "--unsigned"], code: 1, attack.words)
        #expect(!project.folder.exists("output"))
    }

    @Test(arguments: few)
    private func `is not signed as a file`(attack: Attack) throws {
        let project = try Project()
        try project.folder.write("notes", attack.body)
        let before = try project.folder.snapshot()
        try project.expectRefusal(["sign", "notes"], code: 1, ["notes: "] + attack.words)
        try project.expectRefusal(["sign", "notes", "--profile", "dated"], code: 1, attack.words)
        #expect(try project.folder.snapshot() == before)
    }

    @Test(arguments: few)
    private func `is not signed in a tree that was rendered elsewhere`(attack: Attack) throws {
        let project = try Project()
        try project.expectDone(["build", "--unsigned"])
        let former = try project.folder.read("output/production/files/notes.txt")
        let body = Array(attack.body.utf8)
        try project.folder.write("output/production/files/notes.txt", body)
        let index = "output/production/publication"
        let text = try project.folder.text(index)
            .replacing(SHA256.hash(former).hexadecimal, with: SHA256.hash(body).hexadecimal)
            .replacing("\"bytes\": \(former.count),", with: "\"bytes\": \(body.count),")
        try project.folder.write(index, text)
        try project.expectRefusal(
            ["sign", "--publication", "output/production"], code: 1, ["files/notes.txt: "] + attack.words)
    }

    @Test(arguments: ["builds/index.json", "objects/a"])
    func `is not made by a path that a tree rendered elsewhere has from no policy`(path: String) throws {
        let project = try Project()
        try project.expectDone(["build", "--unsigned"])
        try project.folder.write("output/production/\(path)", try project.folder.read("static/notes.txt"))
        try project.folder.remove("output/production/files/notes.txt")
        try project.folder.remove("output/production/files")
        var index = try Publication(JSONParser.parse(project.folder.read("output/production/publication")))
        index = Publication(
            environment: index.environment, profile: index.profile, origin: index.origin,
            resignAfter: index.resignAfter, cacheControl: index.cacheControl, envelopes: index.envelopes,
            documents: try index.documents.map { document in
                guard document.format == .file else { return document }
                return Publication.Document(
                    path: try DocumentPath(path), format: .file, byteCount: document.byteCount,
                    sha256: document.sha256, headers: document.headers)
            })
        try project.folder.write("output/production/publication", JSONWriter.bytes(of: index.json))
        try project.expectRefusal(
            ["sign", "--publication", "output/production"], code: 1, ["\(path): is a path that no policy can name"])
    }

    @Test(.peers(.openssl), arguments: few)
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

    @Test(arguments: [
        (#""minimumOSVersion": {}, "minimumAppVersion": {}, "#, "\"minimumOSVersion\", \"minimumAppVersion\" make it"),
        (#""bundles": [], "withdrawn": [], "#, "\"bundles\", \"withdrawn\" make it a web-bundle-index document"),
        (#""profile": "dated", "documents": [], "environment": "", "#, "make it the index of a tree"),
        (#""keys": [ { "publicKey": "" } ], "#, "\"keys\" makes it a key ring"),
        (#""signed": 1, "signatures": [], "#, "The Update Framework"),
    ])
    func `is a finding in the base file of an environment config, with its place`(
        members: String, words: String
    ) throws {
        let project = try TeamCase.project()
        try project.folder.write("base.json", "{\n  \(members)\n  \"environments\": { \"main\": {} } }")
        let plan = try project.run(["plan", "none"])
        #expect(plan.status == 1)
        #expect(plan.errors.contains(words))
        #expect(plan.errors.contains("The Update") || plan.errors.contains("base.json:2:3: error: "), "\(plan.errors)")
        #expect(plan.errors.contains("[document-meaning]"))
        try project.expectRefusal(["build"], code: 1, [words])
    }

    @Test func `is what parameters of a remote config are not called`() throws {
        let project = try TeamCase.project()
        try project.change(
            "policy.json", "\"remote-config-{platform}.json\"",
            #"{ "path": "r-{platform}.json", "forceParameter": "signed", "optionalParameter": "signatures" }"#)
        try project.expectRefusal(["build"], code: 1, ["r-ios.json: the content is metadata", "[document-meaning]"])
    }

    @Test func `is not what a team's own files have`() throws {
        let project = try TeamCase.project()
        try project.change("policy.json", "{ \"notes.txt\": \"notes.txt\" }", "{ \"own/\": \"own/\" }")
        let own = [
            "env.json": #"{ "environments": { "main": { "rpc": "x", "apps": [ "ios" ] } } }"#,
            "jwks.json": #"{ "keys": [ { "kty": "EC", "crv": "P-256" } ] }"#,
            "article.json": #"{ "_type": "article", "version": "1", "url": "x" }"#,
            "token.txt": "eyJ", "text.txt": "exactly.", "empty.bin": "",
        ]
        for (name, body) in own { try project.folder.write("own/\(name)", body) }
        try project.expectDone(["plan", "none", "--strict"])
        try project.expectDone(["build", "--strict"])
        try project.expectDone(["verify", "output"])
    }
}

@Test(arguments: [
    "availability-ios", "availability-android", "app-config", "environment-config", "remote-config-android",
])
func `sign takes a document as what it is said to be, and as nothing else`(format: String) throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build", "--environment", "production"])
    let paths = [
        "availability-ios": "distribution/availability-ios",
        "availability-android": "distribution/availability-android",
        "app-config": "api/v1/app-config", "environment-config": "configs/env.json",
        "remote-config-android": "remote-config-android.json",
    ]
    try project.folder.write(
        "copy.json", try project.folder.read("output/production/\(try #require(paths[format]))"))
    let sign = ["sign", "copy.json", "--environment", "production"]
    try project.expectRefusal(sign, code: 1, ["make", "hint: if that is what it is, say so with --format"])
    for other in paths.keys where other != format {
        try project.expectRefusal(sign + ["--format", other], code: 1, ["copy.json", "is not a document of format"])
    }
    try project.expectDone(sign + ["--format", format])
    try project.expectDone(["verify", "copy.json"])
}

@Test func `sign takes neither an index nor a bundle document under any name`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write("index", project.index())
    try project.folder.write("ring", try project.folder.read("keys/keyring.json"))
    for (name, words) in [("index", "the index of a tree"), ("ring", "a key ring")] {
        try project.expectRefusal(["sign", name], code: 1, [words, "hint: signet build makes and signs those itself"])
        try project.expectRefusal(["sign", name, "--format", "availability-ios"], code: 1, ["missing member"])
    }
    for format in ["web-bundle-index", "web-bundle-manifest", "web-bundle", "publication", "x"] {
        try project.expectRefusal(
            ["sign", "index", "--format", format], code: 64, ["--format is one of availability-ios"])
    }
}

@Test(arguments: [
    "builds/index.json", "builds/a.txt", "Builds/index.json", "builds", "objects/aa", "OBJECTS/aa",
    "a.jws", "a/b.JWS", "a.jws/b", "publication", "publication/a", "a.sig",
    "a.headers",
])
func `no policy names a path that is Signet's own`(path: String) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "\"notes.txt\":", "\"\(path)\":")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status != 0)
    #expect(plan.errors.contains("belongs to the tree itself"), "\(plan.errors)")
    try project.expectRefusal(["build"], code: 1, ["belongs to the tree itself"])
}

@Test(arguments: ["builds", "objects"])
func `no file of a folder comes to lie in a folder that is Signet's own`(folder: String) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "{ \"notes.txt\": \"notes.txt\" }", "{ \"/\": \"own/\" }")
    try project.folder.write("own/\(folder)/index.json", "{}")
    #expect(try project.run(["plan", "none"]).errors.contains("[document-path]"))
    try project.expectRefusal(["build"], code: 1, ["belongs to the tree itself", "[document-path]"])
}

@Test(arguments: ["app-config", "availability-{platform}", "remote-config-{platform}.json"])
func `no document of a policy lies in a folder that is Signet's own`(name: String) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", ": \"\(name)\"", ": \"Builds/\(name)\"")
    try project.expectRefusal(["build"], code: 1, ["belongs to the tree itself", "[document-path]"])
}
