import Classic
import ManifestVerifier

/// A sidecar that is an envelope: it holds a document's signature in a form of its own.
package enum EnvelopeSidecar: String, Sendable, CaseIterable {
    /// `P.jws`: the body with a JSON Web Signature around it.
    case jws

    /// What it adds to the path of the body.
    package var suffix: String { DocumentPath.jwsSuffix }

    /// Its media type (RFC 7515 §9.2.1).
    package var contentType: String { "application/jose" }

    package func path(of document: DocumentPath) -> String { document.rawValue + suffix }

    /// The most bytes that it has for a body of so many bytes.
    package func byteLimit(ofBody byteCount: Int) -> Int { JWS.byteLimit(ofBody: byteCount) }
}

/// In which envelopes the signatures of a tree travel; a `.sig` is always there.
package struct Envelopes: Equatable, Sendable {
    /// Whether the response headers carry signatures.
    package let hasHeaders: Bool
    /// Which sidecars a document has, where it can have them.
    package let sidecars: Set<EnvelopeSidecar>

    package init(hasHeaders: Bool, sidecars: Set<EnvelopeSidecar>) {
        self.hasHeaders = hasHeaders
        self.sidecars = sidecars
    }

    /// What a policy has that names none: both that apps verify.
    package static let standard = Envelopes(hasHeaders: true, sidecars: [.jws])

    /// The names of all envelopes, in the order in which they are written.
    package static let names = [headersName] + EnvelopeSidecar.allCases.map(\.rawValue)
    private static let headersName = Envelope.headers.description

    package var names: [String] {
        Self.names.filter { name in
            name == Self.headersName ? hasHeaders : sidecars.contains { $0.rawValue == name }
        }
    }

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
        hasHeaders = names.contains(Self.headersName)
        sidecars = Set(EnvelopeSidecar.allCases.filter { names.contains($0.rawValue) })
        guard hasHeaders || sidecars.contains(.jws) else {
            throw value.unacceptable("apps verify headers or jws, so that one of them is needed")
        }
    }
}
