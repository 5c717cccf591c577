/// The names of the files that belong to a document.
extension DocumentPath {
    /// What a signature sidecar adds to the name of its body.
    package static let signatureSuffix = ".sig"
    /// What a headers sidecar adds to the name of its body.
    package static let headersSuffix = ".headers"

    /// What a body that carries its own signature adds to the name of the body.
    package static let jwsSuffix = ".jws"

    /// The path of the sidecar with the DER signature over the body.
    package var signatureSidecar: String { rawValue + Self.signatureSuffix }
    package var headersSidecar: String { rawValue + Self.headersSuffix }
    /// The path of the body that carries its own signature, for the URL that an app fetches as well.
    package var jwsSidecar: String { rawValue + Self.jwsSuffix }

    /// The folders on the path, the outermost first: `a` and `a/b` of `a/b/c`.
    package var folders: [Substring] {
        rawValue.utf8.indices.filter { rawValue.utf8[$0] == UInt8(ascii: "/") }.map { rawValue[..<$0] }
    }

    package var file: String { self == .publication ? jwsSidecar : rawValue }
}
