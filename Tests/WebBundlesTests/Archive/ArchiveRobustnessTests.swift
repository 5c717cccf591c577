import Testing
import TestSupport
import WebBundles

@Suite struct ArchiveRobustnessTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Small archives of all forms: stored, deflated, with descriptors, with folders and extra fields.
    private static let samples: [RawArchive] = [
        RawArchive(RawEntry("index.html"), RawEntry("a/b", "other")),
        RawArchive(RawEntry("index.html").deflated(), RawEntry("ä/b").deflated().streamed()),
        RawArchive(
            RawEntry("a/"), RawEntry("a/b").both { $0.extra = .extra(0x5455, [1, 2, 3, 4, 5]) },
            RawEntry("c").both { $0.extra = .unicodePath("c", of: "c") }),
    ]

    /// The files of an archive of these bytes; nil when it is refused. Any other error fails the test.
    private func contents(_ bytes: [UInt8]) throws -> Files? {
        do {
            return try folder.archive(of: bytes).contents()
        } catch is ArchiveError {
            return nil
        }
    }

    private func packed() throws -> [UInt8] {
        try folder.pack(["a": [1], "assets/ü": Array(String(repeating: "text ", count: 20).utf8), "empty": []])
        return try folder.read("packed.zip")
    }

    @Test func `an archive that is cut short anywhere is refused`() throws {
        for bytes in try [packed()] + Self.samples.map(\.bytes) {
            #expect(try contents(bytes) != nil)
            for count in 0..<bytes.count {
                let accepted = try contents(Array(bytes.prefix(count)))
                #expect(accepted == nil, "\(count) of \(bytes.count) bytes")
            }
        }
    }

    @Test func `no flipped bit changes a file unnoticed`() throws {
        for bytes in try [packed()] + Self.samples.map(\.bytes) {
            let files = try #require(try contents(bytes))
            var refused = 0
            for bit in 0..<8 * bytes.count {
                let changed = try contents(bytes.flipping(bit: bit))
                if changed == nil { refused += 1 }
                #expect(changed == nil || changed == files, "bit \(bit)")
            }
            // What may change are times, owners and permissions.
            #expect(refused > 4 * bytes.count)
        }
    }

    @Test func `no byte more or less goes unnoticed`() throws {
        let bytes = try packed()
        for place in 0...bytes.count {
            var longer = bytes
            longer.insert(0x50, at: place)
            #expect(try contents(longer) == nil, "a byte more at \(place)")
            guard place < bytes.count else { break }
            var shorter = bytes
            shorter.remove(at: place)
            #expect(try contents(shorter) == nil, "a byte less at \(place)")
        }
    }

    @Test func `random bytes are refused`() throws {
        var generator = SeededGenerator(seed: 6)
        let end = RawArchive().bytes
        try spending(seconds: 1) {
            let count = Int.random(in: 0...300, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for bytes in [noise, noise + end] {
                let accepted = try contents(bytes)
                #expect(accepted == nil)
            }
        }
    }

    @Test func `an archive with many random changes is refused or holds the same contents`() throws {
        var generator = SeededGenerator(seed: 7)
        let originals = try Self.samples.map { sample in
            (bytes: sample.bytes, files: try #require(try contents(sample.bytes)))
        }
        let values: [UInt8] = [0, 1, 2, 8, 0x50, 0x7F, 0x80, 0xFF]
        try spending(seconds: 2) {
            let original = try #require(originals.randomElement(using: &generator))
            var bytes = original.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] = values.randomElement(using: &generator) ?? 0
                case 2: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
                default: bytes[place] &+= 1
                }
            }
            let changed = try contents(bytes)
            // A name may have changed in both places alike.
            let contents = changed.map { Set($0.values) }
            #expect(contents == nil || contents == Set(original.files.values))
        }
    }

    @Test func `headers of random numbers are refused or hold the same files`() throws {
        var generator = SeededGenerator(seed: 8)
        let fields: [WritableKeyPath<RawHeader, Int>] = [
            \.version, \.flags, \.method, \.crc, \.packedByteCount, \.byteCount,
        ]
        let values = [0, 1, 6, 7, 8, 20, 45, 0x800, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]
        try spending(seconds: 2) {
            var archive = try #require(Self.samples.randomElement(using: &generator))
            let files = try contents(archive.bytes)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<archive.entries.count, using: &generator)
                let value = values.randomElement(using: &generator) ?? 0
                let field = fields.randomElement(using: &generator) ?? \.crc
                switch Int.random(in: 0..<8, using: &generator) {
                case 0...2: archive.entries[index] = archive.entries[index].both { $0[keyPath: field] = value }
                case 3: archive.entries[index].directory[keyPath: field] = value
                case 4: archive.entries[index].header[keyPath: field] = value
                case 5: archive.entries[index].offset = value
                case 6: archive.end.directoryOffset = value
                default: archive.end.directoryBytes = value
                }
            }
            let changed = try contents(archive.bytes)
            #expect(changed == nil || changed == files)
        }
    }

    /// Repeats work until this thread has worked for so long.
    private func spending(seconds: Double, _ work: () throws -> Void) rethrows {
        let enough = Double(Fuzz.rounds(Int(1_000 * seconds))) / 1_000
        var spent = 0.0
        while spent < enough { spent += try threadSeconds(work) }
    }
}
