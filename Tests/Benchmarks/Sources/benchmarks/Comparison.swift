import Foundation

/// Two programs, run one after the other again and again so that both meet the same machine.
struct Comparison {
    let name: String
    /// What the ratio of their times should come to, if that has been said.
    var aim: Double?
    let pairs: Int
    /// What is run next, which may do something of its own that is not measured.
    let measured, reference: () throws -> Program
    /// What has to be put right before each pair, which is not measured.
    var prepare: () throws -> Void = {}

    init(
        name: String, aim: Double? = nil, pairs: Int, measured: @autoclosure @escaping () throws -> Program,
        reference: @autoclosure @escaping () throws -> Program, prepare: @escaping () throws -> Void = {}
    ) {
        (self.name, self.aim, self.pairs) = (name, aim, pairs)
        (self.measured, self.reference, self.prepare) = (measured, reference, prepare)
    }

    /// Runs every pair, after one that warms up, and prints the medians.
    func run() throws {
        var costs: [(measured: Program.Cost, reference: Program.Cost)] = []
        for _ in 0...pairs {
            try prepare()
            let reference = try self.reference().run()
            costs.append((try measured().run(), reference))
        }
        costs.removeFirst()
        let ratios = costs.map { $0.measured.time / $0.reference.time }
        let processor = costs.map { $0.measured.processorTime / $0.reference.processorTime }
        let peaks = [costs.map(\.measured.peak), costs.map(\.reference.peak)].map { ($0.max() ?? 0) >> 20 }
        report(
            String(
                format: "%@ %.2f (%.2f to %.2f)%@; processor %.2f; %.1f and %.1f ms, %d and %d MB",
                name.padding(toLength: 10, withPad: " ", startingAt: 0), median(ratios), ratios.min() ?? 0,
                ratios.max() ?? 0, aim.map { ", aim \($0)" } ?? "", median(processor),
                1000 * median(costs.map(\.measured.time)),
                1000 * median(costs.map(\.reference.time)), peaks[0], peaks[1]))
    }
}

/// Prints a line at once, wherever it goes.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The middle one of some numbers.
private func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
}
