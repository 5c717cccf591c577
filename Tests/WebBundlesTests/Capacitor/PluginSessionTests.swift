import CapacitorSession
import Foundation
import LocalFiles
import Testing
import TestSupport

private let files = repositoryRoot.appending(path: "Tests/Clients/capacitor")

private func text(_ name: String) throws -> String {
    try String(contentsOf: files.appending(path: name), encoding: .utf8)
}

private let scenarios: [String] = {
    let all = (try? text("sessions.txt")) ?? ""
    return all.components(separatedBy: "\n\n").filter { !$0.isEmpty }
}()

/// What a launch in the background does not use up.
private let pushes = """
    offer 1.5.0
    launch                          starts with embedded
    sync                            outcome updateReady
    push                            starts with v1.5.0
    wait 60
    push                            starts with v1.5.0
    push                            starts with v1.5.0
    foreground
    launch                          starts with v1.5.0
    launch                          starts with embedded
    """

/// A launch in the background, long before the app is seen.
private let earlyPush = """
    offer 1.5.0
    launch                          starts with embedded
    sync                            outcome updateReady
    push                            starts with v1.5.0
    wait 60
    foreground
    wait 9
    page A
    ready A                         page of 1.5.0 confirmed
    """

@Test(arguments: scenarios + [pushes, earlyPush])
func `a session on iOS does what is written`(scenario: String) async throws {
    let player = try SessionPlayer()
    for line in scenario.split(separator: "\n") where !line.hasPrefix("#") {
        let parts = String(line).split(separator: "  ", maxSplits: 1).map(String.init)
        let expected = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        let count = expected.isEmpty ? 0 : expected.components(separatedBy: "; ").count
        let told = try await player.play(parts[0], expecting: count)
        #expect(told == expected, "\(parts[0])")
    }
}

@Test func `a configuration is read on iOS as it is written, and a mistake in it is named`() throws {
    let folder = try TemporaryFolder()
    let ring = try SimulatedPublisher(in: Folder(path: folder.root)).exportedRing()
    var lines: [String] = []
    for line in try text("settings.txt").split(separator: "\n") where line.hasPrefix("{") {
        lines.append(String(line))
        do throws(SettingsError) {
            let read = try PluginSettings(
                json: Array(line.replacing("RING", with: ring).utf8), appVersion: line.contains("shell") ? "-" : "2.1.0"
            )
            lines.append(
                "  \(read.origin) \(read.environment) \(read.version) for \(read.shell), channel "
                    + "\(read.channel ?? "null"), \(read.readyTimeout) ms, "
                    + (read.autoUpdate ? "by itself" : "when asked") + ", keeps \(read.keep)")
        } catch {
            lines.append("  \(error)")
        }
    }
    let written = try text("settings.txt").split(separator: "\n").map(String.init)
    #expect(lines.difference(from: written).map { "\($0)" } == [])
}
