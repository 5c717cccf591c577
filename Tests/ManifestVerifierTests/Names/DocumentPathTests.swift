import ManifestVerifier
import Testing

@Test(arguments: [
    "a", "distribution/availability-ios", "api/v1/app-config", "configs/v1/env.json", "A.b_c-9/Z", "a..b", "a.",
    "a./b.",
    "-", "_", "0", "sig", "a.sig.json", "asig", "headers", "a.headers.txt", "a/publication.json",
    "a/PUBLICATION.JSON", "publication.json", "xpublication", "a/publication", "con", "a.signature",
])
func `a path of plain segments is taken as it is`(path: String) throws {
    let parsed = try DocumentPath(path)
    #expect(parsed.rawValue == path)
    #expect(parsed.folders.last.map { $0 + "/" } ?? "" == path.dropLast(path.split(separator: "/").last?.count ?? 0))
    #expect(parsed.signatureSidecar == path + ".sig")
    #expect(parsed.headersSidecar == path + ".headers")
    #expect(parsed.jwsSidecar == path + ".jws")
}

@Test(arguments: [
    ("", DocumentPath.Failure.empty), ("/", .segment("")), ("/a", .segment("")), ("a/", .segment("")),
    ("a//b", .segment("")), ("//a", .segment("")), (".", .segment(".")), ("..", .segment("..")),
    ("../a", .segment("..")), ("a/../b", .segment("..")), ("a/..", .segment("..")), ("a/./b", .segment(".")),
    (".a", .segment(".a")), ("a/.git/b", .segment(".git")), ("...", .segment("...")), ("a\\b", .segment("a\\b")),
    ("C:\\a", .segment("C:\\a")), ("C:/a", .segment("C:")), ("a b", .segment("a b")), (" a", .segment(" a")),
    ("a\n", .segment("a\n")), ("a\r\nb/c", .segment("a\r\nb")), ("a\t/b", .segment("a\t")), ("é", .segment("é")),
    ("a/e\u{301}", .segment("e\u{301}")), ("a\u{0}", .segment("a\u{0}")), ("a/b\u{0}c", .segment("b\u{0}c")),
    ("\u{0}", .segment("\u{0}")), ("a%2Fb", .segment("a%2Fb")), ("a?b", .segment("a?b")), ("a#b", .segment("a#b")),
    ("a:b", .segment("a:b")), ("a*", .segment("a*")), ("~a", .segment("~a")), ("a+b", .segment("a+b")),
    ("a\u{FF0F}b", .segment("a\u{FF0F}b")), ("a\u{7F}", .segment("a\u{7F}")),
    // A slash with a combining mark is one Character and must still be no way around the rules.
    ("a/\u{301}b", .segment("\u{301}b")), (".\u{301}a", .segment(".\u{301}a")),
    ("a.sig", .reserved("a.sig")), ("a.SIG", .reserved("a.SIG")), ("a.headers", .reserved("a.headers")),
    ("a.Headers", .reserved("a.Headers")), ("a.sig/b", .reserved("a.sig")), ("b/a.headers/c", .reserved("a.headers")),
    ("a.sig.sig", .reserved("a.sig.sig")), ("a.json.sIg", .reserved("a.json.sIg")),
    ("publication", .reserved("publication")), ("Publication", .reserved("Publication")),
    ("publication/a", .reserved("publication")),
    ("a.jws", .reserved("a.jws")), ("b/a.JWS/c", .reserved("a.JWS")),
])
func `a path of another form is refused with its reason`(path: String, failure: DocumentPath.Failure) {
    #expect(throws: failure) { try DocumentPath(path) }
}

@Test(arguments: [
    ("builds/index.json", "builds"), ("BUILDS/v1.0.0.zip", "BUILDS"), ("builds", "builds"), ("objects/a", "objects"),
    ("Objects", "Objects"),
])
func `a path that a tree has and no policy names`(path: String, name: String) throws {
    #expect(try DocumentPath(path).rawValue == path)
    #expect(throws: DocumentPath.Failure.reserved(name)) { try DocumentPath(authored: path) }
}

@Test(arguments: [
    "a", "distribution/availability-ios", "a/builds/b", "build", "builds.txt", "buildsx/a", "object/a", "keys.jwks",
    "jws", "a.jws.txt", "a.sigstore.json", "publication.json", "a/publication",
])
func `a path that a policy may name`(path: String) throws {
    #expect(try DocumentPath(authored: path).rawValue == path)
}

@Test(arguments: ["", "a.sig", "a.jws", "publication", "../a", "a/.b"])
func `a path that no tree has is not for a policy either`(path: String) throws {
    #expect(throws: DocumentPath.Failure.self) { try DocumentPath(authored: path) }
}

@Test func `a path is at most as long, as deep and as wide as the limits`() throws {
    let segment = String(repeating: "s", count: Limits.pathSegmentBytes)
    _ = try DocumentPath(segment)
    #expect(throws: DocumentPath.Failure.tooLong) { try DocumentPath(segment + "s") }
    #expect(throws: DocumentPath.Failure.tooLong) { try DocumentPath("a/\(segment)s") }

    let longest = String(Array(repeating: segment, count: 5).joined(separator: "/").prefix(Limits.pathBytes))
    _ = try DocumentPath(longest)
    #expect(throws: DocumentPath.Failure.tooLong) { try DocumentPath(longest + "s") }

    let deepest = Array(repeating: "d", count: Limits.folderDepth).joined(separator: "/")
    _ = try DocumentPath(deepest)
    #expect(throws: DocumentPath.Failure.tooLong) { try DocumentPath(deepest + "/d") }
}

@Test func `the index is the one reserved path that can be had`() {
    #expect(DocumentPath.publication.rawValue == "publication")
    #expect(DocumentPath.publication.file == "publication.jws")
}

@Test func `paths are ordered by their bytes`() throws {
    let paths = try ["b", "a/b", "a-b", "a", "B", "a.b"].map { try DocumentPath($0) }
    #expect(paths.sorted().map(\.rawValue) == ["B", "a", "a-b", "a.b", "a/b", "b"])
}

@Test(arguments: ["production", "a", "0", "eu-west_1.test", "A.", "-", String(repeating: "n", count: 64)])
func `the name of an environment is taken as it is`(name: String) {
    #expect(EnvironmentName(name)?.rawValue == name)
}

@Test(arguments: [
    "", ".", "..", ".staging", "a/b", "a\\b", "a b", "a\n", "é", "e\u{301}", "a\u{0}", ".\u{301}", "a:b",
    String(repeating: "n", count: 65),
])
func `text that is not an environment name is refused`(name: String) {
    #expect(EnvironmentName(name) == nil)
}
