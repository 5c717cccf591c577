import Foundation
import ManifestVerifier
import Plan
import Testing
import TestSupport

/// How many pairs are tried, and how many devices have each.
private enum Trial {
    static var pairs: Int {
        #if DEBUG
            Fuzz.isAll ? 100_000 : 300
        #else
            Fuzz.isAll ? 100_000 : 20_000
        #endif
    }

    /// Few where there are many pairs: a pair with sixty takes three times as long.
    static var devices: Int {
        #if DEBUG
            60
        #else
            Fuzz.isAll ? 60 : 12
        #endif
    }
}

@Test(.peers(.python3))
func `whoever is told something else is covered by a change, and where none is shown every byte is the same`() throws {
    let seed = Fuzz.seed
    print("random trees: SIGNET_FUZZ_SEED=\(seed)")
    let oracle = try Oracle()
    var found: [String: (count: Int, first: (pair: Pair, fault: Pair.Fault))] = [:]
    var (kinds, silent): ([Oracle.Difference.Kind: Int], Int) = ([:], 0)
    let begin = ContinuousClock.now
    for number in 0..<Trial.pairs {
        var random = RandomValues(seed: seed &+ UInt64(number))
        let pair = Pair(&random, devices: Trial.devices)
        try oracle.send(pair.old, pair.new, pair.devices)
        // Both work at the same time.
        let changes = try pair.changes
        let differences = try oracle.answer()
        for kind in Set(differences.map(\.kind)) { kinds[kind, default: 0] += 1 }
        if differences.isEmpty { silent += 1 }
        for fault in try pair.faults(changes, differences) {
            found[fault.kind, default: (0, (pair, fault))].count += 1
        }
    }
    print("\(Trial.pairs) pairs in \(begin.duration(to: .now)): \(kinds), nothing \(silent); \(oracle.outcomes)")
    for (name, fault) in found.sorted(by: { $0.key < $1.key }) {
        let smallest = try SmallestPair(fault.first.pair, fault.first.fault, oracle)
        Issue.record("seed \(seed): \(fault.count) times: \(name)\n\(try smallest.words)")
    }
    // Otherwise a part of the promise was not tried.
    let enough = Trial.pairs / 50
    #expect(kinds.values.allSatisfy { $0 > enough } && kinds.count == 3 && silent > enough, "\(kinds) \(silent)")
    #expect(oracle.outcomes.count == 4 && oracle.outcomes.values.allSatisfy { $0 > enough }, "\(oracle.outcomes)")
}
