import AppGate
import Classic
import ManifestVerifier
import Plan
import PublicationTree
import Testing
import TestSupport

/// Two bodies of one format that differ at random, and every device that could tell.
private struct RandomPair {
    let format: DocumentFormat
    let platform: Platform
    let bodies: [[UInt8]]

    private static let versions = ["0.0.0", "1.0.0", "1.0", "1.0.1", "1.1.0", "2.0.0"]
    private static let tags = ["en", "en-GB", "cy", "zh-Hant", "zh-TW"]
    private static let texts = ["Update", "Please update.", " ", "caf\u{E9}", "cafe\u{301}"]

    init(_ random: inout some RandomNumberGenerator) throws {
        let format = try #require(
            [
                DocumentFormat.availabilityIOS, .availabilityAndroid, .appConfig, .environmentConfig,
                .remoteConfigAndroid,
            ].randomElement(using: &random))
        self.format = format
        platform =
            switch format {
            case .availabilityAndroid, .remoteConfigAndroid: .android
            default: .ios
            }
        let first = Self.members(format, &random)
        // Most pairs have few differences, so that many of them have none that matters.
        let second = Self.members(format, &random)
        let changed = first.map { member in
            Int.random(in: 0..<4, using: &random) > 0 ? member : second.first { $0.0 == member.0 } ?? member
        }
        bodies = [first, changed].map { Array(Self.json(format, $0).utf8) }
    }

    /// The members of a body as JSON, where a member without a value is left out.
    private static func members(
        _ format: DocumentFormat, _ random: inout some RandomNumberGenerator
    ) -> [(String, String?)] {
        func version() -> String { "\"\(versions.randomElement(using: &random) ?? "")\"" }
        func text() -> String {
            let entries = tags.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map {
                "\"\($0)\": \"\(texts.randomElement(using: &random) ?? "")\""
            }
            return "{ \(entries.joined(separator: ", ")) }"
        }
        func requirement(_ value: String, hasTitle: Bool) -> String {
            "{ \"value\": \(value), " + (hasTitle ? "\"title\": \(text()), " : "") + "\"description\": \(text()) }"
        }
        func perhaps(_ value: @autoclosure () -> String) -> String? { Bool.random(using: &random) ? value() : nil }
        func number() -> String { String(Int.random(in: 1...4, using: &random)) }
        switch format {
        case .availabilityIOS:
            return [
                ("minimumOSVersion", requirement(version(), hasTitle: false)),
                ("recommendedOSVersion", perhaps(requirement(version(), hasTitle: true))),
                ("minimumAppVersion", requirement(version(), hasTitle: false)),
                ("recommendedAppVersion", perhaps(requirement(version(), hasTitle: true))),
            ]
        case .availabilityAndroid:
            return [
                ("minimumSDKVersion", requirement(number(), hasTitle: false)),
                ("minimumAppVersion", requirement(number(), hasTitle: false)),
                ("recommendedAppVersion", perhaps(requirement(number(), hasTitle: true))),
            ]
        case .environmentConfig:
            return [
                ("minimalVersion", version()), ("build", number()),
                ("url", "\"https://a.example/\(number())\""),
            ]
        case .remoteConfigAndroid:
            return [
                ("platform", "\"android\""), ("force_update_version", version()),
                ("optional_update_version", version()),
            ]
        default:
            let three = ["\"1.0.0\"", "\"1.0.1\"", "\"1.1.0\"", "\"0.0.0\""]
            let isClosed = Int.random(in: 0..<4, using: &random) == 0
            return [
                ("minimumVersion", three.randomElement(using: &random)),
                ("latestVersion", three.randomElement(using: &random)),
                ("updateUrl", "{ \"ios\": \"https://a.example/\(number())\" }"),
                ("maintenanceMode", isClosed ? "true" : "false"),
                ("maintenanceMessage", isClosed ? "\"\(texts.randomElement(using: &random) ?? "")\"" : "null"),
            ]
        }
    }

    private static func json(_ format: DocumentFormat, _ members: [(String, String?)]) -> String {
        let text = members.compactMap { name, value in value.map { "\"\(name)\": \($0)" } }.joined(separator: ", ")
        return format == .environmentConfig
            ? "{ \"environments\": { \"main\": { \"apps\": { \"ios\": { \(text) } } } } }" : "{ \(text) }"
    }

    /// What decide says of a body to every device: every version, build and system around the bounds, every language.
    func decisions(_ body: [UInt8]) throws -> [Decision] {
        let content = try #require(try format.reader.read(body) as? ClassicContent)
        let requirements = try Requirements(
            content.document, platform: platform, selecting: .init(configEnvironment: "main"))
        let languages = Self.tags.map { [$0] } + [[], ["en-US"], ["zh"], ["fr", "cy"]]
        let versions = ["0", "0.9", "1", "1.0.0.1", "1.0.1", "1.1", "1.9", "2.0.0", "3-rc1", "unreadable"]
        let systems: [Device.System] =
            platform == .ios
            ? ["0.0.0", "0.9", "1.0.0", "1.0.1", "1.0.5", "1.1.0", "2.0.0", "9"]
                .compactMap { NumericVersion($0).map { .ios($0) } } : (0...5).map { .android(sdk: $0) }
        let stores = ["0", "1.0.0", "1.0.1", "1.1.0", "2.0.0"].compactMap { NumericVersion($0) }
        // In this session, from the last one, and with each version in the store.
        let circumstances: [(source: Decision.Source, store: StoreVersion?, languages: [[String]])] =
            [(.fetched, nil, languages), (.stored, nil, languages)]
            + stores.map { (.fetched, StoreVersion(version: $0), [["en"]]) }
            + stores.map { (.stored, StoreVersion(version: $0), [["en"]]) }
        return systems.flatMap { system in
            versions.flatMap { version in
                (0...5).flatMap { build in
                    circumstances.flatMap { source, store, languages in
                        languages.map { languages in
                            decide(
                                requirements,
                                for: Device(
                                    system: system, reportedVersion: version, reportedBuild: String(build),
                                    languages: languages), store: store, source: source
                            )
                        }
                    }
                }
            }
        }
    }
}

