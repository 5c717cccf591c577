/// Copies of a JSON text that are damaged, most of them such that a reader gets far; the same ones for the same seed.
package func jsonMutations(of bytes: [UInt8], count: Int, seed: UInt64) -> some Sequence<[UInt8]> {
    var random = SeededGenerator(seed: seed)
    let pieces = [
        "\"", "{", "}", "[", "]", ",", ":", "\\u0000", "1e9", "-1", "null", "\u{212A}", "999999999999999999999",
    ]
    return (0..<count).lazy.map { _ in
        var mutant = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<mutant.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
            case 1:
                mutant.removeSubrange(place..<min(mutant.count - 1, place + Int.random(in: 0...20, using: &random)))
            case 2: mutant.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
            default: mutant[place] ^= 1
            }
        }
        return mutant
    }
}
