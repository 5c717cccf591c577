import AppGate
import ManifestVerifier
import Policy

/// The place of a device in a roll-out, from 0 up to 2³² − 1, as a share of all: a device at 0.37 is in from 37.01 % on.
package struct RolloutPlace: Hashable, Sendable, CustomStringConvertible {
    /// The number that shares compare.
    package let number: UInt32
    package let description: String

    /// Fails unless `text` is a fraction from 0 up to, and not including, 1 with at most nine decimals.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? parts[1] : "0"
        guard parts[0] == "0", (1...Self.decimals).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit),
            let numerator = UInt64(digits)
        else { return nil }
        let denominator = digits.utf8.reduce(UInt64(1)) { power, _ in power * 10 }
        // Rounded up, so that the device at 0.37 is the first one outside a share of 37 %.
        number = UInt32((numerator << 32 + denominator - 1) / denominator)
        description = text
    }

    /// The first place outside a share.
    package init(behind hundredths: Int) {
        number = UInt32((UInt64(hundredths) << 32 + 9_999) / 10_000)
        description = "\(RolloutShare.Step(from: .earliest, hundredths: hundredths).percentage)%"
    }

    private static let decimals = 9
}

extension InstallID {
    /// Stands for any device whose place in roll-outs is assumed.
    package static let assumed: InstallID = {
        guard let id = InstallID(String(repeating: "0", count: 32)) else {
            preconditionFailure("32 zeros are an install id")
        }
        return id
    }()
}

extension GateDocument {
    /// The roll-outs in it, by their salts: the shares, in hundredths of a percent, at which devices come in.
    package var rollouts: [String: Set<Int>] {
        var all: [String: Set<Int>] = [:]
        for rule in rules {
            for case .share(let share) in rule.conditions {
                all[share.salt, default: []].formUnion(share.steps.map(\.hundredths))
            }
        }
        return all
    }
}
