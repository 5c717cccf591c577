import ManifestVerifier
import Testing
import TestSupport

/// What is put into files: what has a meaning in CSV, in columns, or in UTF-8, and what has none.
private let pieces: [[UInt8]] =
    [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", "\0", "\t", " ", "x", "0", "9", ".", "-1", "ios", "android", "devices",
        "\u{FEFF}",
        "é", "\u{202E}", "99999999", "999999999999", "1000000000001", "99999999999999999999", ",,,,", "\n\n",
        "\"a\nb\"",
        "ios,17,1,5\n",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xFF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

private let texts = [
    "platform,os,app,devices\nios,17.4,3.2.0,5\nandroid,34,3.1,7\nios,17.4,3.2.0,12\n",
    "devices,store,language,build,app,os,platform\r\n5,3.2,de,40,3.2.0,17,ios\r\n5,3.2,de,40,3.2.0,17,ios",
    "\u{FEFF}note,platform,os,x,app,devices\n\"a \"\"b\"\"\nc\",ios,17,,\"3,2\",5\nü,iOS,16.1,,,6\nz,ios,17,,\"3,2\",1\n\n",
]

/// Changes some bytes of a file.
private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...4, using: &random))
        switch Int.random(in: 0...5, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2:
            bytes.replaceSubrange(
                start..<min(bytes.count, start + 1), with: [UInt8.random(in: 0...255, using: &random)])
        case 3: bytes.removeSubrange(start...)
        default: bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? [])
        }
    }
    return bytes
}

/// The same numbers as a plain reading, or a refusal with a place in the file.
@Test(arguments: 0..<8) func `a mutated population is read as a plain reading does, or refused at a place`(part: Int) {
    var random = SeededGenerator(seed: UInt64(100 + part))
    let originals = texts.map { Array($0.utf8) }
    var (accepted, refused) = (0, 0)
    for round in 0..<Fuzz.rounds(12_500) {
        let bytes = mutated(originals[round % originals.count], &random)
        let reading = reading(bytes, blockBytes: [256, 256, 256, 40][round % 4])
        if let expected = ReferencePopulation.kinds(bytes) {
            accepted += 1
            guard reading != .kinds(expected) else { continue }
        } else {
            refused += 1
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            if let place = reading.place, (1...lines).contains(place.line), (1...bytes.count + 1).contains(place.column)
            {
                continue
            }
            if reading.description.hasPrefix(" the file is empty") { continue }
        }
        Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(reading)")
        return
    }
    // Both happen often, or this proves little.
    #expect(accepted > Fuzz.rounds(500) && refused > Fuzz.rounds(1_000), "\(accepted) and \(refused)")
}
