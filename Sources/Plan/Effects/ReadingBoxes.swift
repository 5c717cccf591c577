import AppGate
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
        cells.areAllAlike(
            work, from: 0,
            { (box, place: inout Int) throws(Fork) in
                try boxed.decide(box, from: &place)
                return true
            },
            { box, device, _ in add(box, device, told.told(cells.moment(at: device))) })
    }

    typealias Alternative = (told: Told, isAlone: Bool, rules: [Int])

    /// What devices are told that a rule matches, whether it alone would decide, and the numbers of the rules before it that
    /// would; nil where there are more kinds than `Limits` allow.
    func alternatives(to rule: Int) -> [Alternative]? {
        var all: [Alternative] = []
        let areAll = cells.areAllAlike(
            work, from: (place: 0, rules: [Int]()),
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
                all.append((told, found.rules.last == rule, found.rules.filter { $0 != rule }))
            })
        return areAll ? all : nil
    }
}
