import ManifestVerifier
import Testing
import TestSupport

extension Project {
    /// What the index of a tree says, in its text.
    func index(_ root: String = "output/production") throws -> String {
        String(decoding: try JWS(folder.read("\(root)/publication.jws")).body, as: UTF8.self)
    }

    /// A document's `.jws` in the tree of production.
    func jws(_ path: String) throws -> JWS { try JWS(folder.read("output/production/\(path).jws")) }
}
