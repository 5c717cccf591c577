import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

/// What a gateway in front of a backend can refuse on one platform by the version and the build alone that an app reports:
/// whom every document of the environment blocks, whatever else the device is.
package struct GatewayBounds: Sendable {
    /// The apps that are below all of its members; without any, every app.
    package struct Bound: Equatable, Sendable {
        package let version: NumericVersion?
        /// The build; on Android the version code.
        package let build: Int?

        package init(version: NumericVersion?, build: Int?) { (self.version, self.build) = (version, build) }

        /// `below 3.0.0 and build 40000`
        package func words(on platform: Platform) -> String {
            let name = RuleAttribute.build.words(on: platform)
            let parts = [version?.spelling, build.map { "\(name) \($0)" }].compactMap(\.self)
            return parts.isEmpty ? "every version" : "below \(parts.joined(separator: " and "))"
        }
    }

    /// A block that versions alone do not say.
    package struct Uncovered: Sendable {
        package let path: String
        /// Where the policy says it: `ios.minimumOSVersion`, `ios.rules.block-3.2.1`.
        package let member: String
        package let example: String
    }

    package let platform: Platform
    /// Every document blocks devices below these, the highest version first; none where no version is blocked by all.
    package let bounds: [Bound]
    /// What the gateway lets through although a document blocks it.
    package let uncovered: [Uncovered]
    package let documents: [String]
    /// The document that tells an app why it is refused; nil without one.
    package let refusal: String?

    /// The bounds of an environment, platform by platform.
    ///
    /// - Parameter isJWS: whether documents have a `.jws`, which tells a refused app why.
    package static func all(
        _ environment: RenderedEnvironment, isJWS: Bool, since start: Instant
    ) throws(ErrorReport) -> [GatewayBounds] {
        let tree = ComparedTree(environment, key: nil)
        let ids =
            environment.policy.documents.environmentConfig?.environments
            .filter { $0.name.value == environment.policy.name.rawValue }.map(\.id.name) ?? []
        let readings = TreeComparison.paths(.nothing(of: tree.environment), tree).flatMap { path, platforms in
            (tree.documents[path].flatMap { Reading.all($0, platforms: platforms) } ?? [])
                // The backend of another environment has its own gateway.
                .filter { $0.place.configEnvironment.map { ids.contains($0) } ?? true }
                .map { (path, $0) }
        }
        return try environment.policy.platforms.map(\.platform).map { (platform) throws(ErrorReport) in
            let own = readings.filter { $0.1.place.platform == platform }
            return try GatewayBounds(own, on: platform, isJWS: isJWS, since: start)
        }
    }

    package init(
        _ readings: [(path: String, reading: Reading)], on platform: Platform, isJWS: Bool, since start: Instant
    ) throws(ErrorReport) {
        let candidates = Candidates(readings.map(\.reading))
        let documents = try readings.map { (path, reading) throws(ErrorReport) in
            let cells = try BlockedCells(reading, candidates: candidates.values, since: start, at: path)
            return (path: path, reading: reading, cells: cells)
        }
        let bounds =
            documents.isEmpty ? [] : candidates.highest { bound in documents.allSatisfy { $0.cells.blocks(bound) } }
        (self.platform, self.bounds) = (platform, bounds)
        uncovered = documents.flatMap { document in
            document.cells.uncovered(by: bounds).map { rule, example in
                Uncovered(path: document.path, member: document.reading.member(explaining: rule), example: example)
            }
        }
        var paths: [String] = []
        for path in documents.map(\.path) where paths.last != path { paths.append(path) }
        self.documents = paths
        let gate = documents.first { $0.reading.isGate }?.path
        refusal = isJWS ? gate.map { $0 + DocumentPath.jwsSuffix } : nil
    }
}

/// The bounds at which the decisions of documents can change, the highest first; none is above all.
private struct Candidates {
    let versions: [NumericVersion?]
    let builds: [Int?]

    init(_ readings: [Reading]) {
        let named = DeviceBounds(readings, newest: [])
        let zero = NumericVersion(number: 0)
        // Behind the last version that is blocked comes the next one.
        versions = [nil] + named[.app].union(named[.app].map(\.next)).filter { $0 > zero }.sorted(by: >)
        // Builds of iOS need not be whole numbers: 2.1 is below 3, and what is below 2 is below 2.1.
        let codes = named[.build].flatMap { [$0.components[0], $0.components[0] + 1] }
        builds = [nil] + Set(codes).filter { $0 > 0 }.sorted(by: >)
    }

    var values: [RequirementValue] {
        versions.compactMap { $0.map { .version($0) } } + builds.compactMap { $0.map { .number($0) } }
    }

    /// The highest bounds that meet a condition, which every lower bound meets too.
    func highest(where isFulfilled: (GatewayBounds.Bound) -> Bool) -> [GatewayBounds.Bound] {
        var found: [GatewayBounds.Bound] = []
        var builds = builds[...]
        for version in versions {
            // Below a lower version, only a higher build says more.
            guard let place = builds.firstIndex(where: { isFulfilled(.init(version: version, build: $0)) }) else {
                continue
            }
            found.append(.init(version: version, build: builds[place]))
            builds = builds[..<place]
        }
        return found
    }
}

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
