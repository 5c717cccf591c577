import Diagnostics
import ManifestVerifier

/// The path that a `.jws` must have been signed for.
package enum ExpectedPath: Sendable {
    case named(DocumentPath)
    /// One that the place of its body ends with, as a copy of a tree has it.
    case endOf([String])

    /// The path that was named, or else the end of a place.
    ///
    /// - Parameter place: an absolute path or a URL, of the body or of its `.jws`.
    package init(_ path: DocumentPath?, orEndOf place: String) {
        if let path {
            self = .named(path)
        } else {
            let body =
                place.hasSuffix(DocumentPath.jwsSuffix) ? place.dropLast(DocumentPath.jwsSuffix.count) : place[...]
            self = .endOf(Self.segments(body))
        }
    }

    package func verify(
        _ document: JWS, by verifier: SignatureVerifier
    ) throws(VerificationError) -> VerifiedSignature {
        switch self {
        case .named(let path): return try verifier.verify(document, path: path)
        case .endOf(let place):
            // The signature comes first: what the refusal says is then true.
            let signature = try verifier.verify(document, path: nil)
            let path = document.header.path
            guard place.suffix(Self.segments(path.rawValue[...]).count) == Self.segments(path.rawValue[...])[...] else {
                throw .otherDocument(.path(path))
            }
            return signature
        }
    }

    /// The next step after a refusal.
    package func hint(_ error: VerificationError) -> String {
        guard case .endOf = self, case .otherDocument(.path(let path)) = error else { return error.hint }
        return "it is at another place here; if you expect that path, say so with --path \(path)"
    }

    private static func segments(_ path: Substring) -> [String] {
        var segments: [String] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(String(segment)) }
        }
        return segments
    }
}
