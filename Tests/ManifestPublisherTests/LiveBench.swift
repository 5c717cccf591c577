import Foundation
import ManifestPublisher
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// A project whose tree a server serves from `served`, and a live check of it.
struct LiveBench: Sendable {
    let project: PublishedProject
    let server: HTTPSServer
    private let pauses = Pauses()

    /// The pauses that a check made, and what happens in them.
    private final class Pauses: Sendable {
        let made = Locked<[Duration]>([])
    }

    /// - Parameters:
    ///   - project: another one than that of profile `dated` and headers.
    ///   - sendsHeaders: whether the server sends what is in the headers sidecars.
    ///   - faults: by path, with a `/` at its beginning.
    ///   - tamper: changes the project, whose folder `served` is what the server serves, before it starts.
    init(
        _ project: PublishedProject? = nil, sendsHeaders: Bool = true, faults: [String: HTTPSServer.Fault] = [:],
        tamper: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        self.project = try project ?? PublishedProject()
        let folder = self.project.folder
        try TestSupport.check("cp", ["-a", "output/production", "served"], in: folder.root)
        try tamper(folder)
        server = try HTTPSServer(serving: folder.path("served"), faults: faults, sendsHeaders: sendsHeaders)
    }

    /// A check of what the server serves.
    ///
    /// - Parameters:
    ///   - bound: the sum of all pauses, which are not waited for.
    ///   - inPause: what happens in a pause.
    func check(
        address: String? = nil, bound: Duration = .zero, maximumAge: String? = nil, pin: String? = nil,
        timeLimits: Curl.TimeLimits = .patient,
        inPause: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws -> LiveCheck {
        let pauses = pauses
        let settling = Settling(bound: bound) { pause in
            let number = pauses.made.withLock { made in
                made.append(pause)
                return made.count
            }
            do { try inPause(number) } catch { Issue.record(error) }
        }
        return LiveCheck(
            try TreeAddress(address ?? server.origin), keys: .ring(try project.keys()),
            trust: LiveTrust(
                environment: nil, pin: pin, maximumAge: maximumAge.flatMap(TimeSpan.init),
                now: try PublishedProject.now),
            network: LiveNetwork(
                variables: curlEnvironment(trusting: server.certificate), timeLimits: timeLimits,
                settling: settling))
    }

    /// How long the pauses were.
    var madePauses: [Duration] { pauses.made.withLock { $0 } }
}

extension LiveReport {
    /// What is wrong, as `path: message`.
    var words: [String] { verification.refusals.map { "\($0.path): \($0.reason)" } }
}

extension TemporaryFolder {
    /// Changes a text file.
    func edit(_ path: String, _ change: (String) -> String) throws { try write(path, change(try text(path))) }

    /// Takes the named lines out of a headers sidecar.
    func dropHeader(_ prefix: String, of path: String) throws {
        try edit("\(path).headers") { text in
            text.split(separator: "\n").filter { !$0.hasPrefix(prefix) }.map { "\($0)\n" }.joined()
        }
    }

    /// Copies one file over another.
    func copy(_ from: String, to: String) throws { try write(to, try read(from)) }
}
