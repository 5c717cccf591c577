import ManifestVerifier

/// One document of an environment before it is signed. The bytes are made once and never again.
package struct RenderedDocument: Sendable {
    package let path: DocumentPath
    /// What the document is; nil for the index of a tree.
    package let format: DocumentFormat?
    package let contentType: String
    package let body: [UInt8]
    /// Where in the policy the document comes from.
    package let origin: TextPosition?

    package init(path: DocumentPath, format: DocumentFormat?, contentType: String, body: [UInt8], origin: TextPosition?)
    {
        self.path = path
        self.format = format
        self.contentType = contentType
        self.body = body
        self.origin = origin
    }
}

extension RenderedDocument {
    /// The index of a tree.
    package static func index(body: [UInt8]) -> RenderedDocument {
        RenderedDocument(path: .publication, format: nil, contentType: MediaType.json, body: body, origin: nil)
    }

    /// The response headers beside the signature.
    package func unsignedFields(cacheControl: String) -> [HeaderField] {
        [
            HeaderField(unchecked: HeaderField.contentType, value: contentType),
            HeaderField(unchecked: HeaderField.cacheControl, value: cacheControl),
        ]
    }
}
