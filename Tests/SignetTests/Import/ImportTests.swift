import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// Compares two files as JSON: the order of members, the types and the code points count, the spelling does not.
private func expectEqualJSON(_ a: String, _ b: String, in folder: TemporaryFolder) throws {
    let program = """
        import json, sys
        # An integer is told from a string and from a fraction.
        read = lambda path: json.load(
            open(path, encoding="utf-8"), object_pairs_hook=list, parse_int=lambda n: ("integer", n))
        a, b = map(read, sys.argv[1:])
        assert len(a) >= 2 and a == b, (a, b)
        """
    try check("python3", ["-c", program, folder.path(a), folder.path(b)])
}

@Test(
    .samples, .peers(.python3),
    arguments: [
        "availability-ios.2020-08-13.aef3929", "availability-ios.2021-03-02.ea3cde1",
        "availability-android.2020-08-13.aef3929", "availability-android.2021-03-02.ea3cde1",
    ])
func `a real document is built again as it was`(name: String) throws {
    let imported = try Import()
    let platform = name.contains("-ios.") ? "ios" : "android"
    try imported.folder.write("sample.json", Samples.read("nhs/\(name).json"))
    try imported.build(["init", "--from", "sample.json", "shop"])
    try expectEqualJSON(
        "sample.json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
}

@Test(.samples, .peers(.python3), arguments: ["2020-08-13.aef3929", "2021-03-02.ea3cde1"])
func `the real documents of two platforms are built again from one policy`(revision: String) throws {
    let imported = try Import()
    for platform in ["ios", "android"] {
        try imported.folder.write(
            "\(platform).json", Samples.read("nhs/availability-\(platform).\(revision).json"))
    }
    try imported.build(Import.both)
    for platform in ["ios", "android"] {
        try expectEqualJSON(
            "\(platform).json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
    }
}

@Test(.peers(.python3, .openssl, .curl))
func `the key that apps verify a document with is named where it is taken over`()
    throws
{
    let project = try Project()
    try project.expectDone(["build"])
    let server = try HTTPSServer(serving: project.folder.path("output/production"), sendsHeaders: true)
    let place = "\(server.origin)/distribution/availability-ios"
    let imported = try Import()
    let result = try signet(
        ["init", "--from", place, "shop"], in: imported.folder, environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(result.status == 0, "\(result.errors)")
    let id = try project.folder.text("output/production/distribution/availability-ios.headers")
        .split(separator: "keyId=\"")[1].prefix { $0 != "\"" }
    #expect(
        result.errors.contains(
            "apps verify these documents with the key \"\(id)\", and with none of the new ones: put it on the ring before "
                + "you publish, with signet keys add NAME --signer WHERE --id \(id)"), "\(result.errors)")
}
