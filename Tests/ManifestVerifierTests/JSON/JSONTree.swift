import ManifestVerifier

/// What a JSON value says, without its places, so that two can be compared to the byte.
indirect enum JSONTree: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string([UInt8])
    case array([JSONTree])
    case object([Member])

    struct Member: Equatable, Sendable {
        let name: [UInt8]
        let value: JSONTree
    }

    init(_ value: JSONValue) {
        self =
            switch value.content {
            case .null: .null
            case .bool(let bool): .bool(bool)
            case .number(let spelling): .number(spelling)
            case .string(let text): .string(Array(text.utf8))
            case .array(let elements): .array(elements.map(JSONTree.init))
            case .object(let members):
                .object(members.map { Member(name: Array($0.name.utf8), value: JSONTree($0.value)) })
            }
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral
{
    init(stringLiteral text: String) { self = .string(Array(text.utf8)) }
    init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(members.map { Member(name: Array($0.0.utf8), value: $0.1) })
    }
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
