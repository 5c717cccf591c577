import ManifestVerifier

/// The bundles that a store could show, as a list for the web part of an app.
public struct BundleList: Equatable, Sendable {
    /// `embedded`, and the folders of the versions that are there, the lowest version first: `v1.5.0`.
    public let versions: [String]

    /// `{ "versions": ["embedded", "v1.5.0"] }`, over several lines.
    public var json: String {
        let members = [JSONMember("versions", .array(versions.map { .string($0) }))]
        return String(decoding: JSONWriter.bytes(of: .object(members)), as: UTF8.self)
    }
}
