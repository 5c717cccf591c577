import Testing
import TestSupport

@Test(.peers(.aws, .seaweed, .curl)) func `pages may read a bucket by the rule of the article, its signature included`()
    throws
{
    let bucket = try SeaweedServer.makeBucket()
    try bucket.put("a", Array("{}".utf8))
    func said(_ origin: String) throws -> [String] {
        let fields = try check(
            "curl", ["-q", "-sS", "-D", "-", "-o", "/dev/null", "-H", "Origin: \(origin)", "\(bucket.openAddress)a"])
        return fields.lowercased().split(whereSeparator: \.isNewline).map(String.init)
    }
    // SeaweedFS lets pages read a bucket without a rule, but not the headers with the signature.
    let signature = "access-control-expose-headers: x-amz-meta-signature, x-amz-meta-signature-date"
    let origins = ["capacitor://localhost", "https://localhost"]
    #expect(try !origins.contains { try said($0).contains(signature) })
    let rule = try Article("signet/Publishing").blocks(in: "Pages that fetch", language: "sh")[0].code
    try check(
        "sh", ["-c", rule.replacing("example-distribution", with: bucket.name)], environment: bucket.environment)
    for origin in origins {
        let fields = try said(origin)
        #expect(fields.contains(signature), "\(fields)")
        #expect(
            fields.contains("access-control-allow-origin: \(origin)")
                || fields.contains("access-control-allow-origin: *"),
            "\(fields)")
    }
}
