import Foundation
import Testing
import TestSupport

private let columnNames = ["platform", "os", "app", "devices", "build", "store", "country", "note"]

/// A population with some columns in some order, in some of the ways in which it can be spelled.
private func generated(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
    let optional = columnNames.dropFirst(4).filter { _ in Bool.random(using: &random) }
    let columns = (columnNames.prefix(4) + optional).shuffled(using: &random)
    let lineEnd = Bool.random(using: &random) ? "\r\n" : "\n"
    let quotes = Int.random(in: 0...3, using: &random)
    func spelled(_ value: String) -> String {
        let isNeeded = value.utf8.contains { ",\"\r\n".utf8.contains($0) }
        guard isNeeded || quotes == 3 || (quotes == 2 && Int.random(in: 0...3, using: &random) == 0) else {
            return value
        }
        return "\"\(value.replacing("\"", with: "\"\""))\""
    }
    var text = Int.random(in: 0...3, using: &random) == 0 ? "\u{FEFF}" : ""
    text += columns.map { spelled($0) }.joined(separator: ",") + lineEnd
    for _ in 0..<lines {
        let isIOS = Bool.random(using: &random)
        func one(of values: [String]) -> String { values.randomElement(using: &random) ?? "" }
        let fields = columns.map { column in
            switch column {
            case "platform": one(of: isIOS ? ["ios", "iOS"] : ["android", "ANDROID"])
            case "os": one(of: isIOS ? ["17", "17.4", "9.3.5"] : ["30", "34", "5"])
            case "app":
                one(of: ["", "3.2.0", "3.2", "1.1.0+47", "12345678", "1,0", "β", "1\"2", "1.10.100-beta.12345"])
            case "devices": one(of: ["0", "1", "23", "4567", "12345678", "123456789", "007"])
            case "build": one(of: ["", "40", "12345678", "40000", "a, b"])
            case "store": one(of: ["", "3.3.0", "41000"])
            default:
                one(of: ["", "x", "é", "a,b", "a\nb", "\r\n", "say \"hi\"", String(repeating: "long ", count: 30)])
            }
        }
        text += fields.map { spelled($0) }.joined(separator: ",") + lineEnd
    }
    if Bool.random(using: &random) { text = String(text.unicodeScalars.dropLast(lineEnd.unicodeScalars.count)) }
    return Array(text.utf8)
}

@Test func `a generated population is what a plain reading says: whole, in blocks and with little memory`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<60 {
        let bytes = generated(&random, lines: Int.random(in: 0...40, using: &random))
        let expected = PopulationReading.kinds(try #require(ReferencePopulation.kinds(bytes)))
        #expect(reading(bytes) == expected)
        for kinds in [0, 1, 2, 7] { #expect(reading(bytes, kinds: kinds) == expected) }
        for blockBytes in [1, 2, 3, 5, 8, 13, 31, 64, 100, 511] {
            #expect(reading(bytes, blockBytes: blockBytes) == expected)
        }
    }
}

@Test func `a block may end at any byte`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<3 {
        let bytes = generated(&random, lines: 12)
        let expected = PopulationReading.kinds(try #require(ReferencePopulation.kinds(bytes)))
        for blockBytes in 1...bytes.count {
            #expect(reading(bytes, blockBytes: blockBytes) == expected, "\(blockBytes)")
        }
    }
}

@Test(.peers(.python3)) func `Python's csv module reads the same numbers from generated populations`() throws {
    let program = """
        import csv, sys
        for path in sys.argv[1:]:
            kinds = {}
            with open(path, newline="", encoding="utf-8-sig") as file:
                for row in csv.DictReader(file, strict=True):
                    kind = row["platform"].lower() + " " + row["os"]
                    for name in ["app", "build", "store"]:
                        if row.get(name): kind += " " + name + " " + row[name]
                    kinds[kind] = kinds.get(kind, 0) + int(row["devices"])
            print("; ".join(kind + ": " + str(kinds[kind]) for kind in sorted(kinds)))
        """
    var random = SeededGenerator(seed: 3)
    let files = (0..<40).map { _ in generated(&random, lines: 200) }
    let folder = try TemporaryFolder()
    for (number, file) in files.enumerated() { try folder.write("\(number).csv", file) }
    let result = try run("python3", ["-c", program] + files.indices.map { "\($0).csv" }, in: folder.root)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == files.count)
    for (line, file) in zip(lines, files) {
        guard case .kinds(let kinds) = reading(file) else {
            Issue.record("\(reading(file))")
            continue
        }
        let text = kinds.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
            .map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        #expect(text == line)
    }
}
