import ManifestVerifier
import Plan
import PublicationTree
import TestPublisher

/// A pair with one fault, without all that the fault does not need.
struct SmallestPair {
    private(set) var pair: Pair
    private var fault: Pair.Fault
    private let oracle: Oracle

    init(_ pair: Pair, _ fault: Pair.Fault, _ oracle: Oracle) throws {
        (self.pair, self.fault, self.oracle) = (pair, fault, oracle)
        if let device = fault.difference?.device { try keep { $0.devices = [pair.devices[device]] } }
        try keep { pair in
            let documents = pair.new.documents
            pair.new = pair.old
            pair.new.documents = documents
        }
        var isSmaller = true
        while isSmaller {
            isSmaller = try dropDocuments() || dropParts()
        }
        for name in ["store", "minimumSystem", "channel", "region", "model", "scope", "install", "build"] {
            try keep { $0.devices = $0.devices.map { $0.with(name, JSONValue(.null)) } }
        }
        try keep { $0.devices = $0.devices.map { $0.with("seen", .object([])) } }
        try keep { $0.devices = $0.devices.map { $0.with("ahead", .integer(0)) } }
    }

    /// Keeps a change after which the fault is still there.
    @discardableResult
    private mutating func keep(_ change: (inout Pair) -> Void) throws -> Bool {
        var smaller = pair
        change(&smaller)
        try oracle.send(smaller.old, smaller.new, smaller.devices)
        let differences = try oracle.answer()
        guard let same = try smaller.faults(smaller.changes, differences).first(where: { $0.kind == fault.kind }) else {
            return false
        }
        (pair, fault) = (smaller, same)
        return true
    }

    private mutating func dropDocuments() throws -> Bool {
        for path in Set((pair.old.documents + pair.new.documents).map(\.path)).sorted() {
            let done = try keep { pair in
                pair.old.documents.removeAll { $0.path == path }
                pair.new.documents.removeAll { $0.path == path }
            }
            if done { return true }
        }
        return false
    }

    private mutating func dropParts() throws -> Bool {
        var isSmaller = false
        for index in pair.old.documents.indices {
            let path = pair.old.documents[index].path
            let other = pair.new.documents.firstIndex { $0.path == path }
            // The last parts first, so that the places of the others stay.
            for node in pair.old.documents[index].body.nodes.reversed() where !node.steps.isEmpty {
                guard let other else { continue }
                if try keep({ pair in
                    pair.old.documents[index].body.drop(node.steps)
                    pair.new.documents[other].body.drop(node.steps)
                }) {
                    isSmaller = true
                }
            }
            for node in pair.old.documents[index].body.nodes.reversed() where !node.steps.isEmpty {
                if try keep({ $0.old.documents[index].body.drop(node.steps) }) { isSmaller = true }
            }
            guard let other else { continue }
            for node in pair.new.documents[other].body.nodes.reversed() where !node.steps.isEmpty {
                if try keep({ $0.new.documents[other].body.drop(node.steps) }) { isSmaller = true }
            }
        }
        return isSmaller
    }

    var words: String {
        get throws {
            func side(_ tree: PublishedTree) -> String {
                tree.documents.map { "\($0.path) (\($0.format.rawValue)) \($0.body.line)" }.joined(separator: "\n")
                    + "\n\(tree.origin) \(tree.profile) \(tree.resignAfter) \(tree.indexCache) \(tree.envelopes.names) \(tree.key) \(tree.ring) "
                    + tree.documents.map { "\($0.cache) \($0.names.map { "\($0)" } ?? "") \($0.urlPrefix)" }.description
            }
            let changes = try pair.changes.map { "  \($0.isDecision ? "decision" : "other"): \($0.at): \($0.line)" }
            return """
                \(fault.difference?.description ?? "")
                old: \(side(pair.old))
                new: \(side(pair.new))
                device: \(fault.difference.map { pair.devices[$0.device].line } ?? "")
                changes:
                \(changes.joined(separator: "\n"))
                """
        }
    }
}

extension JSONValue {
    fileprivate mutating func drop(_ steps: [Int]) {
        if let smaller = replacing(steps[...], { _ in nil }) { self = smaller }
    }

    /// The value on one line.
    var line: String {
        let lines = String(decoding: JSONWriter.bytes(of: self), as: UTF8.self).split(separator: "\n")
        return lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
