import AppGate
import ManifestVerifier
import TestPublisher
import Testing

/// What one document says to every device, as a table that a person can check.
///
/// A row is a system, a column an app: below the minimum, at it, between, at what is recommended, above. `S` and `A` are
/// a required update of the system and of the app, `s` and `a` a recommended one, `-` is available.
private struct Table: CustomTestStringConvertible {
    let name: String
    let format: DocumentFormat
    let body: String
    let platform: Platform
    let rows: [String]
    var isClosed = false
    /// Whether the store's version can be compared with what the document asks for.
    var isStoreComparable = true

    var testDescription: String { name }
}

// Versions that compare wrongly as text, and the equal ones spelled differently.
private let systems: [Platform: [Device.System]] = [
    .ios: ["9.9.9", "9.10.0", "13.4.9", "13.5", "13.10"].compactMap { NumericVersion($0).map { .ios($0) } },
    .android: [22, 23, 24, 25, 26].map { .android(sdk: $0) },
]
private let versions = ["1.9", "1.9.1", "1.9.10", "1.10", "2"].compactMap { NumericVersion($0) }
private let builds = [9_999, 10_000, 10_001, 40_000, 40_001]

private func requirement(_ name: String, _ value: String) -> String {
    #""\#(name)": { "value": \#(value), "description": { "en": "\#(name)" } }"#
}

private func ios(_ members: [(String, String)]) -> String {
    "{ " + members.map { requirement($0, "\"\($1)\"") }.joined(separator: ", ") + " }"
}

private func android(_ members: [(String, String)]) -> String {
    "{ " + members.map { requirement($0, $1) }.joined(separator: ", ") + " }"
}

private func config(_ isClosed: Bool, _ more: String = "") -> String {
    """
    { \(more)"minimumVersion": "1.9.1", "latestVersion": "1.10.0", "updateUrl": "https://example.com",
      "maintenanceMode": \(isClosed), "maintenanceMessage": "closed" }
    """
}

private let appOnly = [String](repeating: "Aaa--", count: 5)
private let minimumOnly = [String](repeating: "A----", count: 5)

