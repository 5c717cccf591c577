import Classic
import Foundation
import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher
import TestSupport

/// The store as another process uses it, which may be killed.
extension StoreBench {
    static let driver = builtFolder.appendingPathComponent("BundleStoreDriver").path

    /// Puts what the server has into the folder that the driver takes for its server.
    func writeSite() throws {
        for (name, resource) in site.resources {
            switch resource {
            case .document(let download): try folder.write("site/\(name)", download.body)
            case .file(let bytes): try folder.write("site/\(name)", bytes)
            default: break
            }
        }
        let der = Base64.encode(publisher.key.publicKey.derRepresentation)
        try folder.write(
            "site/ring.json",
            """
            { "keys": [ { "id": "\(publisher.id)", "name": "test", "environment": "production", "state": "active",
              "publicKey": "\(der)" } ] }
            """)
    }

    /// Takes steps in a process of its own.
    func drive(_ steps: [String], root: String = "store") throws -> CommandResult {
        try run(Self.driver, [folder.path(root), folder.path("site")] + steps)
    }

    /// The same under strace, which does something to a call.
    func drive(_ steps: [String], root: String = "store", fault: String) throws -> CommandResult {
        let call = fault.prefix { $0 != ":" }
        return try run(
            "strace",
            Tracing.options + ["-e", "trace=\(call)", "-e", "inject=\(fault)", Self.driver]
                + [folder.path(root), folder.path("site")] + steps)
    }

    /// The same under strace with options of one's own.
    func drive(_ steps: [String], tracing options: [String], to log: String = "/dev/null") throws -> CommandResult {
        try run(
            "strace",
            ["-f", "-qq", "-o", log] + options + [Self.driver, folder.path("store"), folder.path("site")] + steps)
    }

    /// The same while another process takes other steps in the same store.
    func drive(_ steps: [String], tracing options: [String], beside others: [String]) throws -> CommandResult {
        let script = """
            driver=$1 store=$2 site=$3 others=$4; shift 4
            $driver $store $site $others >/dev/null &
            sleep 0.2
            strace -f -qq -o /dev/null "$@"
            wait
            """
        let driven = [Self.driver, folder.path("store"), folder.path("site")]
        return try run(
            "sh", ["-c", script, "sh"] + driven + [others.joined(separator: " ")] + options + driven + steps)
    }

    /// Takes steps in a process that is killed after a while; says whether it was still running.
    func kill(_ steps: [String], after delay: TimeInterval) throws -> Bool {
        let process = PeerProcess()
        process.executableURL = URL(fileURLWithPath: Self.driver)
        process.arguments = [folder.path("store"), folder.path("site")] + steps
        process.standardOutput = PeerProcess.nowhere
        try process.run()
        Thread.sleep(forTimeInterval: delay)
        process.kill()
        return process.terminationReason == .uncaughtSignal
    }
}
