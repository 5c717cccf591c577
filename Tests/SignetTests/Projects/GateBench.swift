import Foundation
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

/// A project whose trees have one document of rules for iOS, written by hand and signed here.
struct GateBench {
    let project: Project
    private let tree: HandSignedTree

    static let path = "gate/ios.json"

    init() throws {
        project = try Project()
        tree = try HandSignedTree(project)
    }

    /// A document of these rules.
    static func document(_ rules: String, latest: String? = nil, platform: String = "ios") -> String {
        let store = latest.map { "\"latest\": \($0), " } ?? ""
        return "{ \"gate\": 1, \"platform\": \"\(platform)\", \(store)\"rules\": [ \(rules) ] }\n"
    }

    /// Writes a tree, signed on the 3rd of August 2026.
    func write(_ rules: String, latest: String? = nil, to root: String) throws {
        try tree.write(
            documents: [(Self.path, .gateIOS, Self.document(rules, latest: latest))], to: "\(root)/production")
    }
}

extension HandSignedTree {
    /// Writes a tree of documents that are written by hand.
    func write(documents: [(path: String, format: DocumentFormat, body: String)], to root: String) throws {
        let date = try date(day: 3)
        let listed = try documents.map { try write($0.path, $0.format, Array($0.body.utf8), date, to: root) }
        try writeIndex(listed, date, to: root)
    }
}
