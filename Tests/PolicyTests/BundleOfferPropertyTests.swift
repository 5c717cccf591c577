import ManifestVerifier
import Policy
import PublicationTree
import Testing
import TestSupport
import WebBundles

/// A list of bundles as plain values, told without any of the code that is tested.
private struct PlainList {
    struct Entry {
        let version: Int
        var state: String
        /// By platform, the oldest and the newest shell.
        let shells: [Platform: (min: Int, max: Int?)]
        let channels: [String]?
        /// Hours since the start and hundredths of a percent.
        let steps: [(hour: Int, hundredths: Int)]?
    }

    static let start: Int64 = 1_796_083_200
    var entries: [Entry]

    init(_ random: inout SeededGenerator) {
        entries = (1...5).compactMap { version in
            guard Int.random(in: 0..<10, using: &random) < 8 else { return nil }
            var shells: [Platform: (min: Int, max: Int?)] = [:]
            for platform in Platform.allCases where version == 1 || Int.random(in: 0..<4, using: &random) > 0 {
                let minimum = Int.random(in: 1...3, using: &random)
                shells[platform] = (
                    minimum, Bool.random(using: &random) ? nil : minimum + Int.random(in: 0...2, using: &random)
                )
            }
            guard !shells.isEmpty else { return nil }
            var (hour, hundredths) = (0, 0)
            let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                hour += Int.random(in: 1...40, using: &random)
                hundredths = min(10_000, hundredths + Int.random(in: 0...4_000, using: &random))
                return (hour: hour, hundredths: hundredths)
            }
            return Entry(
                version: version,
                state: ["offered", "offered", "offered", "halted", "retired", "withdrawn"].randomElement(using: &random)
                    ?? "",
                shells: shells,
                channels: Int.random(in: 0..<4, using: &random) > 0
                    ? nil : [["beta"], ["qa", "beta"]].randomElement(using: &random),
                steps: Bool.random(using: &random) ? nil : steps)
        }
    }

    /// The list as a team has it.
    var text: String {
        let entries = entries.map { entry in
            let shells = entry.shells.sorted { $0.key.rawValue < $1.key.rawValue }.map { platform, range in
                "\"\(platform.rawValue)\": { \"min\": \"\(range.min)\"\(range.max.map { ", \"max\": \"\($0)\"" } ?? "") }"
            }
            var when: [String] = []
            if let steps = entry.steps {
                let pairs = steps.map { step in
                    let from = Instant(secondsSince1970: Self.start + Int64(step.hour) * 3_600)
                    return "[\"\(from?.description ?? "")\", \(Double(step.hundredths) / 100)]"
                }
                when.append("\"share\": { \"steps\": [\(pairs.joined(separator: ", "))] }")
            }
            if let channels = entry.channels {
                when.append("\"channels\": [\(channels.map { "\"\($0)\"" }.joined(separator: ", "))]")
            }
            let conditions = when.isEmpty ? "" : ", \"when\": { \(when.joined(separator: ", ")) }"
            let digest = String(repeating: "ab", count: 32)
            return
                "{ \"version\": \"1.\(entry.version).0\", \"sha256\": \"\(digest)\", \"size\": 9, \"files\": \"\(digest)\", "
                + "\"shells\": { \(shells.joined(separator: ", ")) }, \"state\": \"\(entry.state)\"\(conditions) }"
        }
        return "{ \"bundles\": [ \(entries.joined(separator: ",\n")) ] }"
    }

    /// What is published of it, as it is read again.
    var index: WebBundleIndex {
        get throws {
            let list = try BundleList(Array(text.utf8), file: "bundles.json")
            let offering = BundleOffering(list, file: "bundles.json", urlPrefix: "", cacheControl: .standard)
            let index = offering.unsignedIndex
            let signed = JSONWriter.bytes(of: index.json).split(separator: UInt8(ascii: "\n")).map { line in
                let text = String(decoding: line, as: UTF8.self)
                return text.contains("\"signature\"") ? text.replacing("\"\"", with: "\"MAYCAQECAQE=\"") : text
            }
            return try WebBundleIndex(body: Array(signed.joined(separator: "\n").utf8))
        }
    }
}

