import Diagnostics
import ManifestVerifier
import Policy

package struct Change: Sendable {
    /// What it is about. The raw value is stable: programs filter by it.
    package enum Kind: String, Sendable, CaseIterable {
        case maintenance
        case minimumSystem = "minimum-system"
        case minimumApp = "minimum-app"
        case shownVersion = "shown-version"
        case recommendedSystem = "recommended-system"
        case recommendedApp = "recommended-app"
        case updateURL = "update-url"
        case title
        case description
        /// What people are told during maintenance by a rule, in one language.
        case message
        /// What people are told who cannot obey a rule, in one language.
        case orElse = "or-else"
        case rule
        /// The order of rules, of which the first that matches decides.
        case ruleOrder = "rule-order"
        /// The versions of the app that the store has, by system.
        case latest
        /// A document that comes or goes, or becomes one of another format.
        case document
        case bundle
        /// A shell whose surface the list of web bundles records.
        case shell
        case key
        /// The keys of the environment, their states and their order.
        case ring
        /// The bytes that signatures cover.
        case profile
        case envelopes
        case origin
        case resignAfter = "resign-after"
        /// What a change may block without an acknowledgement.
        case limit
        case cacheControl = "cache-control"
        case header
        /// The names by which apps read parameters of remote configuration.
        case parameters
        case file
        /// A document with other bytes that nothing explains.
        case unnamed
        /// Rules of which it cannot be told what becomes of devices.
        case notCompared = "not-compared"
        /// A member of a document that no reading compares, such as a team's own.
        case member

        /// Whether it is about rules as such, and not a minimum that a rule stands for.
        var isOfRules: Bool { [.rule, .ruleOrder, .latest].contains(self) }
    }

    /// What a change does to devices, each with a device to which it does that.
    package struct Effect: Equatable, Sendable {
        package var blocks: String?
        package var lifts: String?
        /// It blocks a device that has the newest version that is live.
        package var blocksNewest: String?
        /// It blocks a device that can install nothing to run again, and may be blocked already.
        package var strands: String?
        var advises: String?

        /// Whether devices are blocked, let run or advised that are not now.
        var isForOthers: Bool { blocks != nil || lifts != nil || advises != nil }

        func merged(with other: Effect) -> Effect {
            Effect(
                blocks: blocks ?? other.blocks, lifts: lifts ?? other.lifts,
                blocksNewest: blocksNewest ?? other.blocksNewest, strands: strands ?? other.strands,
                advises: advises ?? other.advises)
        }
    }

    package let kind: Kind
    /// The platform; nil for all.
    package private(set) var platform: Platform?
    /// Where a policy says it, or would: `ios.minimumAppVersion`; the path of a document.
    package let at: String
    package let from: String?
    package let to: String?
    package let language: LanguageTag?
    package var documents: [String]
    /// Whether any device decides differently or is told something else.
    package var isDecision: Bool
    /// What it means for people, as a phrase.
    package var consequence: String?
    /// The values of a requirement, to be compared.
    var oldValue: RequirementValue?
    var newValue: RequirementValue?
    /// The digests of the readings that differ, in the order of `documents`; none for a change beside them.
    var digests: (old: [String], new: [String]) = ([], [])
    /// Whether it is so only because its document goes, or cannot be read, which is acknowledged as a whole.
    var goesWithDocument = false
    /// Whether it withdraws a bundle for shells that have no other: apps that ship none, or this one, insist on an update.
    var leavesNone = false
    /// What of which readings changes; none for a change of anything else.
    var subjects: Set<Impact.Subject> = []
    /// What it does to devices; nil for a change that makes no difference, and for one of anything but a bound or rules.
    package var effect: Effect?
    package private(set) var codes: [FindingCode] = []

    package init(
        _ kind: Kind, _ platform: Platform? = nil, at: String, from: String?, to: String?,
        language: LanguageTag? = nil, documents: [String], isDecision: Bool = false, consequence: String? = nil
    ) {
        (self.kind, self.platform, self.at, self.language) = (kind, platform, at, language)
        (self.from, self.to, self.documents) = (from, to, documents)
        (self.isDecision, self.consequence) = (isDecision, consequence)
    }

    /// The same, said of the only platform in whose documents it is.
    var ofItsReaders: Change {
        let platforms = Set(subjects.map(\.place.platform))
        guard platform == nil, platforms.count == 1 else { return self }
        var change = self
        change.platform = platforms.first
        return change
    }

    /// Whether it blocks devices that may run now, or may do so.
    package var blocks: Bool { effect?.blocks != nil || effect?.strands != nil || kind == .notCompared }

    /// Whether it lets devices run that are blocked, or may do so.
    package var lifts: Bool { effect?.lifts != nil || kind == .notCompared }

    /// What it is to devices, in the order in which changes are shown. The raw value is in Markdown and in the page.
    enum Weight: String, CaseIterable {
        case blocks, frees, decides, other
    }

    var weight: Weight { blocks ? .blocks : lifts ? .frees : isDecision ? .decides : .other }

    /// Whether it brings what may be the name of a host.
    var namesOtherHost: Bool {
        guard kind == .member || isText || kind == .updateURL && from != nil else { return false }
        return !(to ?? "").hosts.isSubset(of: (from ?? "").hosts)
    }

    func found(_ codes: [FindingCode]) -> Change {
        var change = self
        change.codes += codes
        return change
    }

    /// What the same change in another document has in common with it.
    package struct Identity: Hashable, Sendable {
        let kind: Kind
        let platform: Platform?
        /// Where it is, from what to what, and what that means, as bytes.
        let words: [[UInt8]?]
    }

    var identity: Identity {
        Identity(
            kind: kind, platform: platform, words: [at, from, to, consequence].map { $0.map { Array($0.utf8) } })
    }

    /// Orders changes: what blocks people first.
    var rank: Int {
        switch kind {
        case .maintenance: 0
        case .minimumApp, .shownVersion, .rule, .ruleOrder, .notCompared: 1
        case .minimumSystem: 2
        case .recommendedApp: 3
        case .recommendedSystem: 4
        case .updateURL, .latest: 5
        case .title, .description, .message, .orElse: 6
        default: 7
        }
    }

    /// Whether it is about a text, whose old and new form are best shown word by word.
    package var isText: Bool { [.title, .description, .message, .orElse].contains(kind) }

    /// `iOS: minimum app 3.0.0 → 3.2.0`
    package var headline: String { subjectLine + step }

    var words: String { subject + step }

    /// What it is about: `iOS: minimum app`
    package var subjectLine: String { (platform.map { "\($0.displayName): " } ?? "") + subject }

    /// The change and what it means for people: `iOS: minimum app 3.0.0 → 3.2.0; versions 3.0.0 to 3.1.x are blocked from now on`
    package var line: String { headline + (consequence.map { "; \($0)" } ?? "") }

    var subject: String {
        switch kind {
        case .maintenance: "maintenance"
        case .minimumSystem: platform == .android ? "minimum SDK level" : "minimum iOS"
        case .minimumApp: at.hasSuffix(".build") ? "minimum build (\(at))" : "minimum app"
        case .shownVersion: "version shown for the minimum build (\(at))"
        case .recommendedSystem: "recommended iOS"
        case .recommendedApp: at.contains("latestAppVersion") ? "latest app" : "recommended app"
        case .updateURL where at.hasSuffix(".urlPrefix"): "prefix of archives"
        case .updateURL: rule.map { "URL of rule \($0)" } ?? "URL for updates"
        case .rule: "rule \(at.dropFirst("\(platform?.rawValue ?? "").rules.".count))"
        case .ruleOrder: "order of rules"
        case .latest: "versions in the store"
        case .title, .description, .message, .orElse: "\(textSubject) in \(language?.rawValue ?? "")"
        case .document: "document \(at)"
        case .bundle: "web bundle \(at)"
        case .shell: "shell \(at.dropFirst("surfaces.\(platform?.rawValue ?? "").".count))"
        case .key: "signed by key"
        case .ring: "key ring"
        case .profile: "signature profile"
        case .envelopes: "envelopes"
        case .origin: "origin"
        case .limit: "devices that a change may block without an acknowledgement"
        case .resignAfter: "age at which signatures are renewed"
        case .cacheControl: "cache-control"
        case .header: "header \(at)"
        case .parameters: "parameters of \(at)"
        case .file: "file \(at)"
        case .unnamed, .notCompared: at
        case .member: "member \(at)"
        }
    }

    /// What becomes of a text, in whatever language: `title of minimumAppVersion is new`; nil for any other change.
    var textWords: String? { isText ? textSubject + (from != nil && to != nil ? " changes" : step) : nil }

    private var textSubject: String {
        (kind == .orElse ? "text for who cannot update of " : "\(kind.rawValue) of ") + explained
    }

    /// What a text explains: `minimumAppVersion`.
    private var explained: String {
        if let rule { return "rule \(rule)" }
        let parts = at.split(separator: ".").dropLast(2)
        return parts.drop { $0 == (platform?.rawValue ?? "") }.joined(separator: ".")
    }

    /// The id of the rule that a text or a URL belongs to.
    private var rule: String? {
        let start = "\(platform?.rawValue ?? "").rules."
        guard at.hasPrefix(start) else { return nil }
        return at.dropFirst(start.count).split(separator: ".").dropLast(isText ? 2 : 1).joined(separator: ".")
    }

    enum StepPart {
        case words(String)
        /// A value, and one that goes or comes.
        case value(String)
        case removed(String)
        case added(String)

        fileprivate var text: String {
            switch self {
            case .words(let text), .value(let text), .removed(let text), .added(let text): text
            }
        }
    }

    private var step: String { stepParts.map(\.text).joined() }

    var stepParts: [StepPart] {
        switch (kind, from, to) {
        case (.file, _, _?), (.unnamed, _, _): [.words(" has other bytes")]
        case (.notCompared, _, _): [.words(" cannot be compared")]
        case (.document, nil, _): [.words(" is new")]
        case (.shell, nil, _): [.words(" is newly recorded")]
        case (.shell, _, nil): [.words(" is no longer recorded")]
        case (.shell, _, _): [.words(" is recorded with another surface")]
        case (_, nil, _) where isText: [.words(" is new")]
        case (.document, _, nil), (.file, _, nil): [.words(" is no longer published")]
        case (_, _, nil) where isText: [.words(" is no longer published")]
        case _ where isText: []
        case (.rule, nil, let to?): [.words(" is new: "), .value(to)]
        case (.rule, let from?, nil): [.words(" is removed: "), .value(from)]
        case (.rule, let from?, let to?) where from.hasSameBytes(as: to): [.words(" stays: "), .value(to)]
        case (.maintenance, nil, let message?):
            [.words(" is switched on")] + (message.isEmpty ? [] : [.words(": "), .value(message)])
        case (.maintenance, _, nil): [.words(" is switched off")]
        case (_, let from?, let to?): [.words(" "), .removed(from), .words(" → "), .added(to)]
        case (_, nil, let to?): [.words(" "), .added(to), .words(", none before")]
        case (_, let from?, nil): [.words(" "), .removed(from), .words(" is no longer published")]
        case (_, nil, nil): []
        }
    }
}

extension String? {
    /// Whether both are the same bytes of UTF-8, or both are nothing.
    func hasSameBytes(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasSameBytes(as: other)
    }
}
