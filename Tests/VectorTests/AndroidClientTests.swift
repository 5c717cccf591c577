import AppGate
import Foundation
import ManifestVerifier
import TestSupport
import Testing

@Suite(.serialized) struct AndroidClientTests {
    private static let class21 = repositoryRoot.appending(path: "Tests/Clients/android/api-21.txt")

    @Test(.peers(.java)) func `the client for Android decides and verifies as the vectors say`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["vectors", VectorFile.folder.path])
        #expect(result.status == 0, "\(result.said)")
        let files = try FileManager.default.contentsOfDirectory(atPath: VectorFile.folder.path)
        for file in files where file.hasSuffix(".json") { #expect(result.output.contains("\(file) "), "\(file)") }
    }

    @Test(.peers(.java)) func `the client for Android needs nothing that API 21 lacks`() throws {
        let client = try AndroidClient()
        let known = try Set(String(contentsOf: Self.class21, encoding: .utf8).split(whereSeparator: \.isWhitespace))
        let folder = client.folder.path("classes/signet")
        let classes = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".class") }
        let pool = try check("javap", ["-v", "-p"] + classes, in: folder)
        var found = 0
        for line in pool.split(separator: "\n") {
            guard let match = line.firstMatch(of: #/= (\w+) .*\/\/ +"?([^ "]+)"?(\S*)/#) else { continue }
            let (kind, name) = (match.1, match.2 + match.3.replacing("\"", with: ""))
            #expect(kind != "InvokeDynamic", "\(line)")
            guard ["Class", "Methodref", "InterfaceMethodref", "Fieldref"].contains(kind), name.contains("/") else {
                continue
            }
            // Arrays of classes, and the client's own.
            guard !name.hasPrefix("signet/"), !name.hasPrefix("["), !name.contains("[Lsignet/") else { continue }
            found += 1
            #expect(known.contains(name), "\(name) is not in api-21.txt: was it there in API 21?")
        }
        #expect(found > 500)
    }

    @Test(.peers(.java)) func `damaged documents and downloads throw nothing at an app on Android`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["mutations", "18", "\(Fuzz.rounds(100_000))"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `the client for Android refuses a .jws of which any byte was changed, lost or doubled`()
        throws
    {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["jws"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `a gate on Android throws nothing, whatever its network and its store do`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["stress", client.folder.path("stress")])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `a slow server costs an app on Android no thread and no socket for long`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["slow"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `a .jws that is nothing but dots costs an app on Android no memory`() throws {
        let client = try AndroidClient.withDriver.get()
        let result = try client.run("signet.VectorDriver", ["dots"], ["-Xmx16m"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java), arguments: [1, 2])
    func `two gates over one folder lose nothing on Android, in two processes or in one`(processes: Int) throws {
        let client = try AndroidClient.withDriver.get()
        let folder = try TemporaryFolder(inMemory: true)
        let result = try client.run(
            "signet.VectorDriver", ["races", folder.path("app"), "\(Fuzz.races)", "\(processes)"])
        #expect(result.status == 0, "\(result.said)")
    }

    @Test(.peers(.java)) func `the client for Android reads damaged documents as Swift does`() throws {
        let client = try AndroidClient.withDriver.get()
        var (lines, accepted) = ([String](), 0)
        var damage = Damage(seed: 18)
        let documents = try ["decisions-rules.json", "decisions-classic.json"].map { try VectorFile($0).documents }
            .flatMap { $0.sorted { $0.key < $1.key }.map(\.value) }
        // Those that an app decides by: anything is a file, and a template is for Firebase.
        let formats = DocumentFormat.allCases.filter { format in
            ![.file, .webBundle, .firebaseTemplate].contains(format)
                && documents.contains { (try? DocumentContent(format, body: $0)) != nil }
        }
        #expect(formats.count == 8)
        for _ in 0..<Fuzz.rounds(200) {
            for document in documents {
                let format = formats.first { (try? DocumentContent($0, body: document)) != nil } ?? formats[0]
                let body = damage.change(document)
                let verdict = Self.verdict(format, body)
                if verdict.hasPrefix("accepted") { accepted += 1 }
                lines.append("\(format.rawValue) \(Base64.encode(body)) \(verdict)")
            }
        }
        #expect(accepted * 10 > lines.count && accepted * 10 < lines.count * 9, "\(accepted) of \(lines.count)")
        try client.folder.write("bodies.txt", lines.joined(separator: "\n") + "\n")
        let result = try client.run("signet.VectorDriver", ["bodies", client.folder.path("bodies.txt")])
        #expect(result.status == 0, "\(result.said)")
        #expect(result.output.contains("\(lines.count) bodies, \(accepted) accepted"), "\(result.output)")
    }

    /// What Swift makes of a body, in the words of the driver.
    private static func verdict(_ format: DocumentFormat, _ body: [UInt8]) -> String {
        let content: DocumentContent
        do throws(DocumentError) {
            content = try DocumentContent(format, body: body)
        } catch {
            return error.isSyntax ? "not-json" : "not-a-document"
        }
        let isForIOS = format.rawValue.hasSuffix("-ios")
        guard let device = isForIOS ? Self.iPhone : Self.android else { return "no device" }
        if case .gate(let document) = content, let signed = SignedDate(vector: "2026-12-02T00:00:00Z") {
            let decision = decide(
                document, for: device, at: RuleTime(of: signed, clock: .distantPast), scope: "payments",
                source: .fetched, asOf: signed)
            return "accepted " + Verdict.of(decision).line
        }
        let selection = Requirements.Selection(configEnvironment: "mainnet")
        guard let requirements = try? Requirements(content, platform: device.platform, selecting: selection) else {
            return "accepted refused"
        }
        return "accepted " + Verdict.of(decide(requirements, for: device, source: .fetched)).line
    }

    private static let iPhone = NumericVersion("15.2").map { device(.ios($0)) }
    private static let android: Device? = device(.android(sdk: 25))

    private static func device(_ system: Device.System) -> Device {
        var device = Device(
            system: system, reportedVersion: "3.0", reportedBuild: "39999", languages: ["en-GB"])
        device.channel = "beta"
        device.region = "GB"
        device.model = "Pixel 4"
        device.installID = InstallID("0123456789abcdef0123456789abcdef")
        return device
    }
}

/// Changes documents, the same way for the same seed.
private struct Damage {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    private mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    private static let values = [
        "null", "1", "-0", "1e999", "0.07", "5.25", "\"\"", "[]", "{}", "\"<2\"", "\"1...3\"", "\"3.0\"", "\"7d\"",
        "true",
        "\"2026-12-01T00:00:00Z\"", "\"required\"", "\"recommended\"", "[\"GB\", \"beta\"]", "{\"en\": \" \\u00e9\"}",
        "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "9223372036854775808", "\"zh_TW\"", "[\"<4\", \">=2.1\"]", "[[]]",
    ]
    private static let pieces = ["", ",", ":", "\"", "{", "]", "\\", "\u{0}", "é", " ", "\u{FEFF}", "/*", "00", "."]

    /// Another value for some value, or something else in some place.
    mutating func change(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for _ in 0...next(below: 2) {
            let values = Self.values(in: body)
            if next(below: 4) > 0, !values.isEmpty {
                let value = Self.values[next(below: Self.values.count)]
                body.replaceSubrange(values[next(below: values.count)], with: Array(value.utf8))
            } else {
                let start = next(below: body.count + 1)
                let end = min(body.count, start + next(below: 3))
                let piece =
                    next(below: 4) == 0
                    ? [UInt8(next(below: 256))] : Array(Self.pieces[next(below: Self.pieces.count)].utf8)
                body.replaceSubrange(start..<end, with: piece)
            }
        }
        return body
    }

    /// The places of strings, numbers and words.
    private static func values(in body: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var index = 0
        while index < body.count {
            let start = index
            if body[index] == UInt8(ascii: "\"") {
                repeat {
                    index += body[index] == UInt8(ascii: "\\") ? 2 : 1
                } while index < body.count
                    && body[index] != UInt8(ascii: "\"")
                index = min(body.count, index + 1)
            } else {
                while index < body.count, body[index].isASCIIAlphanumeric || body[index] == UInt8(ascii: ".") {
                    index += 1
                }
            }
            if index > start { places.append(start..<index) } else { index += 1 }
        }
        return places
    }
}
