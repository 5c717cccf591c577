/// A share of all devices that grows step by step; each device keeps its place, which depends on the salt alone.
public struct RolloutShare: Equatable, Sendable {
    /// From this time on, that many hundredths of a percent of all devices.
    public struct Step: Equatable, Sendable {
        /// When the step begins.
        public let from: Instant
        /// 0 is no device, 10,000 every one.
        public let hundredths: Int

        package init(from: Instant, hundredths: Int) {
            self.from = from
            self.hundredths = hundredths
        }
    }

    /// What tells one roll-out from another, so that not the same devices are first every time.
    public let salt: String
    /// The steps, each later than the one before it.
    public let steps: [Step]

    package init(salt: String, steps: [Step]) {
        self.salt = salt
        self.steps = steps
    }

    /// The hundredths of a percent at a time: those of the last step that has begun, else 0.
    package func hundredths(at time: Instant) -> Int { steps.last { $0.from <= time }?.hundredths ?? 0 }

    /// What is rolled out. A device has another place in each, so that not the same are first in both.
    package enum Kind: String, Sendable {
        case gates = "gate"
        case bundles = "bundle"
    }

    /// Whether a device belongs to the share at a time.
    package func includes(_ device: InstallID, in kind: Kind = .gates, at time: Instant) -> Bool {
        includes(place: Self.place(of: device, in: kind, salt: salt), at: time)
    }

    /// Whether a device at a place of the roll-out belongs to the share at a time.
    package func includes(place: UInt32, at time: Instant) -> Bool {
        Self.includes(place: place, hundredths: UInt64(hundredths(at: time)))
    }

    /// The place of a device in a roll-out: the first four bytes of SHA-256 of `gate:SALT:ID` or `bundle:SALT:ID`,
    /// big-endian.
    package static func place(of device: InstallID, in kind: Kind = .gates, salt: String) -> UInt32 {
        var bytes = Array("\(kind.rawValue):".utf8)
        bytes.append(contentsOf: salt.utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: device.description.utf8)
        let digest = SHA256.hash(bytes).bytes
        return digest[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether a place is within a share, without rounding.
    package static func includes(place: UInt32, hundredths: UInt64) -> Bool {
        UInt64(place) * everyone < hundredths << 32
    }

    package static let everyone: UInt64 = 10_000
}

/// A random number by which an app on one device is in a roll-out or not; it is made and kept there and never sent.
public struct InstallID: Hashable, Sendable, CustomStringConvertible {
    /// 32 lowercase hexadecimal digits.
    public let description: String

    /// Fails unless `text` is 32 lowercase hexadecimal digits.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        description = text
    }

    /// A new one.
    public static func random() -> InstallID {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        return InstallID(unchecked: bytes.hexadecimal)
    }

    private init(unchecked text: String) { description = text }
}

// MARK: JSON

extension RolloutShare {
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let salt = try object.required("salt")
        guard GateRule.isName(try salt.asString()) else {
            throw salt.unacceptable("a salt is 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ -")
        }
        try self.init(salt: salt.asString(), steps: object.required("steps"))
    }

    /// Reads the steps of a share whose salt is known.
    package init(salt: String, steps list: JSONValue) throws(JSONShapeError) {
        let elements = try list.asArray()
        guard (1...Limits.shareSteps).contains(elements.count) else {
            throw list.unacceptable("there are 1 to \(Limits.shareSteps) steps")
        }
        var steps: [Step] = []
        for element in elements {
            let pair = try element.asArray()
            guard pair.count == 2 else { throw element.unacceptable("a step is a time and a percentage") }
            let from = try pair[0].asInstant()
            guard steps.last.map({ $0.from < from }) ?? true else {
                throw element.unacceptable("each step is later than the one before it")
            }
            steps.append(Step(from: from, hundredths: try pair[1].asHundredths()))
        }
        self.init(salt: salt, steps: steps)
    }

    package var json: JSONValue {
        .object([
            JSONMember("salt", .string(salt)),
            JSONMember(
                "steps",
                .array(
                    steps.map { step in
                        .array([.string(step.from.description), JSONValue(.number(step.percentage))])
                    })),
        ])
    }
}

extension RolloutShare.Step {
    /// The percentage with no more digits than it needs: `5`, `12.5`, `0.25`.
    package var percentage: String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        return rest == 0 ? "\(whole)" : rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest.padded())"
    }
}

extension JSONValue {
    /// A percentage with at most two decimals, in hundredths.
    fileprivate func asHundredths() throws(JSONShapeError) -> Int {
        guard case .number(let spelling) = content, let number = Double(spelling) else { throw wrongType("a number") }
        let hundredths = (number * 100).rounded()
        guard (0...10_000).contains(hundredths), hundredths / 100 == number else {
            throw unacceptable("\(spelling) is not a percentage from 0 to 100 with at most two decimals")
        }
        return Int(hundredths)
    }
}
