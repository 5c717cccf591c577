import AppGate
import Foundation
import ManifestVerifier

/// `GateStoreDriver FOLDER RING COUNT`: so many gates, each with its prompts, over the stores in a folder.
///
/// For each line `FILE SECONDS RULE FILE SECONDS RULE…` the gates check at once, each with its `.jws` as what the server
/// answers and its time on the clock, and say "Later" to a rule; then there is a line that says what became of it.
@main struct GateStoreDriver {
    static func main() async {
        do {
            let words = CommandLine.arguments
            let ring = try [UInt8](Data(contentsOf: URL(fileURLWithPath: words[2])))
            let racers = try (0..<(Int(words[3]) ?? 1)).map { _ in try StoreRacer(folder: words[1], ring: ring) }
            while let line = readLine() {
                let words = line.split(separator: " ").map(String.init)
                let answers = try await withThrowingTaskGroup(of: String.self) { group in
                    for (number, racer) in racers.enumerated() {
                        let task = Array(words[(3 * number)...].prefix(3))
                        group.addTask {
                            try await racer.act(file: task[0], seconds: Double(task[1]) ?? 0, rule: task[2])
                        }
                    }
                    var answers: [String] = []
                    while let answer = try await group.next() { answers.append(answer) }
                    return answers
                }
                print(answers.joined(separator: ", "))
                fflush(nil)
            }
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }
}
