import Foundation
import Testing
import TestSupport
import WebBundles

/// A case of `events.txt`: steps, each followed by the events that it makes.
struct EventCase: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]

    var testDescription: String { name }

    static let all: [EventCase] = {
        let file = BundleVectors.folder.appending(path: "events.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n\n").map { block in
            let lines = block.split(separator: "\n").map(String.init)
            return EventCase(name: String(lines[0].dropFirst(2)), lines: Array(lines.dropFirst()))
        }
    }()
}

@Suite struct `The events of a store, as on Android` {
    @Test func `are all known`() {
        #expect(EventCase.all.count == 10)
    }

    @Test(arguments: EventCase.all)
    func `are those that are written, to the byte`(each: EventCase) async throws {
        let steps = each.lines.filter { !$0.hasPrefix("{") }.joined(separator: "\n")
        let played = try await Simulation.run(steps)
        #expect(played.flatMap { [$0.step] + $0.events.map(Self.inPercent) } == each.lines)
    }

    /// Each publisher packs in its own way.
    private static func inPercent(_ event: BundleEvent) -> String {
        guard event.name == "download", let size = event["size"].flatMap({ Double($0) }) else { return event.json }
        var json = event.json
        for member in ["from", "bytes", "size"] {
            guard let value = event[member], let number = Double(value) else { continue }
            json = json.replacing(
                "\"\(member)\":\(value),", with: "\"\(member)\":\"\(Int((100 * number / size).rounded())) %\",")
        }
        return json
    }
}
