import Foundation
import ManifestVerifier
import Testing
import WebBundles

/// What a device has, and what it is told by an index of web bundles.
struct BundleCase {
    let name: String
    let index: String
    let device: BundleDevice
    let embedded: SemanticVersion
    let stored: [StoredBundle]
    let trial: SemanticVersion?
    let failed: [SemanticVersion]
    let signed: Instant
    let now: Instant
    let isFetched: Bool
    let expected: JSONValue

    init(_ members: Members) throws {
        var members = members
        name = try members.text("name")
        index = try members.text("index")
        device = try BundleDevice(vector: members.required("device"))
        embedded = try members.value("embedded") { SemanticVersion($0) }
        var trial: SemanticVersion?
        stored = try members.elements("stored").map { element in
            var members = try Members(element)
            let version = try members.value("version") { SemanticVersion($0) }
            let minimum = try members.value("min") { NumericVersion($0) }
            let maximum = try members.optionalText("max").flatMap { NumericVersion($0) }
            let state = try members.text("is")
            let files = try members.optionalText("files")
            try members.end()
            #expect(["confirmed", "trial", "downloaded"].contains(state))
            if state == "trial" { trial = version }
            return StoredBundle(
                version: version, sha256: String(repeating: "ab", count: 32),
                files: files ?? String(repeating: "cd", count: 32),
                shells: try #require(ShellRange(minimum, maximum)), isConfirmed: state == "confirmed")
        }
        self.trial = trial
        failed = try members.elements("failed").map { try $0.asBundleVersion() }
        signed = try members.value("signed") { Instant($0) }
        now = try members.value("now") { Instant($0) }
        isFetched = try members.required("fetched").asBool()
        expected = try members.required("verdict")
        try members.end()
    }

    func verdict(_ body: [UInt8]) -> JSONValue {
        guard let index = try? WebBundleIndex(body: body) else {
            return .object([JSONMember("refused", .init(.bool(true)))])
        }
        var state = StoreState(
            bundles: stored, current: nil, previous: nil,
            trial: trial.map { StoreState.Trial(version: $0, starts: 1, since: 0) },
            failures: Dictionary(uniqueKeysWithValues: failed.map { ($0, 0) }), withdrawn: [])
        state.obey(index)
        let selection = Selection(
            device, embedded: embedded, fetched: isFetched ? FetchedIndex(index, signed: signed) : nil, clock: now)
        var members = [JSONMember("start", .string(selection.choice(in: state).description))]
        switch selection.download(in: state) {
        case .install(let entry): members.append(JSONMember("download", .string(entry.bundle.version.spelling)))
        case .needsShell(let minimum, _): members.append(JSONMember("needsShell", .string(minimum.spelling)))
        case .nothing: break
        }
        return .object(members)
    }
}

extension BundleDevice {
    fileprivate init(vector value: JSONValue) throws {
        var members = try Members(value)
        let platform = try members.word("platform", Platform.self)
        let shell = try members.value("shell") { NumericVersion($0) }
        let channel = try members.optionalText("channel")
        let install = try members.optionalText("install")
        try members.end()
        self.init(
            platform: platform, shell: shell, channel: channel,
            installID: try install.map { try #require(InstallID($0)) })
    }
}

@Test func `devices start and download the bundles that the vectors say`() throws {
    let file = try VectorFile("Bundles/offers.json")
    for members in file.cases {
        let bundleCase = try BundleCase(members)
        let verdict = bundleCase.verdict(try file.document(bundleCase.index))
        #expect(
            JSONWriter.bytes(of: verdict) == JSONWriter.bytes(of: bundleCase.expected),
            "\(bundleCase.name): \(String(decoding: JSONWriter.bytes(of: verdict), as: UTF8.self))")
    }
}
