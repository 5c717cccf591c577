import AppGate
import Foundation
import ManifestVerifier
import TestSupport
import Testing

/// Who is told something in the file of `mutations.mjs`.
private struct Told: Decodable {
    let platform: String
    let system: String
    let app: String?
    let build: String?
    let languages: [String]
    let source: String
    let now: Double
    let channel: String?
    let region: String?
    let model: String?
    let install: String?
    let scope: String?
    let store: String?
    let seen: [String: Int64]?

    func device() throws -> Device {
        let number = Int(system)
        var device = Device(
            system: platform == "ios"
                ? .ios(try #require(NumericVersion(system))) : .android(sdk: try #require(number)),
            reportedVersion: app, reportedBuild: build, languages: languages)
        (device.channel, device.region, device.model) = (channel, region, model)
        device.installID = install.flatMap { InstallID($0) }
        return device
    }
}

/// Decides like the client of the web, in the words of its program.
private struct Judge {
    private struct Heading: Decodable {
        let told: [Told]
        let date: Int64
    }

    private let told: [(who: Told, device: Device)]
    private let date: SignedDate

    init(_ heading: Substring) throws {
        let heading = try JSONDecoder().decode(Heading.self, from: Data(heading.utf8))
        told = try heading.told.map { ($0, try $0.device()) }
        date = try #require(SignedDate(secondsSince1970: heading.date))
    }

    func verdict(_ format: DocumentFormat, _ body: [UInt8], for index: Int) throws -> String {
        let (who, device) = told[index]
        guard let content = try? DocumentContent(format, body: body) else { return "refused" }
        let sources: [String: Decision.Source] = ["fetched": .fetched, "stored": .stored, "embedded": .embedded]
        let source = try #require(sources[who.source])
        let store = who.store.flatMap { NumericVersion($0) }.map { StoreVersion(version: $0) }
        if case .gate(let document) = content {
            guard document.platform == device.platform else { return "refused" }
            let time = RuleTime(of: date, clock: Date(timeIntervalSince1970: who.now))
            let seen = (who.seen ?? [:]).compactMapValues { Instant(secondsSince1970: $0) }
            return text(
                decide(
                    document, for: device, at: time, firstSeen: seen, scope: who.scope, store: store, source: source),
                unreadable: document.unreadableApp(on: device))
        }
        let selection = Requirements.Selection(configEnvironment: "mainnet")
        guard let requirements = try? Requirements(content, platform: device.platform, selecting: selection) else {
            return "refused"
        }
        let decision = decide(requirements, for: device, store: store, source: source)
        return text(decision, unreadable: requirements.unreadableApp(on: device))
    }

    private func text(_ decision: Decision, unreadable: UnreadableApp? = nil) -> String {
        func chosen(_ text: ChosenText?) -> String { text.map { "\($0.language)=\($0.text)" } ?? "" }
        let update = decision.update
        var (outcome, title, message) = ("available", update?.title, "")
        switch decision.outcome {
        case .available: break
        case .recommended: outcome = "recommended"
        case .required: outcome = "required"
        case .maintenance(let notice):
            outcome = "maintenance"
            title = notice.title
            message = notice.message.map { "\(notice.language?.rawValue ?? "")=\($0)" } ?? ""
        }
        let reading =
            switch unreadable {
            case .version: "version"
            case .build: "build"
            case nil: ""
            }
        return
            ([outcome, decision.rule ?? ""] + (update.map { subject($0.subject) } ?? ["", "", "", ""]) + [
                update?.isObtainable == false ? "no" : "", chosen(title), chosen(update?.description), message,
                update?.url ?? "", update.map { "\($0.store)" } ?? "",
                update?.due.map { "\($0.secondsSince1970)" } ?? "", reading,
            ]).joined(separator: "\u{1F}")
    }

    /// Subject, version, build and SDK level.
    private func subject(_ subject: Update.Subject) -> [String] {
        switch subject {
        case .system(.ios(let version)): ["system", version.spelling, "", ""]
        case .system(.android(let sdk)): ["system", "", "", "\(sdk)"]
        case .app(.version(let version)): ["app", version.spelling, "", ""]
        case .app(.build(let build, let shown)): ["app", shown?.spelling ?? "", "\(build)", ""]
        case .rule(_, let target): ["rule", target?.spelling ?? "", "", ""]
        }
    }
}

/// Verifies like the client of the web.
private struct DownloadJudge {
    private let verifiers: [(verifier: Verifier, now: Date)]

    init() throws {
        let file = try VectorFile("verification-headers.json")
        verifiers = try file.cases.map { members in
            var members = members
            let ring = try #require(file.rings[members.text("ring")])
            return (
                Verifier(
                    keyRing: ring, environment: try members.value("environment") { EnvironmentName($0) },
                    format: try members.word("format"), profile: try members.word("profile"),
                    clockSkew: try members.optionalInteger("clockSkew").map { .seconds($0) } ?? Limits.clockSkew,
                    bodyLimit: try members.optionalInteger("bodyLimit") ?? Limits.manifestBytes),
                try members.moment("now")
            )
        }
    }

    func verdict(_ index: Int, _ body: [UInt8], _ fields: String) -> String {
        let words = fields.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let headers = stride(from: 0, to: words.count - 1, by: 2).map {
            HeaderField(unchecked: words[$0], value: words[$0 + 1])
        }
        let (verifier, now) = verifiers[index]
        do throws(VerificationError) {
            let manifest = try verifier.verify(Download(body: body, headers: headers), stored: nil, now: now)
            return "accepted \(manifest.key.id)"
        } catch {
            return "\(error.code) \(error.phrase)"
        }
    }
}

@Test(.peers(.node), arguments: [1, 2])
func `the client of the web and Swift agree on documents that were changed at random`(seed: Int) throws {
    let count = Fuzz.rounds(50_000)
    let programs = repositoryRoot.appending(path: "Tests/Clients/web").path
    let client = repositoryRoot.appending(path: "Sources/ReferenceClients/web/signet.js").path
    let vectors = VectorFile.folder.appending(path: "verification-headers.json").path
    let said = try check("node", ["\(programs)/mutations.mjs", client, vectors, "\(count)", "\(seed)"])
    var lines = said.split(separator: "\n")
    try #require(lines.count == count + 1)
    let (judge, downloads) = (try Judge(lines.removeFirst()), try DownloadJudge())
    var decided = 0
    for line in lines {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(columns.count == (columns[0] == "download" ? 5 : 4))
        let number = try #require(Int(columns[1]))
        let body = try #require(Base64.decode(columns[2]))
        let (verdict, found): (String, String)
        if columns[0] == "download" {
            let fields = String(decoding: try #require(Base64.decode(columns[3])), as: UTF8.self)
            (verdict, found) = (columns[4], downloads.verdict(number, body, fields))
        } else {
            verdict = String(decoding: try #require(Base64.decode(columns[3])), as: UTF8.self)
            found = try judge.verdict(try #require(DocumentFormat(rawValue: columns[0])), body, for: number)
            if found != "refused" { decided += 1 }
        }
        // A difference is recorded once, with what it takes to see it again.
        try #require(
            Array(verdict.utf8) == Array(found.utf8),
            "\(columns[0]) \(number): \(String(decoding: body, as: UTF8.self))\nclient \(verdict)\nSwift  \(found)")
    }
    #expect(decided > count / 5)
}
