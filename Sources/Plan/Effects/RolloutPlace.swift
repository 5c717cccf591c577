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
        guard parts[0] == "0" else { return nil }
        var (numerator, denominator) = (UInt64(0), UInt64(1))
        if parts.count == 2 {
            guard (1...Self.decimals).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            for byte in parts[1].utf8 {
                numerator = numerator * 10 + UInt64(byte - UInt8(ascii: "0"))
                denominator *= 10
            }
        }
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
