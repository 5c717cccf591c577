import Foundation

/// moto's imitation of AWS on the loopback interface.
package final class MotoServer: Sendable {
    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let process: ServerProcess

    package init() throws {
        let folder = try TemporaryFolder()
        let pattern = #/http://127\.0\.0\.1:[0-9]+/#
        process = try ServerProcess("moto_server", ["-H", "127.0.0.1", "-p", "0"], in: folder) {
            $0.firstMatch(of: pattern) != nil
        }
        origin = process.greeting.firstMatch(of: pattern).map { String($0.output) } ?? ""
    }

    /// What leads `aws` here.
    package var environment: [String: String] { awsEnvironment(origin: origin) }
}
