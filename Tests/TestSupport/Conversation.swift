import Foundation

/// A Python that answers each line of its standard input with one line, and ends with this process: for what takes longer to
/// start than to answer.
final class Conversation: Sendable {
    private let process = PeerProcess()
    private let questions: FileHandle
    private let answers: FileHandle
    private let turn = Locked(())

    /// Starts a program of the folder `Tests/Servers`.
    init(running name: String, _ arguments: [String]) throws {
        let (input, output) = (Pipe(), Pipe())
        (questions, answers) = (input.fileHandleForWriting, output.fileHandleForReading)
        process.executableURL = URL(fileURLWithPath: try ServerProcess.python.get())
        process.arguments = ["-B", peerProgram(name)] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// The line that answers a line; one question at a time.
    func answer(to question: Data) throws -> Data {
        try turn.withLock { _ in
            try questions.write(contentsOf: question + [UInt8(ascii: "\n")])
            var said = Data()
            while said.last != UInt8(ascii: "\n") {
                let more = answers.availableData
                guard !more.isEmpty else { throw CannotRun(description: "\(process.arguments) has ended") }
                said += more
            }
            return said
        }
    }

    /// Lets it end by itself, and waits for that: for one that has processes of its own.
    func end() {
        try? questions.close()
        process.waitUntilExit()
    }
}