@Test(arguments: 0..<UInt64(Fuzz.rounds(12)))
func `what decides in a comparison is empty exactly when every device decides alike`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (alike, unlike) = (0, 0)
    for _ in 0..<10 {
        let pair = try RandomPair(&random)
        let documents = try pair.bodies.map {
            ComparedTree.Document(path: try DocumentPath("document"), format: pair.format, body: $0)
        }
        let changes = DocumentComparison(documents[0], documents[1], platforms: [pair.platform]).changes
        let decisions = try pair.bodies.map(pair.decisions)
        let text = pair.bodies.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        #expect(changes.contains(where: \.isDecision) == (decisions[0] != decisions[1]), "\(text)\n\(changes)")
        if decisions[0] == decisions[1] { alike += 1 } else { unlike += 1 }
    }
    // Otherwise half of the promise was not tried.
    #expect(alike > 0 && unlike > 0)
}

@Test(
    arguments: [
        ("3.0.0", "3.2.0", "versions 3.0.0 to 3.1.x are blocked from now on"),
        ("3.2.0", "3.0.0", "versions 3.0.0 to 3.1.x run again"),
        ("3.1.9", "3.2.1", "versions 3.1.9 to 3.2.0 are blocked from now on"),
        ("3.2", "3.2.1", "versions 3.2 to 3.2.0 are blocked from now on"),
        ("3.2.0", "3.2.1", "version 3.2.0 is blocked from now on"),
        ("3", "4.0.0", "versions 3 to 3.x are blocked from now on"),
        ("3.0", "3.0.0", "the same version, written differently"),
    ])
func `a comparison says which versions a minimum blocks`(from: String, to: String, consequence: String) throws {
    let documents = try [from, to].map { version in
        let body = """
            { "minimumOSVersion": { "value": "1", "description": { "en": "a" } },
              "minimumAppVersion": { "value": "\(version)", "description": { "en": "a" } } }
            """
        return ComparedTree.Document(
            path: try DocumentPath("document"), format: .availabilityIOS, body: Array(body.utf8))
    }
    let changes = DocumentComparison(documents[0], documents[1], platforms: [.ios]).changes
    #expect(changes.map(\.consequence) == [consequence])
    #expect(changes.map(\.headline) == ["iOS: minimum app \(from) → \(to)"])
}

@Test func `texts are compared word by word`() {
    #expect(
        WordDifference(from: "Please update now.", to: "Please update the app now.").parts
            == [.kept("Please update "), .added("the app "), .kept("now.")])
    #expect(WordDifference(from: "", to: "new").parts == [.added("new")])
    #expect(WordDifference(from: "same text", to: "same text").parts == [.kept("same text")])
    let long = String(repeating: "word ", count: 2_000)
    #expect(WordDifference(from: long, to: long + "end").parts == [.removed(long), .added(long + "end")])
}
