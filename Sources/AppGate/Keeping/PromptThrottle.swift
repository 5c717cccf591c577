import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once when
/// a newer version is recommended.
///
/// One object is one session. "Later" is kept in a file, separately for updates of the system, of the app, and for each rule
/// of a gate document: "Later" to one rule does not silence another. Several objects may share the file.
public actor PromptThrottle {
    private let file: StateFile
    private let interval: TimeInterval
    private let now: @Sendable () -> Date
    private var postponed: [Subject: Postponement] = [:]
    /// What this session has postponed and the file does not have.
    private var unkept: Set<Subject> = []
    private var shown: [Subject: Update.Subject] = [:]

    /// A throttle that keeps what was postponed in a file.
    ///
    /// - Parameters:
    ///   - file: need not exist yet; a damaged one counts as missing.
    ///   - interval: how many seconds "Later" is.
    ///   - now: the clock of the device.
    public init(
        file: URL, interval: TimeInterval = 3 * 24 * 3_600, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = StateFile(url: file, byteLimit: Self.fileLimit)
        self.interval = interval
        self.now = now
        postponed = Self.postponed((try? self.file.read()) ?? nil)
    }

    /// Whether to show this recommendation now; true counts as shown in this session.
    public func shouldShow(_ update: Update) -> Bool {
        let subject = Subject(update.subject)
        if let last = shown[subject], !update.subject.isNewer(than: last) { return false }
        if let last = postponed[subject], !update.subject.isNewer(than: last.subject), isStillPostponed(last) {
            return false
        }
        shown[subject] = update.subject
        return true
    }

    /// The user said "Later".
    ///
    /// Throws when that cannot be written; it still holds for this session.
    public func postpone(_ update: Update) throws {
        try keep(Postponement(subject: update.subject, date: now()))
    }

    private func isStillPostponed(_ postponement: Postponement) -> Bool {
        let elapsed = now().timeIntervalSince(postponement.date)
        if elapsed < 0 {
            // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
            // Without the file the next start comes here again.
            try? keep(Postponement(subject: postponement.subject, date: now()))
            return true
        }
        return elapsed < interval
    }

    /// More than one document recommends in the days that "Later" lasts; the oldest are dropped.
    private static let rulesKept = 100
    /// Room for as many ids of rules.
    private static let fileLimit = 32 << 10
    /// From 1970 to 9999.
    private static let secondsKept = 0.0...253_402_300_799
}

// MARK: What is kept

extension PromptThrottle {
    private enum Subject: Hashable {
        case system
        case app
        case rule(String)

        init(_ subject: Update.Subject) {
            switch subject {
            case .system: self = .system
            case .app: self = .app
            case .rule(let id, _): self = .rule(id)
            }
        }
    }

    private struct Postponement {
        let subject: Update.Subject
        let date: Date

        init(subject: Update.Subject, date: Date) {
            self.subject = subject
            self.date = date
        }

        /// Whole seconds since 1970, within what is read again.
        private var seconds: Int {
            let seconds = date.timeIntervalSince1970
            return PromptThrottle.secondsKept.contains(seconds) ? Int(seconds) : 0
        }

        var json: JSONValue {
            let members = subject.spelling.map { JSONMember($0.kind, .string($0.value)) }
            return .object(members + [JSONMember("postponed", .integer(seconds))])
        }

        /// Nil for anything that `json` does not give.
        init?(_ entry: JSONValue) {
            guard let seconds = try? entry["postponed"]?.asInteger(), secondsKept.contains(Double(seconds)),
                let subject = Update.Subject(kept: entry)
            else { return nil }
            self.init(subject: subject, date: Date(timeIntervalSince1970: Double(seconds)))
        }
    }

    /// Adds to what the file has, which other objects write as well.
    private func keep(_ postponement: Postponement) throws {
        let subject = Subject(postponement.subject)
        postponed[subject] = postponement
        unkept.insert(subject)
        for _ in 0..<StateFile.attempts {
            let kept = try file.read()
            postponed.merge(Self.postponed(kept)) { mine, theirs in
                unkept.contains(Subject(mine.subject)) ? mine : theirs
            }
            if try file.replace(kept, with: bytes, patience: StateFile.patience) {
                unkept = []
                return
            }
        }
        throw CocoaError(.fileWriteUnknown)
    }

    private var bytes: [UInt8] {
        let rules = postponed.values.filter { if case .rule = $0.subject { true } else { false } }
            .sorted { $0.date > $1.date }.prefix(Self.rulesKept)
        let members = [
            postponed[.system].map { JSONMember("system", $0.json) },
            postponed[.app].map { JSONMember("app", $0.json) },
            rules.isEmpty ? nil : JSONMember("rules", .array(rules.map(\.json))),
        ]
        return JSONWriter.bytes(of: .object(members.compactMap(\.self)))
    }

    private static func postponed(_ bytes: [UInt8]?) -> [Subject: Postponement] {
        guard let bytes, let value = try? JSONParser.parse(bytes) else { return [:] }
        let rules = (try? value["rules"]?.asArray()) ?? []
        var postponed: [Subject: Postponement] = [:]
        for entry in [value["system"], value["app"]].compactMap(\.self) + rules {
            guard let postponement = Postponement(entry) else { continue }
            postponed[Subject(postponement.subject)] = postponement
        }
        return postponed
    }
}

extension Update.Subject {
    /// Whether this asks for more than `other` does; what cannot be compared counts as newer.
    fileprivate func isNewer(than other: Update.Subject) -> Bool {
        switch (self, other) {
        case (.system(.ios(let version)), .system(.ios(let other))): version > other
        case (.system(.android(let sdk)), .system(.android(let other))): sdk > other
        case (.app(.version(let version)), .app(.version(let other))): version > other
        case (.app(.build(let build, _)), .app(.build(let other, _))): build > other
        // One rule; without a target it asks for no version in particular.
        case (.rule(_, let target?), .rule(_, let other?)): target > other
        case (.rule, .rule): false
        default: true
        }
    }

    fileprivate var spelling: [(kind: String, value: String)] {
        switch self {
        case .system(.ios(let version)): [("ios", version.spelling)]
        case .system(.android(let sdk)): [("sdk", String(sdk))]
        case .app(.version(let version)): [("version", version.spelling)]
        case .app(.build(let build, _)): [("build", String(build))]
        case .rule(let id, let target): [("rule", id)] + (target.map { [("target", $0.spelling)] } ?? [])
        }
    }

    fileprivate init?(kept entry: JSONValue) {
        func text(_ kind: String) -> String? { try? entry[kind]?.asString() }
        if let version = text("ios").flatMap(NumericVersion.init) {
            self = .system(.ios(version))
        } else if let sdk = text("sdk").flatMap({ Int($0) }) {
            self = .system(.android(sdk: sdk))
        } else if let version = text("version").flatMap(NumericVersion.init) {
            self = .app(.version(version))
        } else if let build = text("build").flatMap({ Int($0) }) {
            self = .app(.build(build, shownAs: nil))
        } else if let id = text("rule") {
            self = .rule(id, target: text("target").flatMap(NumericVersion.init))
        } else {
            return nil
        }
    }
}
