import Foundation
import ManifestVerifier
import Testing
import WebBundles

/// A row of the table: what is there, what is no longer to be used, and what is shown.
struct SelectionCase: CustomTestStringConvertible, Sendable {
    /// `1.5.0`, `1.5.0@2.1.0` for a minimum shell, `1.5.0@2.0.0..2.9` with a maximum.
    let stored: [String]
    var failed: [String] = []
    var withdrawn: [String] = []
    var shell = "2.0.0"
    var embedded = "1.4.0"
    let shown: String

    var testDescription: String {
        "\(stored) failed \(failed) withdrawn \(withdrawn) shell \(shell) embedded \(embedded): \(shown)"
    }

    // Written by hand from the contract, not computed.
    static let table: [SelectionCase] = [
        .init(stored: [], shown: "embedded"),
        .init(stored: ["1.5.0"], shown: "v1.5.0"),
        .init(stored: ["1.5.0", "1.5.1"], shown: "v1.5.1"),
        // By precedence, not as text.
        .init(stored: ["1.9.0", "1.10.0"], shown: "v1.10.0"),
        .init(stored: ["2.0.0-rc.1", "1.10.0"], shown: "v2.0.0-rc.1"),
        .init(stored: ["2.0.0-rc.1", "2.0.0"], shown: "v2.0.0"),
        .init(stored: ["2.0.0-rc.2", "2.0.0-rc.11"], shown: "v2.0.0-rc.11"),
        // The embedded bundle competes by its version.
        .init(stored: ["1.3.0"], shown: "embedded"),
        .init(stored: ["1.4.0"], shown: "embedded"),
        .init(stored: ["1.4.0-rc.1"], shown: "embedded"),
        .init(stored: ["1.5.0"], embedded: "1.6.0", shown: "embedded"),
        // Bounds of the shell belong to the range.
        .init(stored: ["1.5.0@2.0.0"], shown: "v1.5.0"),
        .init(stored: ["1.5.0@2.0.1"], shown: "embedded"),
        .init(stored: ["1.5.0@1.0.0..2.0.0"], shown: "v1.5.0"),
        .init(stored: ["1.5.0@1.0.0..1.99.99"], shown: "embedded"),
        .init(stored: ["1.5.0@2.0.0", "1.6.0@2.1.0"], shown: "v1.5.0"),
        .init(stored: ["1.5.0@2.0.0", "1.6.0@2.1.0"], shell: "2.1", shown: "v1.6.0"),
        .init(stored: ["1.5.0@2.0.0..2.0.0", "1.6.0@2.1.0"], shell: "2.0.5", shown: "embedded"),
        // What failed or is withdrawn is passed over.
        .init(stored: ["1.5.0", "1.5.1"], failed: ["1.5.1"], shown: "v1.5.0"),
        .init(stored: ["1.5.0", "1.5.1"], withdrawn: ["1.5.1"], shown: "v1.5.0"),
        .init(stored: ["1.5.0", "1.5.1"], failed: ["1.5.0"], withdrawn: ["1.5.1"], shown: "embedded"),
        .init(stored: ["1.5.0", "1.5.1"], failed: ["1.5.0"], shown: "v1.5.1"),
        // A withdrawn embedded bundle gives way to anything, and stays when there is nothing.
        .init(stored: ["1.3.0"], withdrawn: ["1.4.0"], shown: "v1.3.0"),
        .init(stored: [], withdrawn: ["1.4.0"], shown: "embedded"),
        .init(stored: ["1.3.0"], failed: ["1.3.0"], withdrawn: ["1.4.0"], shown: "embedded"),
        .init(stored: ["1.3.0@3.0.0"], withdrawn: ["1.4.0"], shown: "embedded"),
    ]

    var state: StoreState {
        get throws {
            StoreState(
                bundles: try stored.map(StoredBundle.init(text:)), current: nil, previous: nil, trial: nil,
                failures: Dictionary(uniqueKeysWithValues: try failed.map { (try StoreBench.version($0), 0) }),
                withdrawn: try withdrawn.map(StoreBench.version))
        }
    }

