import Foundation
import ManifestVerifier
import TestSupport

/// The interpreter in Python that says which devices are told something else; one process for a whole run.
final class Oracle {
    /// Some devices that are told something else at one place.
    struct Difference: CustomStringConvertible {
        enum Kind: String { case blocks, lifts, other }

        let kind: Kind
        let path: String
        let platform: Platform
        /// The id in an environment config; empty in any other format.
        let environment: String
        /// Whether both sides can be read, as far as they are there.
        let isReadable: Bool
        /// The first of them.
        let device: Int
        let before: String
        let after: String

        var description: String {
            "\(kind) at \(path) on \(platform)\(environment.isEmpty ? "" : " in \(environment)"): \(before) → \(after)"
        }
    }

    private let process = PeerProcess()
    private let (input, output) = (Pipe(), Pipe())
    private var read: [UInt8] = []
    /// How many devices were told each outcome before.
    private(set) var outcomes: [String: Int] = [:]

    init() throws {
        process.executableURL = URL(fileURLWithPath: try known(Peer.path(of: "python3")))
        let folder = repositoryRoot.appending(path: "Tests/Servers")
        process.arguments = ["-B", folder.appending(path: "told-oracle.py").path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    deinit { process.kill() }

    /// Sends a pair; its answer must be awaited before the next one is sent.
    func send(_ old: PublishedTree, _ new: PublishedTree, _ devices: [JSONValue]) throws {
        let paths = Set((old.documents + new.documents).map(\.path)).sorted()
        let documents: [JSONValue] = paths.compactMap { path in
            let sides = [old.document(at: path), new.document(at: path)]
            // Of another format is as good as gone, and new.
            let formats = sides.compactMap { $0?.format }
            guard sides[0]?.bytes != sides[1]?.bytes || sides[0]?.names != sides[1]?.names || Set(formats).count > 1
            else {
                return nil
            }
            return .object([
                JSONMember("path", .string(path)), JSONMember("format", .string(formats[0].rawValue)),
                JSONMember("old", sides[0]?.forOracle ?? JSONValue(.null)),
                JSONMember("new", sides[1]?.forOracle ?? JSONValue(.null)),
            ])
        }
        let job = JSONValue.object([
            JSONMember("start", .string(RandomValues.start)), JSONMember("documents", .array(documents)),
            JSONMember("devices", .array(devices)),
        ])
        // Line feeds are layout only; those in strings are escaped.
        let line = JSONWriter.bytes(of: job).map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        try input.fileHandleForWriting.write(contentsOf: Data(line + [UInt8(ascii: "\n")]))
    }

    func answer() throws -> [Difference] {
        let value = try JSONParser.parse(try line())
        if let error = value["error"] { throw CannotRun(description: try error.asString()) }
        for member in try JSONObject(try known(value["outcomes"])).members {
            outcomes[member.name, default: 0] += try member.value.asInteger()
        }
        return try known(value["found"]).asArray().map { found in
            func text(_ name: String) throws -> String { try known(found[name]).asString() }
            func words(_ name: String) throws -> String {
                try known(found[name]).asArray().map { try $0.asString() }.joined(separator: " · ")
            }
            return Difference(
                kind: try known(Difference.Kind(rawValue: try text("kind"))), path: try text("path"),
                platform: try known(Platform(rawValue: try text("platform"))), environment: try text("environment"),
                isReadable: try known(found["readable"]).asBool(),
                device: try known(found["device"]).asInteger(), before: try words("before"), after: try words("after"))
        }
    }

    private func line() throws -> [UInt8] {
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(read[..<end])
                read.removeSubrange(...end)
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw CannotRun(description: "the oracle has ended") }
            read += more
        }
    }
}
