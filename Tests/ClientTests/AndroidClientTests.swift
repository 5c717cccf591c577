import Foundation
import Testing
import TestSupport

@Suite struct AndroidClientTests {
    private static let class21 = repositoryRoot.appending(path: "Tests/Clients/android/api-21.txt")

    @Test(.peers(.java)) func `the client for Android needs nothing that API 21 lacks`() throws {
        let client = try AndroidClient.compiled.get()
        let known = try Set(String(contentsOf: Self.class21, encoding: .utf8).split(whereSeparator: \.isWhitespace))
        let folder = client.folder.path("classes/signet")
        let classes = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".class") }
        // Some thousand of forty thousand lines.
        let kinds = "Class|Methodref|InterfaceMethodref|Fieldref|InvokeDynamic"
        let pool = try check(
            "sh", ["-c", "javap -v -p \"$@\" | grep -E '= (\(kinds)) .*//'", "sh"] + classes, in: folder)
        var found = 0
        for line in pool.split(separator: "\n") {
            let match = try #require(line.firstMatch(of: #/= (\w+) .*\/\/ +"?([^ "]+)"?(\S*)/#), "\(line)")
            let (kind, name) = (match.1, match.2 + match.3.replacing("\"", with: ""))
            guard kind != "InvokeDynamic", name.contains("/") else { continue }
            // D8 makes classes of lambdas for every API, and so of nothing else that is invoked dynamically.
            if name.hasPrefix("java/lang/invoke/") {
                #expect(["Lambda", "MethodHandles"].contains { name.hasPrefix("java/lang/invoke/\($0)") }, "\(line)")
                continue
            }
            // Arrays of classes, and the client's own.
            guard !name.hasPrefix("signet/"), !name.hasPrefix("["), !name.contains("[Lsignet/") else { continue }
            found += 1
            let isKnown = known.contains(name)
            #expect(isKnown, "\(name) is not in api-21.txt: was it there in API 21?")
        }
        #expect(found > 500)
    }

    @Test(.peers(.java)) func `damaged documents and downloads throw nothing at an app on Android`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.ClientDriver", ["mutations", "18", "\(Fuzz.rounds(100_000))"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `the client for Android refuses a .jws of which any byte was changed, lost or doubled`()
        throws
    {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.ClientDriver", ["jws"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.inCI, .peers(.java)) func `a gate on Android throws nothing, whatever its network and its store do`() throws
    {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.ClientDriver", ["stress", client.folder.path("stress")])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `a slow server costs an app on Android no thread and no socket for long`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.ClientDriver", ["slow"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `a .jws that is nothing but dots costs an app on Android no memory`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.ClientDriver", ["dots"], ["-Xmx16m"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.inCI, .peers(.java), arguments: [1, 2])
    func `two gates over one folder lose nothing on Android, in two processes or in one`(processes: Int) throws {
        let client = try AndroidClient.withDriver.get()
        let folder = try TemporaryFolder()
        let result = try client.run(
            "signet.ClientDriver", ["races", folder.path("app"), "\(Fuzz.races)", "\(processes)"])
        #expect(result.status == 0, "\(result.said)")
    }
}
