import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// Which devices one document blocks and which it does not, by the version and the build of their apps: every device is in
/// one of the boxes, and the client's own code decides for one device of each.
struct BlockedCells {
    private let cells: DeviceCells
    /// The cells in which the app as a whole may run.
    private var open: [(apps: CellSet, builds: CellSet)] = []
    /// Where a rule blocks, with the device that stands for it.
    private var blocked: [(rule: String, apps: CellSet, builds: CellSet, device: [Int])] = []

    /// - Throws: an error for people when there are too many kinds of devices.
    init(_ reading: Reading, candidates: [RequirementValue], since start: Instant, at path: String) throws(ErrorReport)
    {
        let boxes = ReadingBoxes(reading, newest: candidates, since: start)
        cells = boxes.cells
        let (app, build, scope) = (cells.number(.of(.app)), cells.number(.of(.build)), cells.number(.scope))
        var (open, blocked) = (open, blocked)
        let isComplete = boxes.areAllTold { box, device, told in
            if told.isBlocked, let rule = told.key {
                blocked.append((rule, box.sets[app], box.sets[build], device))
            } else if box.sets[scope].contains(0) {
                open.append((box.sets[app], box.sets[build]))
            }
        }
        guard isComplete else {
            throw ErrorReport(
                .refused, "the rules of \(path) tell too many kinds of devices apart for a gateway",
                hint: "remove rules and roll-outs that are over")
        }
        (self.open, self.blocked) = (open, blocked)
    }

    func blocks(_ bound: GatewayBounds.Bound) -> Bool {
        !open.contains { part in
            part.apps.cells.contains { isBelow(bound, app: $0) }
                && part.builds.cells.contains { isBelow(bound, build: $0) }
        }
    }

    /// The rules that block devices above all bounds, each with one such device in words.
    func uncovered(by bounds: [GatewayBounds.Bound]) -> [(rule: String, example: String)] {
        var examples: [String: [Int]] = [:]
        let (app, build) = (cells.number(.of(.app)), cells.number(.of(.build)))
        for part in blocked {
            for (one, other) in part.apps.cells.flatMap({ one in part.builds.cells.map { (one, $0) } }) {
                guard !bounds.contains(where: { isBelow($0, app: one) && isBelow($0, build: other) }) else { continue }
                var device = part.device
                (device[app], device[build]) = (one, other)
                if examples[part.rule].map({ device.lexicographicallyPrecedes($0) }) ?? true {
                    examples[part.rule] = device
                }
            }
        }
        return examples.sorted { $0.key < $1.key }.map { ($0.key, cells.words($0.value)) }
    }

    private func isBelow(_ bound: GatewayBounds.Bound, app cell: Int) -> Bool {
        bound.version.map { cells.apps[cell]?.isBelow($0) ?? false } ?? true
    }

    private func isBelow(_ bound: GatewayBounds.Bound, build cell: Int) -> Bool {
        // Where no build is compared, one cell stands for all.
        guard let build = bound.build, !cells.named[.build].isEmpty else { return true }
        return cells.builds[cell]?.isBelow(NumericVersion(number: build)) ?? false
    }
}
