import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// The kinds of devices that one reading tells apart: every device is in one of the boxes, and the client's own code decides for
/// one device of each.
struct ReadingBoxes {
    let cells: DeviceCells
    private let boxed: BoxedReading
    private let told: ToldReading
    private let work = ComparisonWork()

    init(_ reading: Reading, newest: [RequirementValue] = [], since start: Instant) {
        cells = DeviceCells(.nothing(like: reading), reading, newest: newest, since: start)
        boxed = BoxedReading(reading, cells, work)
        var texts: [[UInt8]: Int] = [:]
        told = ToldReading(reading, &texts, work)
    }

    var entries: [BoxedReading.Entry] { boxed.entries ?? [] }

    /// Hands over each box, with the device that stands for it and what that is told.
    ///
    /// - Returns: false where there are more kinds than `Limits` allow.
    func areAllTold(_ add: (DeviceBox, [Int], Told) -> Void) -> Bool {
        areAllAlike(
            from: 0,
            { (box, place: inout Int) throws(Fork) in
                try boxed.decide(box, from: &place)
                return true
            },
            { box, device, _ in add(box, device, told.told(cells.moment(at: device))) })
    }

    /// What devices are told that a rule matches, whether it alone would decide, and the numbers of the rules before it that
    /// would; nil where there are more kinds than `Limits` allow.
    func alternatives(to rule: Int) -> [Alternative]? {
        var all: [Alternative] = []
        let areAll = areAllAlike(
            from: (place: 0, rules: [Int]()),
            { (box, found: inout (place: Int, rules: [Int])) throws(Fork) in
                guard try boxed.matches(boxed.rules[rule].tests, box) else { return false }
                while found.place <= rule {
                    let other = boxed.rules[found.place]
                    if try boxed.matches(other.tests, box), try boxed.decides(other, box) {
                        found.rules.append(found.place)
                    }
                    found.place += 1
                }
                return true
            },
            { _, device, found in
                let told = told.told(cells.moment(at: device))
                all.append(
                    Alternative(
                        told: told, isAlone: found.rules.last == rule, rules: found.rules.filter { $0 != rule }))
            })
        return areAll ? all : nil
    }

    struct Alternative {
        let told: Told
        let isAlone: Bool
        let rules: [Int]
    }

    /// Splits the box of all devices until an answer is the same for all of each box.
    ///
    /// - Parameter ask: goes on from what is known of the box; false for a box that does not count.
    private func areAllAlike<Answer>(
        from start: Answer, _ ask: (DeviceBox, inout Answer) throws(Fork) -> Bool,
        _ add: (DeviceBox, [Int], Answer) -> Void
    ) -> Bool {
        var boxes = [(box: cells.everything, known: start)]
        var count = 0
        while let next = boxes.popLast() {
            let box = next.box
            var known = next.known
            guard work.count <= Limits.comparisonSteps, count <= Limits.comparedBoxes else { return false }
            do throws(Fork) {
                guard try ask(box, &known), let device = cells.first(of: box) else { continue }
                count += 1
                add(box, device, known)
            } catch {
                let (inside, outside) = box.split(error)
                boxes += [(outside, known), (inside, known)]
            }
        }
        return true
    }
}