private let tables: [Table] = [
    Table(
        name: "availability-ios, everything", format: .availabilityIOS,
        body: ios([
            ("minimumOSVersion", "9.10"), ("recommendedOSVersion", "13.5.0"), ("minimumAppVersion", "1.9.1"),
            ("recommendedAppVersion", "1.10.0"),
        ]),
        platform: .ios, rows: ["SSSSS", "Assss", "Assss", "Aaa--", "Aaa--"]),
    Table(
        name: "availability-ios, system recommended", format: .availabilityIOS,
        body: ios([
            ("minimumOSVersion", "9.10"), ("recommendedOSVersion", "13.5.0"), ("minimumAppVersion", "1.9.1"),
        ]),
        platform: .ios, rows: ["SSSSS", "Assss", "Assss", "A----", "A----"]),
    Table(
        name: "availability-ios, app recommended", format: .availabilityIOS,
        body: ios([
            ("minimumOSVersion", "9.10"), ("minimumAppVersion", "1.9.1"), ("recommendedAppVersion", "1.10.0"),
        ]),
        platform: .ios, rows: ["SSSSS", "Aaa--", "Aaa--", "Aaa--", "Aaa--"]),
    Table(
        name: "availability-ios, minimum", format: .availabilityIOS,
        body: ios([("minimumOSVersion", "9.10"), ("minimumAppVersion", "1.9.1")]),
        platform: .ios, rows: ["SSSSS", "A----", "A----", "A----", "A----"]),
    Table(
        name: "availability-ios, demise", format: .availabilityIOS,
        body: ios([("minimumOSVersion", "99"), ("minimumAppVersion", "99"), ("recommendedAppVersion", "99")]),
        platform: .ios, rows: [String](repeating: "SSSSS", count: 5)),
    Table(
        name: "availability-android, everything", format: .availabilityAndroid,
        body: android([
            ("minimumSDKVersion", "23"), ("minimumAppVersion", "10000"), ("recommendedAppVersion", "40000"),
        ]),
        platform: .android, rows: ["SSSSS", "Aaa--", "Aaa--", "Aaa--", "Aaa--"], isStoreComparable: false),
    Table(
        name: "availability-android, minimum", format: .availabilityAndroid,
        body: android([("minimumSDKVersion", "23"), ("minimumAppVersion", "10000")]),
        platform: .android, rows: ["SSSSS", "A----", "A----", "A----", "A----"], isStoreComparable: false),
    Table(name: "app-config, ios", format: .appConfig, body: config(false), platform: .ios, rows: appOnly),
    Table(name: "app-config, android", format: .appConfig, body: config(false), platform: .android, rows: appOnly),
    Table(
        name: "app-config, ios, maintenance", format: .appConfig, body: config(true), platform: .ios, rows: appOnly,
        isClosed: true),
    Table(
        name: "app-config, android, maintenance", format: .appConfig, body: config(true), platform: .android,
        rows: appOnly, isClosed: true),
    Table(
        name: "update-required, ios", format: .updateRequiredIOS,
        body: config(false, #""error": "update_required", "platform": "ios", "#), platform: .ios, rows: appOnly),
    Table(
        name: "update-required, android", format: .updateRequiredAndroid,
        body: config(false, #""error": "update_required", "platform": "android", "#), platform: .android,
        rows: appOnly),
    Table(
        name: "update-required, ios, maintenance", format: .updateRequiredIOS,
        body: config(true, #""error": "update_required", "platform": "ios", "#), platform: .ios, rows: appOnly,
        isClosed: true),
    Table(
        name: "update-required, android, maintenance", format: .updateRequiredAndroid,
        body: config(true, #""error": "update_required", "platform": "android", "#), platform: .android,
        rows: appOnly, isClosed: true),
    Table(
        name: "environment-config, ios", format: .environmentConfig, body: environmentConfig, platform: .ios,
        rows: minimumOnly),
    Table(
        name: "environment-config, android", format: .environmentConfig, body: environmentConfig, platform: .android,
        rows: minimumOnly),
    Table(
        name: "remote-config, ios", format: .remoteConfigIOS, body: remoteConfig("ios"), platform: .ios, rows: appOnly),
    Table(
        name: "remote-config, android", format: .remoteConfigAndroid, body: remoteConfig("android"),
        platform: .android, rows: appOnly),
]

private let environmentConfig = #"""
    { "environments": {
      "testnet": { "apps": { "ios": { "minimalVersion": "9", "build": 99999, "url": "https://example.com" } } },
      "mainnet": { "apps": {
        "ios": { "minimalVersion": "1.9.1", "build": 10000, "url": "https://example.com" },
        "android": { "minimalVersion": "1.9.1", "build": 10000, "url": "https://example.com" } } } } }
    """#

private func remoteConfig(_ platform: String) -> String {
    #"{ "platform": "\#(platform)", "force": "1.9.1", "optional": "1.10.0" }"#
}

/// What is known of the store.
private enum Store: CaseIterable {
    case unknown
    case belowMinimum
    case belowRecommended
    case recommended

    var version: StoreVersion? {
        let spelling: String? =
            switch self {
            case .unknown: nil
            case .belowMinimum: "1.9"
            case .belowRecommended: "1.9.1"
            case .recommended: "1.10.0"
            }
        return spelling.flatMap { NumericVersion($0) }.map { StoreVersion(version: $0) }
    }

    /// What becomes of a cell, and what is said of the store: `+` it has it, `!` it does not, `?` unknown.
    func cell(_ cell: Character) -> String {
        switch (self, cell) {
        case (.unknown, "A"), (.unknown, "a"): "\(cell)?"
        case (.belowMinimum, "A"): "A!"
        case (.belowMinimum, "a"): "-"
        case (.belowRecommended, "A"): "A+"
        case (.belowRecommended, "a"): "-"
        case (.recommended, "A"), (.recommended, "a"): "\(cell)+"
        case (_, "S"), (_, "s"): "\(cell)?"
        default: String(cell)
        }
    }
}

/// The cell of the table that a decision stands for.
private func cell(_ decision: Decision) -> String {
    func letter(_ update: Update, _ system: String, _ app: String) -> String {
        let store =
            switch update.store {
            case .unknown: "?"
            case .available: "+"
            case .missing: "!"
            }
        switch update.subject {
        case .system: return system + store
        case .app: return app + store
        case .rule: return "a rule"
        }
    }
    switch decision.outcome {
    case .available: return "-"
    case .recommended(let update): return letter(update, "s", "a")
    case .required(let update): return letter(update, "S", "A")
    case .maintenance(let notice): return notice.message == "closed" ? "M" : "M without its message"
    }
}

@Test(arguments: tables) private func `the order of the contract, for every document and device`(table: Table) throws {
    let content = try DocumentContent(table.format, body: Array(table.body.utf8))
    let selection = Requirements.Selection(
        remoteConfigNames: RemoteConfigNames(force: "force", optional: "optional"), configEnvironment: "mainnet")
    let requirements = try Requirements(content, platform: table.platform, selecting: selection)
    let systems = try #require(systems[table.platform])
    var cells = 0
    for (row, system) in systems.enumerated() {
        for column in 0..<5 {
            let device = Device(system: system, version: versions[column], build: builds[column], languages: ["en"])
            let expected = Array(table.rows[row])[column]
            for store in Store.allCases {
                for source in [Decision.Source.fetched, .stored, .embedded] {
                    let decision = decide(requirements, for: device, store: store.version, source: source)
                    let counted = table.isStoreComparable ? store : .unknown
                    let isClosed = table.isClosed && source == .fetched
                    #expect(cell(decision) == (isClosed ? "M" : counted.cell(expected)), "\(device), \(store)")
                    #expect(decision.isBlocked == (isClosed || "SA".contains(expected)))
                    #expect(decision.source == source)
                    cells += 1
                }
            }
        }
    }
    #expect(cells == 300)
}

@Test func `every document with bounds that an app decides by has its table`() {
    let decided = Set(tables.map(\.format))
    // Gate documents have tables of rules.
    let others: Set<DocumentFormat> = [
        .gateIOS, .gateAndroid, .firebaseTemplate, .webBundleManifest, .webBundleIndex, .webBundle, .file,
    ]
    #expect(decided == Set(DocumentFormat.allCases).subtracting(others))
}

@Test func `what is not known of an app is below nothing`() throws {
    for table in tables {
        let content = try DocumentContent(table.format, body: Array(table.body.utf8))
        let selection = Requirements.Selection(
            remoteConfigNames: RemoteConfigNames(force: "force", optional: "optional"), configEnvironment: "mainnet")
        let requirements = try Requirements(content, platform: table.platform, selecting: selection)
        let system = try #require(systems[table.platform]?.last)
        let unknown = Device(system: system, version: nil, build: nil, languages: [])
        // It is told what the newest app is told.
        let expected = try #require(table.rows.last?.last)
        #expect(cell(decide(requirements, for: unknown, source: .stored)) == Store.unknown.cell(expected), "\(table)")
    }
}

@Test func `an environment config decides by the build, whatever the version`() throws {
    let content = try DocumentContent(.environmentConfig, body: Array(environmentConfig.utf8))
    for platform in [Platform.ios, .android] {
        let requirements = try Requirements(
            content, platform: platform, selecting: Requirements.Selection(configEnvironment: "mainnet"))
        let system = try #require(systems[platform]?.last)
        for (version, build, expected) in [("9.9.9", 9_999, "A?"), ("0.1", 10_000, "-")] {
            let device = Device(system: system, version: NumericVersion(version), build: build, languages: [])
            #expect(cell(decide(requirements, for: device, source: .fetched)) == expected)
        }
    }
}

@Test func `a document for another platform, and one for nobody, decide nothing`() throws {
    for (format, platform) in [
        (DocumentFormat.availabilityIOS, Platform.android), (.availabilityAndroid, .ios), (.remoteConfigIOS, .android),
        (.remoteConfigAndroid, .ios), (.updateRequiredIOS, .android), (.updateRequiredAndroid, .ios),
        (.firebaseTemplate, .ios), (.firebaseTemplate, .android),
    ] {
        let content = try DocumentContent(format, body: try #require(Bodies.of(format)))
        #expect(throws: DocumentError.self) { try Requirements(content, platform: platform) }
    }
    #expect(throws: DocumentError.self) { try Requirements(.file, platform: .ios) }
}

@Test func `an environment config needs the environment of the app`() throws {
    let content = try DocumentContent(.environmentConfig, body: Array(environmentConfig.utf8))
    func requirements(_ id: String?, _ platform: Platform) throws -> Requirements {
        try Requirements(content, platform: platform, selecting: Requirements.Selection(configEnvironment: id))
    }
    #expect(throws: DocumentError.self) { try requirements(nil, .ios) }
    #expect(throws: DocumentError.self) { try requirements("Mainnet", .ios) }
    #expect(try requirements("mainnet", .ios).minimumApp?.bound == .build(10_000, shownAs: NumericVersion("1.9.1")))
    #expect(try requirements("mainnet", .ios).updateURL == "https://example.com")
    #expect(try requirements("testnet", .android) == Requirements())
}

@Test func `a remote config needs both of its parameters`() throws {
    let content = try DocumentContent(.remoteConfigIOS, body: Array(remoteConfig("ios").utf8))
    #expect(throws: DocumentError.self) { try Requirements(content, platform: .ios) }
    let names = Requirements.Selection(remoteConfigNames: RemoteConfigNames(force: "force", optional: "other"))
    #expect(throws: DocumentError.self) { try Requirements(content, platform: .ios, selecting: names) }
}
