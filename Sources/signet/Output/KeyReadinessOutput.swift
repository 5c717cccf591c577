import Diagnostics
import ManifestVerifier
import Plan
import SigningKeys

/// How it is shown which devices know which keys of an environment.
struct KeyReadinessOutput {
    let readiness: KeyReadiness
    let isCounted: Bool

    /// A line for each key, and what rotate and revoke would do.
    var lines: [String] {
        let width = readiness.keys.map(\.name.count).max() ?? 0
        let title = isCounted ? ": \(readiness.devices.counted("device"))" : ""
        return ["\(readiness.environment)\(title)"] + readiness.keys.map { "  \(line($0, width))" } + rotationLines
    }

    private func line(_ key: KeyRing.Entry, _ width: Int) -> String {
        let state = key.state.rawValue.padded(to: 7)
        let line = "\(key.name.padded(to: width))  \(state)  shipped in \(key.shippedIn ?? "-")"
        guard isCounted else { return line }
        let counts = readiness.counts(of: key)
        return line
            + ": \(share(counts.knowing)) know it, \(share(counts.lacking)) do not, \(share(counts.unclear)) unclear"
    }

    private var rotationLines: [String] {
        switch readiness.rotation {
        case .refused(let report):
            return ["  rotate would be refused: \(report.message)"] + (report.hint.map { ["    \($0)"] } ?? [])
        case .possible(let key):
            guard isCounted else {
                let reason = key.shippedIn == nil ? ": no key of \"\(readiness.environment)\" is noted as shipped" : ""
                return ["  rotate would let \"\(key.name)\" sign\(reason)"]
            }
            let counts = readiness.counts(of: key)
            let unclear = counts.unclear > 0 ? "; of \(share(counts.unclear)) it is unclear" : ""
            let active = readiness.keys.first { $0.state == .active }
            return [
                "  rotate would let \"\(key.name)\" sign: \(share(counts.lacking)) of "
                    + "\(readiness.devices.counted("device")) would refuse every document of it\(unclear)"
            ]
                + (active.map { ["  revoking \"\($0.name)\" would come to the same, as that key would have to sign"] }
                    ?? [])
        }
    }

    private func share(_ part: Int) -> String { "\(part.grouped) (\(DeviceShare(part, of: readiness.devices)))" }

    var next: KeyRing.Entry? {
        if case .possible(let key) = readiness.rotation { key } else { nil }
    }

    var refusal: String? {
        if case .refused(let report) = readiness.rotation { report.message } else { nil }
    }

    /// Which devices know the next key; nil without a population.
    var nextCounts: KeyReadiness.Counts? {
        isCounted ? next.map(readiness.counts) : nil
    }
}
