import Foundation
import ManifestVerifier
import Testing
import TestSupport
@testable import VectorTests

/// The store of web bundles for Android, by the programs that hold it to what it promises.
@Suite struct AndroidBundleTests {
    private static let programs = repositoryRoot.appending(path: "Tests/Clients/android")
    private static let vectors = VectorFile.folder.appending(path: "Bundles")
    private static let scenarios = ["updates", "forgiveness", "forgiveness-of-apps"].map { name in
        repositoryRoot.appending(path: "Tests/WebBundlesTests/Simulation/\(name).txt").path
    }

    /// The driver of the client's store, compiled once for all tests.
    private static let client = Result<AndroidClient, any Error> { () throws -> AndroidClient in
        let folder = programs.appending(path: "bundles").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".java") }
        return try AndroidClient(names.sorted().map { "\(folder)/\($0)" })
    }

    /// Runs a part of the driver in a folder of its own.
    ///
    /// - Parameter words: receive the path of that folder.
    private func drive(_ words: (TemporaryFolder) -> [String]) throws -> String {
        let client = try Self.client.get()
        let folder = try TemporaryFolder()
        // It is removed with its object, whose last use is before the program ends.
        defer { withExtendedLifetime(folder) {} }
        // Names of files are UTF-8 on every Android, and on a JDK only if it is told so.
        let flags = [AndroidClient.quickly, "-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8"]
        return try check(
            "java", flags + ["-cp", client.classPath, "signet.bundles.BundleDriver"] + words(folder),
            in: folder.root, environment: ["LC_ALL": "C.UTF-8"])
    }

    @Test(.peers(.java, .python3)) func `the store on Android refuses what is not one archive and one alone`() throws {
        let archives = try TemporaryFolder()
        defer { withExtendedLifetime(archives) {} }
        let program = Self.vectors.appending(path: "archives.py").path
        let written = try check(
            "python3", [program, archives.path("archives")], environment: ["PYTHONUTF8": "1"])
        #expect(written == "174 to be refused, 27 odd ones\n")
        let said = try drive { ["archives", archives.path("archives"), $0.root] }
        #expect(said.hasPrefix("174 archives refused, 27 odd ones accepted, "))
    }

    @Test(.peers(.java)) func `the store on Android plays the scenarios of the one for iOS, word for word`() throws {
        let said = try drive { ["scenarios", $0.root] + Self.scenarios }
        #expect(said == "16 scenarios\n")
    }

    @Test(.inCI, .peers(.java), arguments: ["updates", "store", "full"])
    func `the store on Android keeps what it promises`(part: String) throws {
        let said = try drive { [part, $0.root] }
        #expect(!said.isEmpty)
    }

    @Test(
        .peers(.java),
        arguments: [
            ("signed", "lists.json", "235 changes of a store\n"), ("responder", "requests.json", "693 requests\n"),
            ("events", "events.txt", "10 cases of events\n"), ("offers", "offers.json", "78 offers\n"),
        ])
    func `the store on Android does what the vectors of bundles say`(part: String, file: String, said: String) throws {
        #expect(try drive { [part, $0.root, Self.vectors.appending(path: file).path] } == said)
    }

    @Test(.inCI, .peers(.java)) func `both stores choose the same web bundles for random devices and indices`() throws {
        let seed = Fuzz.seed
        print("random offers: SIGNET_FUZZ_SEED=\(seed)")
        var random = try RandomCases(seed: seed)
        for _ in 0..<Fuzz.part(50) {
            let vectors = JSONWriter.bytes(of: try random.offers(1_000))
            let text = String(decoding: vectors, as: UTF8.self)
            for answer in ["refused", "download", "needsShell", #""start": "embedded""#, #""start": "v"#] {
                #expect(text.contains(answer), "seed \(seed)")
            }
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            try folder.write("offers.json", vectors)
            let said = try drive { ["offers", $0.root, folder.path("offers.json")] }
            #expect(said == "1000 offers\n", "seed \(seed)")
        }
    }

    @Test(.peers(.java)) func `a download on Android goes on where it ended, whatever a server says`() throws {
        let said = try drive { ["transport", $0.root] }
        #expect(said == "77 downloads\n")
    }

    /// Runs a line with a file system of a megabyte mounted at a folder.
    private static let onASmallDisk =
        #"mount -t tmpfs -o size=1m none "$0" || exit 99; "$@"; status=$?; umount "$0"; exit $status"#

    /// Whether this process may mount one.
    private static let mayMount: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? run("sh", ["-c", onASmallDisk, folder.root, "true"]))?.status == 0
    }()

    @Test(.inCI, .peers(.java), .enabled(if: mayMount, "file systems may not be mounted here"))
    func `a full disk fails an update on Android and leaves the store as it was`() throws {
        let client = try Self.client.get()
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let java = [
            "java", AndroidClient.quickly, "-cp", client.classPath, "signet.bundles.BundleDriver", "disk",
            folder.root,
        ]
        #expect(try check("sh", ["-c", Self.onASmallDisk, folder.root] + java) == "a full disk\n")
    }

    @Test(.peers(.java, .python3, .chromium), .unlessHung)
    func `a page of 300 files loads through the responder for Android in at most 1.5 times what a plain server takes`()
        throws
    {
        let client = try Self.client.get()
        let folder = try TemporaryFolder()
        for (name, bytes) in PageLoads.files { try folder.write("site/\(name)", bytes) }
        let process = PeerProcess()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: try #require(Peer.path(of: "java")))
        process.arguments = [
            "-cp", client.classPath, "signet.bundles.BundleDriver", "page", folder.root,
            folder.path("site"),
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            process.kill()
            withExtendedLifetime((folder, input)) {}
        }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let origin = "http://127.0.0.1:\(try #require(Int(said.dropLast()), "\(said)"))"
        let times = try PageLoads.fastest([
            { "\(origin)/served/\($0)/v1.5.0/" }, { "\(origin)/plain/\($0)/v1.5.0/index.html" },
        ])
        print("page through the responder for Android: \(times[0]) ms, plain files \(times[1]) ms")
        #expect(times[0] <= PageLoads.mostTimes * times[1], "\(times)")
    }

    @Test(.peers(.java, .nginx)) func `a download on Android from nginx goes on unless the file is another one`() throws
    {
        let said = try drive { ["nginx", $0.root] }
        #expect(said == "5 updates from nginx\n")
    }

    @Test(.inCI, .peers(.java, .strace))
    func `a store on Android is whole whatever call of the system its process ends at`() throws {
        // All of them take two minutes.
        let said = try drive { ["calls", $0.root, Fuzz.isAll ? "1" : "20"] }
        #expect(said.hasSuffix(" calls at which a process was killed\n"))
    }

    @Test(.inCI, .peers(.java), arguments: [("kill", 4, 100), ("races", 5, 50)])
    func `a store on Android is whole after any end of a process, and with several of them`(
        part: String, few: Int, all: Int
    ) throws {
        let rounds = Fuzz.isAll ? all : few
        let said = try drive { [part, $0.root, "\(rounds)"] }
        #expect(said.hasPrefix("\(rounds) "))
    }
}
