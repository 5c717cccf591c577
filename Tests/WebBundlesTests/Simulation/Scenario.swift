import Diagnostics
import ManifestVerifier
import WebBundles

/// A list of things that happen to one device and to those who publish for it.
///
/// One step a line; `#` begins a comment.
struct Scenario: Sendable {
    /// One thing that happens.
    enum Step: Equatable, Sendable {
        /// The app ships this bundle from now on; an update of the app when it shipped another one.
        case embedded(SemanticVersion)
        /// The installed app is this build from now on.
        case app(String)
        /// The native shell has this version from now on.
        case shell(NumericVersion)
        /// The store keeps this number of the newest versions.
        case keep(Int)
        /// The starts that a new version has to be confirmed, and the seconds of each.
        case health(starts: Int, seconds: Int)
        /// A bundle is published for the shells from the first to the second; nil for any newer one.
        case offer(SemanticVersion, from: NumericVersion, to: NumericVersion?)
        /// A bundle is withdrawn: devices must leave it.
        case withdraw(SemanticVersion)
        /// A bundle is offered no longer: devices that have it keep it.
        case retire(SemanticVersion)
        /// An update makes so many attempts to download an archive.
        case attempts(Int)
        /// The network costs something, or no longer; archives are for other ones.
        case metered(Bool)
        /// The app looks for a new bundle; `isCut` when the network goes away in the middle of what is missing.
        case update(isCut: Bool)
        /// The app starts.
        case start
        /// The page says that it works.
        case confirm
        /// The app ends before the page has said so.
        case crash
        /// The page says nothing until the time for it is over.
        case hang
        /// The page says that it does not work.
        case reject
        /// A byte of a file in the store is changed.
        case damage(String)
        /// A responder is asked for a file of the store.
        case request(String)
        /// The app is updated to one whose key ring has the publisher's key as revoked.
        case revoke
        /// Time goes by, in seconds.
        case wait(Int)
        /// What is in the store is shown.
        case list
        /// The last start must have shown this one.
        case expect(embedded: Bool, SemanticVersion?)
    }

    /// A step and where it stands.
    struct Line: Sendable {
        /// The number of the line, from 1.
        let number: Int
        /// The step as it is written.
        let text: String
        let step: Step
    }

    /// The steps in their order.
    let lines: [Line]

    /// Reads a scenario.
    ///
    /// - Parameter file: what people know the text by.
    init(_ text: String, file: String) throws {
        var lines: [Line] = []
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = raw.prefix { $0 != "#" }
            let words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard !words.isEmpty else { continue }
            let text = words.joined(separator: " ")
            do throws(StepError) {
                lines.append(Line(number: index + 1, text: text, step: try Step(words.map(String.init))))
            } catch {
                let column = code.distance(
                    from: code.startIndex, to: words[min(error.word, words.count - 1)].startIndex)
                throw ScenarioError(place: "\(file):\(index + 1):\(column + 1)", reason: error.reason, hint: error.hint)
            }
        }
        self.lines = lines
    }
}

/// Why a text is not a scenario.
struct ScenarioError: ReportableError, Equatable {
    let place: String
    let reason: String
    let hint: String?

    var report: ErrorReport { ErrorReport(.unparsable, "\(place): \(reason)", hint: hint) }
}

/// What is wrong with which word of a step.
private struct StepError: Error {
    let word: Int
    let reason: String
    let hint: String
}

extension Scenario.Step {
    private static let forms = [
        "embedded": "embedded 1.4.0", "app": "app 10", "shell": "shell 2.1.0", "keep": "keep 3",
        "health": "health 2 starts 30 seconds",
        "offer": "offer 1.5.0 for 2.0.0..2.99.99, or: offer 1.5.0 for 2.0.0..", "withdraw": "withdraw 1.5.0",
        "retire": "retire 1.5.0",
        "attempts": "attempts 2", "metered": "metered on, or: metered off",
        "update": "update, or: update cut", "start": "start", "confirm": "confirm", "crash": "crash", "hang": "hang",
        "reject": "reject", "damage": "damage v1.5.0/index.html", "request": "request v1.5.0/index.html",
        "revoke": "revoke",
        "wait": "wait 60", "list": "list", "expect": "expect v1.5.0, or: expect embedded",
    ]

