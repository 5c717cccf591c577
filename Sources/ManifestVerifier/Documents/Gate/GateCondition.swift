/// One condition of a rule.
public enum GateCondition: Equatable, Sendable {
    /// The version of the app is one of these.
    case app([VersionPattern])
    /// The build of the app is one of these; on Android its version code.
    case build([VersionPattern])
    /// The version of iOS, or the SDK level of Android, is one of these.
    case system([VersionPattern])
    /// The channel of the app is one of these.
    case channel([String])
    /// The region of the device is one of these.
    case region([String])
    /// The model of the device is one of these, or begins with one that ends in `*`, without that.
    case model([String])
    /// Not before this time.
    case from(Instant)
    /// Before this time.
    case until(Instant)
    /// The device belongs to a share of all.
    case share(RolloutShare)
    /// A condition that this client does not know, or whose value it cannot read: it never holds.
    case unknown(name: String)

    package func name(on platform: Platform) -> String {
        switch self {
        case .app: "app"
        case .build: "build"
        case .system: platform.systemCondition
        case .channel: "channel"
        case .region: "region"
        case .model: "model"
        case .from: "from"
        case .until: "until"
        case .share: "share"
        case .unknown(let name): name
        }
    }
}

// MARK: JSON

extension GateCondition {
    init(_ member: JSONMember, platform: Platform) {
        do throws(JSONShapeError) {
            guard let known = try GateCondition(known: member, platform: platform) else {
                self = .unknown(name: member.name)
                return
            }
            self = known
        } catch {
            self = .unknown(name: member.name)
        }
    }

    /// Reads a member of `when`; nil for a condition of another name, an error for one whose value cannot be read.
    package init?(known member: JSONMember, platform: Platform) throws(JSONShapeError) {
        let value = member.value
        switch member.name {
        case "app": self = .app(try value.asVersionPatterns())
        case "build": self = .build(try value.asVersionPatterns())
        case platform.systemCondition: self = .system(try value.asVersionPatterns())
        case "channel": self = .channel(try value.asWords())
        case "region": self = .region(try value.asWords())
        case "model": self = .model(try value.asWords())
        case "from": self = .from(try value.asInstant())
        case "until": self = .until(try value.asInstant())
        case "share": self = .share(try RolloutShare(value))
        default: return nil
        }
    }

    /// The member of `when`; nil for one that this client cannot read.
    func member(_ platform: Platform) -> JSONMember? {
        let value: JSONValue
        switch self {
        case .app(let patterns), .build(let patterns), .system(let patterns): value = patterns.json
        case .channel(let words), .region(let words), .model(let words):
            value = words.count == 1 ? .string(words[0]) : .array(words.map { .string($0) })
        case .from(let instant), .until(let instant): value = .string(instant.description)
        case .share(let share): value = share.json
        case .unknown: return nil
        }
        return JSONMember(name(on: platform), value)
    }
}

extension [VersionPattern] {
    var json: JSONValue {
        count == 1 ? .string(self[0].description) : .array(map { .string($0.description) })
    }
}

extension JSONValue {
    /// One pattern of versions, or an array of them.
    package func asVersionPatterns() throws(JSONShapeError) -> [VersionPattern] {
        var patterns: [VersionPattern] = []
        for value in try oneOrMore() {
            let text = try value.asString()
            guard let pattern = VersionPattern(text) else {
                throw value.unacceptable("\"\(text)\" is not 3.2.0, <3.2.0, <=3.2.0, >=3.2.0, >3.2.0 or 3.1.0...3.2.0")
            }
            patterns.append(pattern)
        }
        return patterns
    }

    /// One text, or an array of texts.
    fileprivate func asWords() throws(JSONShapeError) -> [String] {
        var words: [String] = []
        for value in try oneOrMore() { words.append(try value.asString()) }
        return words
    }

    private func oneOrMore() throws(JSONShapeError) -> [JSONValue] {
        guard case .array(let elements) = content else { return [self] }
        guard !elements.isEmpty else { throw unacceptable("there is nothing in it") }
        return elements
    }

    /// A moment like `2026-12-01T00:00:00Z`.
    package func asInstant() throws(JSONShapeError) -> Instant {
        let text = try asString()
        guard let instant = Instant(text) else {
            throw unacceptable("\"\(text)\" is not a time like 2026-12-01T00:00:00Z")
        }
        return instant
    }

    /// A duration like `7d`.
    package func asTimeSpan() throws(JSONShapeError) -> TimeSpan {
        let text = try asString()
        guard let span = TimeSpan(text) else {
            throw unacceptable("\"\(text)\" is not a duration like 90s, 30m, 12h or 2d")
        }
        return span
    }
}
