import Classic
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

    /// The signed dates of a document in the tree of production: in the headers, and in the `.jws`.
    func dates(_ path: String) throws -> (header: String?, jws: String?) {
        let root = "output/production/\(path)"
        let field = try folder.text("\(root).headers").split(separator: "\n").first {
            $0.hasPrefix("\(SignatureHeader.dateName): ")
        }
        let jws = folder.exists("\(root).jws") ? try jws(path).header.date.headerValue : nil
        return (field.map { String($0.dropFirst(SignatureHeader.dateName.count + 2)) }, jws)
    }

    /// The documents of the standard policy.
    static let paths = ["distribution/availability-android", "distribution/availability-ios", "files/notes.txt"]
}