/// A device as plain values.
private struct PlainDevice {
    let platform: Platform
    let shell: Int
    let channel: String?
    let installID: InstallID?
    /// The versions in the store, each confirmed, on trial or only downloaded.
    var stored: [Int: String] = [:]
    let isFetched: Bool
    /// In hours since the start.
    let signed: Int
    let clock: Int

    init(_ random: inout SeededGenerator) throws {
        platform = Platform.allCases.randomElement(using: &random) ?? .ios
        shell = Int.random(in: 0...5, using: &random)
        channel = [nil, "beta", "qa"].randomElement(using: &random) ?? nil
        let digits = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
        installID = Int.random(in: 0..<10, using: &random) > 0 ? InstallID(digits) : nil
        isFetched = Int.random(in: 0..<4, using: &random) > 0
        signed = Int.random(in: 0...120, using: &random)
        clock = signed + Int.random(in: -30...80, using: &random)
        for version in 1...5 where Int.random(in: 0..<3, using: &random) == 0 {
            stored[version] = ["confirmed", "trial", "downloaded"].randomElement(using: &random)
        }
        let trials = stored.filter { $0.value == "trial" }.keys.sorted()
        for version in trials.dropFirst() { stored[version] = "downloaded" }
    }

    /// The hour by which steps count.
    var hour: Int { clock <= signed + 48 ? max(signed, clock) : signed }

    func isOffered(_ entry: PlainList.Entry, at hour: Int) -> Bool {
        guard entry.state == "offered", entry.shells[platform] != nil else { return false }
        if let channels = entry.channels { guard let channel, channels.contains(channel) else { return false } }
        guard let steps = entry.steps else { return true }
        guard let installID else { return false }
        let bytes = SHA256.hash(Array("bundle:1.\(entry.version).0:\(installID)".utf8)).bytes
        let place = bytes[..<4].reduce(0) { $0 << 8 | UInt64($1) }
        let hundredths = steps.last { $0.hour <= hour }?.hundredths ?? 0
        return place * 10_000 < UInt64(hundredths) << 32
    }

    func fits(_ entry: PlainList.Entry) -> Bool {
        entry.shells[platform].map { $0.min <= shell && shell <= $0.max ?? shell } ?? false
    }