    fileprivate init(_ words: [String]) throws(StepError) {
        guard let form = Self.forms[words[0]] else {
            throw StepError(
                word: 0, reason: "there is no step \"\(words[0])\"",
                hint: "there are \(Self.forms.keys.sorted().joined(separator: ", "))")
        }
        func wrong(_ word: Int) -> StepError {
            let found = word < words.count ? "\"\(words[word])\" does not fit" : "the step is not complete"
            return StepError(word: word, reason: found, hint: "it is written: \(form)")
        }
        func word(_ index: Int) throws(StepError) -> String {
            guard index < words.count else { throw wrong(index) }
            return words[index]
        }
        func version(_ index: Int) throws(StepError) -> SemanticVersion {
            let text = try word(index)
            guard let version = SemanticVersion(text.hasPrefix("v") ? String(text.dropFirst()) : text),
                !version.hasBuildMetadata
            else { throw wrong(index) }
            return version
        }
        func number(_ index: Int, _ range: ClosedRange<Int>) throws(StepError) -> Int {
            guard let number = Int(try word(index)), range.contains(number) else { throw wrong(index) }
            return number
        }
        func keyword(_ index: Int, _ expected: String) throws(StepError) {
            guard try word(index) == expected else { throw wrong(index) }
        }
        var count = 1
        switch words[0] {
        case "embedded":
            self = .embedded(try version(1))
            count = 2
        case "app":
            self = .app(try word(1))
            count = 2
        case "shell":
            guard let shell = NumericVersion(try word(1)) else { throw wrong(1) }
            self = .shell(shell)
            count = 2
        case "keep":
            self = .keep(try number(1, 1...100))
            count = 2
        case "attempts":
            self = .attempts(try number(1, 1...100))
            count = 2
        case "metered":
            let isOn = try word(1) == "on"
            if !isOn { try keyword(1, "off") }
            self = .metered(isOn)
            count = 2
        case "health":
            self = .health(starts: try number(1, 1...100), seconds: try number(3, 1...86_400))
            try keyword(2, "starts")
            try keyword(4, "seconds")
            count = 5
        case "offer":
            let version = try version(1)
            try keyword(2, "for")
            let bounds = try word(3)
            guard let dots = bounds.firstRange(of: ".."),
                let minimum = NumericVersion(String(bounds[..<dots.lowerBound]))
            else { throw wrong(3) }
            let rest = String(bounds[dots.upperBound...])
            let maximum = NumericVersion(rest)
            guard rest.isEmpty || maximum.map({ minimum <= $0 }) == true else { throw wrong(3) }
            self = .offer(version, from: minimum, to: maximum)
            count = 4
        case "withdraw":
            self = .withdraw(try version(1))
            count = 2
        case "retire":
            self = .retire(try version(1))
            count = 2
        case "update":
            if words.count > 1 { try keyword(1, "cut") }
            self = .update(isCut: words.count > 1)
            count = words.count > 1 ? 2 : 1
        case "start": self = .start
        case "confirm": self = .confirm
        case "crash": self = .crash
        case "hang": self = .hang
        case "reject": self = .reject
        case "revoke": self = .revoke
        case "damage", "request":
            let file = try word(1)
            self = words[0] == "damage" ? .damage(file) : .request(file)
            count = 2
        case "wait":
            self = .wait(try number(1, 1...31_536_000))
            count = 2
        case "list": self = .list
        default:
            let isEmbedded = try word(1) == "embedded"
            self = .expect(embedded: isEmbedded, isEmbedded ? nil : try version(1))
            count = 2
        }
        if words.count > count { throw wrong(count) }
    }
}