    var selection: Selection {
        get throws {
            Selection(
                shell: try #require(NumericVersion(shell)), embedded: try StoreBench.version(embedded),
                offering: try stored.map(StoredBundle.init(text:)))
        }
    }
}

extension Selection {
    /// That of a device whose session knows an index that offers all of these to everybody.
    init(shell: NumericVersion, embedded: SemanticVersion, offering bundles: [StoredBundle]) {
        let entries = bundles.map { bundle in
            WebBundleIndex.Entry(
                bundle: WebBundle(version: bundle.version, url: "a", sha256: bundle.sha256, signature: [0]),
                byteCount: 1, shells: [.ios: bundle.shells], files: bundle.sha256)
        }
        let signed = Instant(secondsSince1970: 0)
        self.init(
            BundleDevice(platform: .ios, shell: shell), embedded: embedded,
            fetched: signed.map { FetchedIndex(WebBundleIndex(entries), signed: $0) }, clock: nil)
    }
}

extension StoredBundle {
    /// `1.5.0@2.0.0..2.9!`: version, shells, and whether it is confirmed.
    init(text: String) throws {
        let parts = text.replacing("!", with: "").components(separatedBy: "@")
        let bounds = parts.count > 1 ? parts[1].components(separatedBy: "..") : ["0"]
        self.init(
            version: try StoreBench.version(parts[0]), sha256: String(repeating: "0", count: 64),
            files: String(repeating: "1", count: 64),
            shells: try StoreBench.range(bounds[0], bounds.count > 1 ? bounds[1] : nil),
            isConfirmed: text.hasSuffix("!"))
    }
}

@Suite struct `A selection` {
    @Test(arguments: SelectionCase.table)
    func `is the highest version that fits and may be used, else the embedded one`(row: SelectionCase) throws {
        #expect(try row.selection.choice(in: row.state).description == row.shown)
    }

    @Test func `of what is confirmed passes over what is not`() throws {
        let row = SelectionCase(stored: ["1.5.0!", "1.5.1"], shown: "v1.5.1")
        #expect(try row.selection.choice(in: row.state, onlyConfirmed: true).description == "v1.5.0")
    }

    @Test func `without the shown one is what comes next`() throws {
        let row = SelectionCase(stored: ["1.5.0", "1.5.1"], shown: "v1.5.1")
        let state = try row.state
        #expect(
            try row.selection.choice(in: state, excluding: .stored(StoreBench.version("1.5.1"))).description == "v1.5.0"
        )
        #expect(try row.selection.choice(in: state, excluding: .embedded).description == "v1.5.1")
    }
}

@Suite struct `A store` {
    @Test(arguments: [
        // What is there, current, previous, how many are kept, and which.
        (["1.1.0", "1.2.0", "1.3.0", "1.4.0"], "v1.4.0", "v1.3.0", 3, ["1.2.0", "1.3.0", "1.4.0"]),
        (["1.1.0", "1.2.0", "1.3.0", "1.4.0"], "v1.1.0", "embedded", 2, ["1.1.0", "1.3.0", "1.4.0"]),
        (["1.1.0", "1.2.0", "1.3.0", "1.4.0"], "v1.2.0", "v1.1.0", 1, ["1.1.0", "1.2.0", "1.4.0"]),
        (["1.1.0", "1.2.0", "1.3.0"], "embedded", "v1.1.0", 0, ["1.1.0", "1.3.0"]),
        (["1.10.0", "1.9.0"], "embedded", "embedded", 1, ["1.10.0"]),
        (["1.1.0"], "embedded", "embedded", 3, ["1.1.0"]),
    ])
    func `keeps the newest, the current and the previous`(
        stored: [String], current: String, previous: String, count: Int, kept: [String]
    ) throws {
        let state = StoreState(
            bundles: try stored.map(StoredBundle.init(text:)), current: try StoreBench.bundle(current),
            previous: try StoreBench.bundle(previous), trial: nil, failures: [:], withdrawn: [])
        #expect(Retention.kept(of: state, keeping: count, next: .embedded).map(\.version.spelling) == kept)
    }
}
