import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A million inputs in a release build. Debug builds take a hundred times as long, and so a tenth of the seeds as well.
private enum Amount {
    static let seeds = 0..<Fuzz.rounds(100)
    static let inputs = Fuzz.rounds(10_000)
}

/// Real files of one key, and what becomes of them.
private struct Mutator {
    let verifier: Verifier
    let files: [[UInt8]]

    static let shared = Result { try Mutator() }
    static let path = Result { try DocumentPath("a/b") }

    private init() throws {
        let publisher = try Publisher()
        verifier = try Verifier.knowing([publisher.trusted()], .dated)
        files = [
            try publisher.jws(path: "a/b", body: Array("{}".utf8)),
            try publisher.jws(path: "a/b", body: Array("{\"a\":1}".utf8), date: "Mon, 03 Aug 2020 22:59:36 UTC"),
            try publisher.jws(path: "c", body: Array("{}".utf8)),
            try publisher.jws(path: "a/b", environment: "staging", body: Array("{}".utf8)),
        ]
    }

    /// A file with some damage, most of it such that a reader gets far.
    func file(using random: inout SeededGenerator) -> [UInt8] {
        var file = files[Int.random(in: files.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&file, using: &random) }
        return file
    }

    private func damage(_ file: inout [UInt8], using random: inout SeededGenerator) {
        guard !file.isEmpty else { return }
        let index = Int.random(in: file.indices, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: file[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: file[index] = Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)]
        case 2: file.remove(at: index)
        case 3: file.insert(Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)], at: index)
        case 4: file.removeSubrange(index...)
        case 5:
            // A part of another file in its place.
            let other = files[Int.random(in: files.indices, using: &random)]
            var (parts, others) = (Self.parts(of: file), Self.parts(of: other))
            guard let part = parts.indices.randomElement(using: &random), part < others.count else { return }
            swap(&parts[part], &others[part])
            file = Array(parts.joined(separator: [Self.period]))
        case 6:
            let end = min(file.count, index + Int.random(in: 1...8, using: &random))
            file.insert(contentsOf: file[index..<end], at: index)
        default: damageHeader(&file, using: &random)
        }
    }

    /// Changes the JSON of the header, of which the encoding stays right.
    private func damageHeader(_ file: inout [UInt8], using random: inout SeededGenerator) {
        var parts = Self.parts(of: file)
        guard let part = parts.first, var json = Base64URL.decode(part), !json.isEmpty else { return }
        let index = Int.random(in: json.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: json[index] = Self.marks[Int.random(in: Self.marks.indices, using: &random)]
        case 1: json.insert(Self.marks[Int.random(in: Self.marks.indices, using: &random)], at: index)
        case 2: json.remove(at: index)
        default:
            let end = json[index...].firstIndex(of: UInt8(ascii: ",")) ?? json.endIndex
            let place = json.firstIndex(of: UInt8(ascii: ",")) ?? 0
            json.insert(contentsOf: json[index..<end], at: place)
        }
        parts[0] = Base64URL.encode(json)[...]
        file = Array(parts.joined(separator: [Self.period]))
    }

    private static func parts(of file: [UInt8]) -> [ArraySlice<UInt8>] {
        file.split(separator: period, omittingEmptySubsequences: false)
    }

    private static let period = UInt8(ascii: ".")
    private static let alphabet = Array("ABCabc012789-_.=+/ \n".utf8)
    private static let marks = Array("{}[]:,\"\\u/ \n0129aeft.-".utf8)
}

@Test(arguments: Amount.seeds)
func `a damaged .jws is refused with a reason or means what was signed`(seed: Int) throws {
    let (mutator, path) = (try Mutator.shared.get(), try Mutator.path.get())
    var random = SeededGenerator(seed: UInt64(1_000 + seed))
    for number in 0..<Amount.inputs {
        let file = mutator.file(using: &random)
        let document: JWS
        do throws(VerificationError.Malformed) { document = try JWS(file) } catch { continue }
        // There is no other spelling of what was read: what another reader sees is the same.
        let again = JWS.file(
            JWS.signingInput(document.header, document.body), document.signature)
        guard again == file else {
            Issue.record("two spellings: \(String(decoding: file, as: UTF8.self))")
            continue
        }
        // A check takes longer than all the rest.
        guard number % 8 == 0 || mutator.files.contains(file) else { continue }
        let manifest = try? mutator.verifier.verify(jws: file, path: path, stored: nil, now: Publisher.now)
        #expect(manifest == nil || mutator.files[..<2].contains(file), "\(String(decoding: file, as: UTF8.self))")
    }
}
