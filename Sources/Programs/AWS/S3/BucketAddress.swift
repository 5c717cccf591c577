import ManifestVerifier

/// Where in S3 a tree is published: `s3://bucket/prefix`.
package struct BucketAddress: Equatable, Sendable, CustomStringConvertible {
    package let bucket: String
    /// What stands before each path, with a `/` at its end; empty for the top of the bucket.
    package let prefix: String

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`; nil for anything else.
    ///
    /// A bucket's name is that of the S3 documentation ("Bucket naming rules"); a prefix is made of segments that need
    /// no escaping in a URL.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = parts.first.map({ String($0) }), Self.isBucket(bucket) else { return nil }
        var prefix = parts.count == 2 ? parts[1] : ""
        while prefix.hasSuffix("/") { prefix = prefix.dropLast() }
        let segments = prefix.split(separator: "/", omittingEmptySubsequences: false)
        guard prefix.isEmpty || segments.allSatisfy({ Self.isSegment(String($0)) }),
            prefix.utf8.count <= Limits.pathBytes
        else { return nil }
        self.bucket = bucket
        self.prefix = prefix.isEmpty ? "" : "\(prefix)/"
    }

    package func key(of path: String) -> String { prefix + path }

    package var description: String { Self.scheme + bucket + "/" + prefix }

    package static let scheme = "s3://"

    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }

    private static func isSegment(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".." && segment.utf8.allSatisfy(\.isNameByte)
    }
}
