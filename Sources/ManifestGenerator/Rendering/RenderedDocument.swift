import ManifestFormat

/// One document of an environment before it is signed. The bytes are made once and never again.
package struct RenderedDocument: Sendable {
    package let path: DocumentPath
    /// What the document is; nil for the index of a tree.
    package let format: DocumentFormat?
    package let contentType: String
    package let body: [UInt8]
    /// Where in the policy the document comes from.
    package let origin: TextPosition?
}

extension RenderedDocument {
    /// The index of a tree.
    static func index(body: [UInt8]) -> RenderedDocument {
        RenderedDocument(path: .publication, format: nil, contentType: MediaType.json, body: body, origin: nil)
    }

    /// The response headers beside the signature.
    func unsignedFields(cacheControl: String) -> [HeaderField] {
        [
            HeaderField(name: HeaderField.contentType, value: contentType),
            HeaderField(name: HeaderField.cacheControl, value: cacheControl),
        ]
    }
}
