import Diagnostics
import ManifestVerifier

/// What some static host would leave out silently.
package enum StaticHostWarning: Equatable, Sendable {
    /// More rules than Cloudflare Pages takes.
    case tooManyRules(Int)
    /// Pages that Cloudflare Pages serves only at a path without `.html`.
    case redirectedPages([DocumentPath])
    /// Rules of the web app that set a header which Signet sets as well, by their patterns.
    case doubledHeaders([String])
    /// Documents that the host may take for its own configuration, code or error page.
    case obeyedFiles([DocumentPath])
    /// The tree has signatures in headers, which the host does not send.
    case headersNotSent
    /// Documents without a `.jws` on a host that sends no signature in headers either.
    case unverifiable([DocumentPath])

    /// What is left out, and where.
    package var message: String {
        switch self {
        case .tooManyRules(let count):
            "Cloudflare Pages takes \(Limits.cloudflareRules) rules of a _headers file and drops the rest; this one has "
                + "\(count)"
        case .redirectedPages(let paths):
            "Cloudflare Pages redirects from .html to a path without it, which clients do not follow: "
                + Self.list(paths)
        case .doubledHeaders(let patterns):
            "_headers has rules of the web app that set headers of documents, too, and hosts send both values: "
                + patterns.prefix(3).joined(separator: ", ")
        case .obeyedFiles(let paths):
            "the host may obey what it should only serve, as settings, code or an error page: \(Self.list(paths))"
        case .headersNotSent:
            "this host sends no signature headers: apps that are configured for headers refuse what it serves"
        case .unverifiable(let paths): "has no .jws, so that no app can verify it on this host: \(Self.list(paths))"
        }
    }

    package var hint: String {
        switch self {
        case .tooManyRules:
            "the rules of documents come first, and apps need none for a .jws; Netlify, nginx and buckets take them all"
        case .redirectedPages: "Netlify, nginx and buckets serve them as they are"
        case .doubledHeaders: "let these rules match the web app alone, for example /assets/* instead of /*"
        case .obeyedFiles: "if that is not what they are for, give them other paths in the policy"
        case .headersNotSent:
            "when all apps read the .jws, say so in the policy: \"envelopes\": [\"jws\"]; the live check fails until then"
        case .unverifiable: "serve these from a host that sends headers, or as a smaller file"
        }
    }

    private static func list(_ paths: [DocumentPath]) -> String {
        paths.prefix(3).map(\.rawValue).joined(separator: ", ")
            + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
    }
}
