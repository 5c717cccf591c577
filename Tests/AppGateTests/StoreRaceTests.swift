import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A process of an app that uses the store.
private final class App {
    private let process = PeerProcess()
    private let (input, output) = (Pipe(), Pipe())

    init(_ folder: TemporaryFolder, gates: Int) throws {
        process.executableURL = builtFolder.appendingPathComponent("GateStoreDriver")
        process.arguments = [folder.path("app"), folder.path("ring.json"), "\(gates)"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func answer() throws -> String {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// A server that some reach late: in each round one of two apps gets the newest document, and the other an older one that
/// is newer than what both have.
private struct Race {
    let folder: TemporaryFolder
    let store: ManifestStore
    private let publisher: Publisher
    private let start: SignedDate
    private let verifier: Verifier

    init() throws {
        folder = try TemporaryFolder()
        publisher = try Publisher()
        store = ManifestStore(file: URL(fileURLWithPath: folder.path("app/manifest")))
        start = try #require(SignedDate(headerValue: Publisher.date))
        verifier = Verifier(
            keyRing: try #require(TrustedKeys([try publisher.trusted()])),
            environment: try #require(EnvironmentName("production")), format: .gateIOS, profile: .dated)
        try folder.write(
            "ring.json",
            """
            { "keys": [ { "id": "\(publisher.id)", "name": "test", "environment": "production", "state": "active",
              "publicKey": "\(try Base64.encode(publisher.trusted().publicKey.derRepresentation))" } ] }
            """)
    }

    /// What the two are told in a round: a file, the time, and the rule that is postponed.
    func lines(_ round: Int) throws -> [String] {
        let body = #"""
            { "gate": 1, "platform": "ios", "rules": [
              { "id": "w\#(round)", "when": { "app": "<4" }, "then": "recommended", "grace": "3d" } ] }
            """#
        let isSwapped = round % 2 == 1
        return try (0...1).map { number in
            let seconds = start.secondsSince1970 + Int64(round * 10) + (isSwapped ? 1 - Int64(number) : Int64(number))
            let date = try #require(SignedDate(secondsSince1970: seconds)).headerValue
            let file = try publisher.jws(path: "gate/ios.json", body: Array(body.utf8), date: date)
            try folder.write("\(number).jws", file)
            // Of the two, the clock of the one is ahead.
            let clock = start.secondsSince1970 + Int64(round * 10) + 2 + Int64(number) * 3
            return "\(folder.path("\(number).jws")) \(clock) \(number)-\(round)"
        }
    }

    /// What was lost in a round; nil when nothing was.
    func loss(_ round: Int, install: InstallID?) throws -> String? {
        let first = start.secondsSince1970 + Int64(round * 10)
        let kept = try store.load(in: [.jws]).map { try verifier.verify(kept: $0) }
        guard kept?.date?.secondsSince1970 == first + 1 else { return "the newest document" }
        guard let memory = try store.loadMemory(), install == nil || memory.installID == install else {
            return "the install id"
        }
        guard memory.firstSeen["w\(round)"] == SignedDate(secondsSince1970: first + 2)?.instant else {
            return "when the rule was first told: \(memory.firstSeen)"
        }
        let prompts = try folder.read("app/prompts")
        for number in 0...1 where !String(decoding: prompts, as: UTF8.self).contains("\"\(number)-\(round)\"") {
            return "a Later"
        }
        return nil
    }

    /// Runs so many rounds, and returns what was lost in them.
    func run(_ rounds: Int, _ act: ([String]) async throws -> Void) async throws -> [String] {
        var (losses, install): ([String], InstallID?) = ([], nil)
        for round in 0..<rounds {
            try await act(try lines(round))
            if let loss = try loss(round, install: install) { losses.append("\(round): \(loss)") }
            install = try install ?? store.loadMemory()?.installID
        }
        return losses
    }
}

@Test(arguments: [1, 2])
func `two gates over one store lose nothing, in two processes or in one`(processes: Int) async throws {
    let race = try Race()
    let apps = try (0..<processes).map { _ in try App(race.folder, gates: 2 / processes) }
    let losses = try await race.run(Fuzz.races) { lines in
        for (index, app) in apps.enumerated() {
            try app.tell(processes == 1 ? lines.joined(separator: " ") : lines[index])
        }
        for app in apps {
            let answer = try app.answer()
            #expect(answer.hasPrefix("w"), "\(answer)")
        }
    }
    for app in apps { try app.end() }
    #expect(losses == [])
}
