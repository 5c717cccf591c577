import Classic
import ManifestVerifier

/// In which envelopes the signatures of a tree travel; a `.sig` is always there.
package struct Envelopes: Equatable, Sendable {
    /// Whether the response headers carry signatures.
    package let hasHeaders: Bool
    /// Whether a document has a `.jws`, where it can have one.
    package let hasJWS: Bool

    package init(hasHeaders: Bool, hasJWS: Bool) {
        self.hasHeaders = hasHeaders
        self.hasJWS = hasJWS
    }

    /// What a policy has that names none: both that apps verify.
    package static let standard = Envelopes(hasHeaders: true, hasJWS: true)

    /// The names of all envelopes, in the order in which they are written.
    package static let names = standard.names
    private static let (headersName, jwsName) = (Envelope.headers.description, "jws")

    package var names: [String] { (hasHeaders ? [Self.headersName] : []) + (hasJWS ? [Self.jwsName] : []) }

    package var json: JSONValue { .array(names.map { .string($0) }) }

    /// Reads a list of names, each once, of which apps can verify at least one.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var names: [String] = []
        for element in try value.asArray() {
            let name = try element.asString()
            guard Self.names.contains(name) else {
                throw element.unacceptable("an envelope is \(Self.names.joined(separator: ", "))")
            }
            guard !names.contains(name) else { throw element.unacceptable("\"\(name)\" is listed twice") }
            names.append(name)
        }
        (hasHeaders, hasJWS) = (names.contains(Self.headersName), names.contains(Self.jwsName))
        guard hasHeaders || hasJWS else {
            throw value.unacceptable("apps verify headers or jws, so that one of them is needed")
        }
    }
}

extension JWS {
    /// The media type of a `.jws` (RFC 7515 §9.2.1).
    package static let mediaType = "application/jose"
}
