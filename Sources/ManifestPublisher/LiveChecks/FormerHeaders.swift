import ManifestVerifier
import PublicationTree

/// What a cache answers when only the headers of a document were published anew: the published body, with the signature of a
/// former publication.
///
/// A cache whose copy is fresh does so until that has expired. A cache that revalidates may do so forever: the ETag is that of
/// the body, so the origin answers 304, and a 304 of a bucket has no `x-amz-meta-*` header (nginx takes none over anyway).
/// Waiting helps in the first case only, and the check tells the cases apart by what its own requests prove:
///
/// - `Age` counts from the last answer of the origin, a 304 among them (RFC 9111 §4.2.3 and §4.3.4). If it is less than the
///   time since the publication, the origin was asked since, and the headers stayed.
/// - Without `Age` (nginx sends none), a copy that was fresh at the publication has expired when its `max-age` is over.
///   One answer after that may still be the expired copy, sent while the cache asks; the next one may not.
///
/// So the time that counts is that between the end of the publication and the *former* request for the document. A cache that
/// was told to drop its copy does so at any time, and is waited for.
package struct FormerHeaders: Equatable, Sendable {
    /// The signed date of the answer; nil with profile `body`.
    let date: SignedDate?
    /// Whether the cache asked the origin after the publication, and kept the former headers.
    package let isKept: Bool
    /// What the cache says of itself, as `name: value`.
    let signs: [String]

    /// - Parameter seconds: how long after the publication the document was requested before; nil when it was not.
    package init(date: SignedDate?, headers: [HeaderField], requestedAfter seconds: Int64?) {
        self.date = date
        let age = headers.first { $0.isNamed("age") }.map { Int64($0.value) }
        isKept =
            switch (seconds, age) {
            case (nil, _), (_, .some(nil)): false
            // Both are whole seconds, rounded down.
            case (let seconds?, let age??): age >= 0 && age < seconds
            case (let seconds?, nil):
                headers.cacheControl?.sharedLifetime.map { Int64($0) < seconds } ?? false
            }
        signs = Self.signNames.flatMap { name in
            headers.filter { $0.isNamed(name) }.map { "\(name): \($0.value.prefix(100))" }
        }
    }

    /// What caches say of themselves.
    private static let signNames = ["age", "etag", "x-cache", "via"]

    package var message: String {
        let signed = date.map { " (signed \($0))" } ?? ""
        let said = signs.isEmpty ? "" : "; the answer says \(signs.joined(separator: ", "))"
        return isKept
            ? "a cache kept the former signature header\(signed) under the same body when it asked the origin again\(said)"
            : "has the published body with a former signature header\(signed)\(said)"
    }

    package var hint: String {
        isKept
            ? "the body's ETag is the same, so the origin answered 304, without the new headers: purge this path from the "
                + "cache, or have the cache fetch without If-None-Match"
            : "a cache may hold the former answer until its max-age is over, or, if it revalidates, until it is purged"
    }
}