    func selection(_ index: WebBundleIndex) throws -> (Selection, StoreState) {
        func instant(_ hour: Int) -> Instant? { Instant(secondsSince1970: PlainList.start + Int64(hour) * 3_600) }
        func version(_ number: Int) throws -> SemanticVersion { try #require(SemanticVersion("1.\(number).0")) }
        let any = try #require(NumericVersion("0").flatMap { ShellRange($0) })
        let bundles = try stored.map { number, state in
            StoredBundle(
                version: try version(number), sha256: "", files: "", shells: any, isConfirmed: state == "confirmed")
        }
        let trial = try stored.first { $0.value == "trial" }.map { try version($0.key) }
        var state = StoreState(
            bundles: bundles, current: nil, previous: nil,
            trial: trial.map { StoreState.Trial(version: $0, starts: 1, since: 0) }, failures: [:], withdrawn: [])
        state.obey(index)
        let device = BundleDevice(
            platform: platform, shell: try #require(NumericVersion("\(shell)")), channel: channel, installID: installID)
        let fetched = FetchedIndex(index, signed: try #require(instant(signed)))
        let selection = Selection(
            device, embedded: try version(0), fetched: isFetched ? fetched : nil, clock: instant(clock))
        return (selection, state)
    }

    /// The versions that it may start, by the rules as they are written.
    func startable(_ list: PlainList) -> [Int] {
        stored.compactMap { version, state in
            let entry = list.entries.first { $0.version == version }
            if entry?.state == "withdrawn" { return nil }
            if state == "confirmed" { return version }
            if entry?.state == "halted" { return nil }
            if state == "trial" { return version }
            return entry.map { isFetched && isOffered($0, at: hour) && fits($0) } == true ? version : nil
        }
    }
}

@Suite struct BundleOfferPropertyTests {
    @Test func `a device gets what it is offered, and nothing else`() throws {
        var random = SeededGenerator(seed: Fuzz.seed)
        var (downloads, starts) = (0, 0)
        for _ in 0..<Fuzz.rounds(2_000) {
            let list = PlainList(&random)
            let index = try list.index
            for _ in 0..<5 {
                let device = try PlainDevice(&random)
                let (selection, state) = try device.selection(index)
                let start = device.startable(list).max()
                let chosen = selection.choice(in: state).description
                #expect(chosen == start.map { "v1.\($0).0" } ?? "embedded", "\(list.text) \(device)")
                let offered = list.entries.filter { entry in
                    device.isFetched && device.isOffered(entry, at: device.hour) && device.fits(entry)
                        && device.stored[entry.version] == nil && entry.version > start ?? 0
                }.map(\.version).max()
                var download: Int?
                if case .install(let entry) = selection.download(in: state) {
                    download = list.entries.first { "1.\($0.version).0" == entry.bundle.version.spelling }?.version
                }
                #expect(download == offered, "\(list.text) \(device)")
                (downloads, starts) = (downloads + (download == nil ? 0 : 1), starts + (start == nil ? 0 : 1))
            }
        }
        // A property of nothing would hold as well.
        #expect(downloads > Fuzz.rounds(2_000) / 4 && starts > Fuzz.rounds(2_000))
    }

    @Test func `a share only grows with its steps`() throws {
        var random = SeededGenerator(seed: Fuzz.seed &+ 1)
        var grown = 0
        for _ in 0..<Fuzz.rounds(1_000) {
            let list = PlainList(&random)
            let index = try list.index
            let device = try PlainDevice(&random)
            let (selection, _) = try device.selection(index)
            var before: Set<SemanticVersion> = []
            for hour in stride(from: 0, through: 170, by: 5) {
                let time = try #require(Instant(secondsSince1970: PlainList.start + Int64(hour) * 3_600))
                let now = Set(index.offers(to: selection.device, at: time).map(\.bundle.version))
                #expect(before.isSubset(of: now), "\(list.text) \(device) at \(hour)")
                grown += now.count > before.count ? 1 : 0
                before = now
            }
        }
        #expect(grown > Fuzz.rounds(1_000) / 2)
    }

    @Test func `a halt reaches every device that has not confirmed, and no other`() throws {
        var random = SeededGenerator(seed: Fuzz.seed &+ 2)
        var (reached, spared) = (0, 0)
        for _ in 0..<Fuzz.rounds(2_000) {
            var list = PlainList(&random)
            guard
                let place = list.entries.indices.filter({ list.entries[$0].state == "offered" }).randomElement(
                    using: &random)
            else { continue }
            let device = try PlainDevice(&random)
            let version = list.entries[place].version
            let (before, had) = try device.selection(list.index)
            let wasShown = before.choice(in: had).description == "v1.\(version).0"
            list.entries[place].state = "halted"
            let (after, has) = try device.selection(list.index)
            let isShown = after.choice(in: has).description == "v1.\(version).0"
            #expect(isShown == (wasShown && device.stored[version] == "confirmed"), "\(list.text) \(device)")
            if case .install(let entry) = after.download(in: has) {
                #expect(entry.bundle.version.spelling != "1.\(version).0", "\(list.text) \(device)")
            }
            (reached, spared) = (reached + (wasShown && !isShown ? 1 : 0), spared + (isShown ? 1 : 0))
        }
        #expect(reached > 3 && spared > 3, "\(reached) \(spared)")
    }
}
