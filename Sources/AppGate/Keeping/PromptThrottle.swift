import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once when
/// a newer version is recommended.
///
/// One object is one session. "Later" is kept in a file, separately for updates of the system and of the app.
public actor PromptThrottle {
    private let file: StateFile
    private let interval: Duration
    private let now: @Sendable () -> Date
    private var postponed: [Subject: Postponement] = [:]
    private var shown: [Subject: Update.Subject] = [:]

    /// A throttle that keeps what was postponed in a file.
    ///
    /// - Parameters:
    ///   - file: need not exist yet; a damaged one counts as missing.
    ///   - interval: how long "Later" is.
    ///   - now: the clock of the device.
    public init(
        file: URL, interval: Duration = .seconds(3 * 24 * 3_600), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = StateFile(url: file, byteLimit: Self.fileLimit)
        self.interval = interval
        self.now = now
        postponed = Self.read(self.file)
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
        postponed[Subject(update.subject)] = Postponement(subject: update.subject, date: now())
        try write()
    }

    private func isStillPostponed(_ postponement: Postponement) -> Bool {
        let elapsed = now().timeIntervalSince(postponement.date)
        if elapsed < 0 {
            // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
            postponed[Subject(postponement.subject)]?.date = now()
            // Without the file the next start comes here again.
            try? write()
            return true
        }
        return elapsed < interval / .seconds(1)
    }

    private static let fileLimit = 4_096
    /// From 1970 to 9999.
    private static let secondsKept = 0.0...253_402_300_799
}

// MARK: What is kept

extension PromptThrottle {
    private enum Subject: String, CaseIterable {
        case system
        case app

        init(_ subject: Update.Subject) {
            switch subject {
            case .system: self = .system
            case .app: self = .app
            }
        }
    }

    private struct Postponement {
        let subject: Update.Subject
        var date: Date

        /// Whole seconds since 1970, within what is read again.
        var seconds: Int {
            let seconds = date.timeIntervalSince1970
            return PromptThrottle.secondsKept.contains(seconds) ? Int(seconds) : 0
        }
    }

    private func write() throws {
        let members = Subject.allCases.compactMap { subject -> JSONMember? in
            guard let postponement = postponed[subject] else { return nil }
            let (kind, value) = postponement.subject.spelling
            return JSONMember(
                subject.rawValue,
                .object([
                    JSONMember(kind, .string(value)),
                    JSONMember("postponed", .integer(postponement.seconds)),
                ]))
        }
        try file.write(JSONWriter.bytes(of: .object(members)))
    }

    private static func read(_ file: StateFile) -> [Subject: Postponement] {
        guard let bytes = try? file.read(), let value = try? JSONParser.parse(bytes) else { return [:] }
        var postponed: [Subject: Postponement] = [:]
        for subject in Subject.allCases {
            guard let entry = value[subject.rawValue], let seconds = try? entry["postponed"]?.asInteger(),
                secondsKept.contains(Double(seconds)),
                let update = Update.Subject(kept: entry), Subject(update) == subject
            else { continue }
            postponed[subject] = Postponement(subject: update, date: Date(timeIntervalSince1970: Double(seconds)))
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
        default: true
        }
    }

    fileprivate var spelling: (kind: String, value: String) {
        switch self {
        case .system(.ios(let version)): ("ios", version.spelling)
        case .system(.android(let sdk)): ("sdk", String(sdk))
        case .app(.version(let version)): ("version", version.spelling)
        case .app(.build(let build, _)): ("build", String(build))
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
        } else {
            return nil
        }
    }
}
