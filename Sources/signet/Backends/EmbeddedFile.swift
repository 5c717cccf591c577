import CResources

/// A file of this repository that the tool carries inside (`CResources`).
enum EmbeddedFile {
    /// The text of a schema or an article by the name of its file.
    static func text(_ name: String) -> String {
        var count = 0
        guard let bytes = unsafe signet_resource(name, &count) else {
            preconditionFailure("there is no \(name) inside")
        }
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
