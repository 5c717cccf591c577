import CResources

/// A file of this repository that the tool carries inside (`CResources`).
package enum EmbeddedFile {
    /// Its bytes; `name` is in the table of `resources.c`.
    package static func bytes(_ name: String) -> [UInt8] {
        var count = 0
        guard let bytes = unsafe signet_resource(name, &count) else {
            preconditionFailure("there is no \(name) inside")
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    package static func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}
