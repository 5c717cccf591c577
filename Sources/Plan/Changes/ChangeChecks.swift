import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

/// What a person should know, or must acknowledge, of what changes compared with what is live; the same for every
/// command.
final class ChangeChecks {
    let comparison: TreeComparison
    /// The policy, or the environment where only its tree is known.
    let findings: FileFindings
    let policy: EnvironmentPolicy?
    let name: EnvironmentName
    let impact: Impact?
    /// The entries of `allow` by the members that they are about.
    private let allowances: [String: [Int]]
    /// Those that acknowledge something.
    private(set) var fitted: Set<Int>
    /// Whether those for base files are among them; a tree does not say what its base files had.
    let knowsBases: Bool
    private(set) var codes: [Change.Identity: [FindingCode]] = [:]

    /// - Parameters:
    ///   - bases: the entries of `allow` that acknowledge what base files would lose; nil where only a tree is known.
    ///   - findings: those of the policy, or of the environment where only its tree is known.
    init(_ comparison: TreeComparison, bases: Set<Int>?, impact: Impact?, findings: FileFindings) {
        (self.comparison, self.impact) = (comparison, impact)
        self.findings = findings
        policy = comparison.new.policy
        name = comparison.new.environment
        (fitted, knowsBases) = (bases ?? [], bases != nil)
        let allow = policy?.allow ?? []
        allowances = Dictionary(grouping: allow.indices) { allow[$0].subject.change.at }
    }

    func check() {
        for problem in comparison.old.problems {
            findings.add(.unverifiedDocument, problem.message, at: policy?.position, hint: problem.hint)
        }
        for change in comparison.changes { check(change) }
        checkLimit()
        checkAllowances()
    }

    private func check(_ change: Change) {
        guard !change.goesWithDocument else { return }
        checkEffect(change)
        switch change.kind {
        case .recommendedApp where change.to == nil, .recommendedSystem where change.to == nil:
            report(
                .recommendationRemoved, change, "\(change.at) was published and must not be removed",
                hint: "keep it with a version that every app already has, so that no one sees it")
        case .title, .description, .message, .orElse:
            // Clients skip what is blank.
            guard change.to?.isBlank ?? true, let language = change.language else { return }
            let text = change.at.split(separator: ".").dropLast().joined(separator: ".")
            report(
                .textRemoved, change, "\(text) is no longer in \(language)", values: (nil, nil),
                hint: "users who read it in that language get another one")
        case .updateURL: checkURL(change)
        case .document: checkDocument(change)
        case .bundle: checkBundle(change)
        case .shell where change.from != nil:
            report(
                .shellChanged, change, hint: "devices have it already: give the shell a higher version")
        case .envelopes: checkEnvelopes(change)
        case .key:
            guard let key = change.from, let state = comparison.old.otherKeys[key] else { return }
            report(
                .liveRetiredKey, change,
                "what is live, or some of it, is signed by the \(state.rawValue) key \"\(key)\" alone",
                hint: state == .next
                    ? "someone who has that key has published it, and publishing goes back to no older key: revoke it with "
                        + "signet keys revoke, and let a key behind it sign with signet keys rotate"
                    : "after a rotation that is so once; at any other time, someone who has that key has published it")
        case .ring:
            // The ring that was reviewed, whatever it was before.
            report(
                .ringChanged, change, values: (nil, change.to),
                hint: "compare with signet keys list; whoever can add a key here can sign in time")
        case .origin: report(.originChanged, change)
        case .profile: report(.profileChanged, change)
        case .parameters: report(.parametersChanged, change)
        case .limit where change.consequence != nil: report(.overLimit, change)
        case .resignAfter where change.consequence != nil, .cacheControl where change.consequence != nil:
            report(.cacheLonger, change)
        case .notCompared: report(.notCompared, change)
        case .unnamed: report(.unnamedChange, change)
        case .minimumApp, .minimumSystem, .shownVersion, .recommendedApp, .recommendedSystem, .rule, .ruleOrder,
            .latest, .maintenance, .shell, .limit, .resignAfter, .cacheControl, .file, .header, .member:
            break
        }
    }

    private func checkLimit() {
        guard let impact, let limit = comparison.new.delivery?.maximumBlocked else { return }
        let (blocked, all) = (impact.worst.blocked, impact.total.devices)
        guard blocked > limit.devices(of: all) else { return }
        var change = Change(
            .limit, at: EnvironmentPolicy.maximumBlockedName, from: limit.description,
            to: "\(blocked.grouped) of \(all.grouped) devices", documents: [])
        // Of this change alone: another one can block as many.
        for digests in comparison.changes.map(\.digests) where digests.old.count == digests.new.count {
            change.digests.old += digests.old
            change.digests.new += digests.new
        }
        report(
            .overLimit, change,
            "blocks \(blocked.grouped) of \(all.grouped) devices, and \"\(change.at)\" is \(limit)",
            hint: "raise the minimum less far, or recommend the update and wait until fewer need it")
    }

    private func checkEffect(_ change: Change) {
        guard let effect = change.effect else { return }
        if effect.blocks != nil { report(.devicesBlocked, change) }
        if effect.lifts != nil { report(.devicesFreed, change) }
        if let strands = effect.strands {
            report(
                .cannotObey, change,
                does:
                    "\(effect.blocks == nil ? "leaves devices blocked" : "blocks devices") that can install nothing to "
                    + "run again, such as \(strands)",
                hint: "publish a version that they can run first")
        }
        guard let reason = effect.blocksNewest.map({ "(\($0))" }) ?? lateRelease(change),
            change.kind != .minimumSystem, !isDemised(change)
        else { return }
        report(
            .newestBlocked, change, does: "blocks the newest version that is live \(reason)",
            hint: "publish the new version as the latest one first, once the store really has it")
    }

    /// The version that a minimum asks for, if the same change calls it the latest: the store may not have it yet.
    private func lateRelease(_ change: Change) -> String? {
        guard change.kind == .minimumApp, let platform = change.platform, let value = change.newValue,
            let former = comparison.oldStatements.latest[platform], !former.contains(value),
            comparison.newStatements.latest[platform]?.contains(value) ?? false
        else { return nil }
        return "as the same change says that \(value) is the latest"
    }

    private func checkURL(_ change: Change) {
        guard let from = change.from, let to = change.to else { return }
        let (before, after) = (StoreAddress(from), StoreAddress(to))
        // A URL that leaves the store for another host is reported below, as host-changed.
        if let was = before.app, after.app != nil || before.host == after.host,
            before.app != after.app || before.page != after.page
        {
            let becomes = after.app.map { $0 == was ? to : "the app \($0)" } ?? "no app of the store"
            report(
                .storeChanged, change, "\(change.at) leads to \(becomes) instead of \(was)",
                hint: "make sure that it is your app, and that users of the former one can install it")
        }
        if change.at.hasSuffix(".urlPrefix") {
            checkHost(change, "archives would come from", before, after, orElse: "the origin")
        } else if before.host != nil, after.host != nil {
            checkHost(change, "\(change.at) leads to", before, after)
        }
    }

    /// - Parameter place: where an address without a host leads.
    private func checkHost(
        _ change: Change, _ words: String, _ before: StoreAddress, _ after: StoreAddress, orElse place: String = ""
    ) {
        guard before.host != after.host else { return }
        report(
            .hostChanged, change, "\(words) \(after.host ?? place) instead of \(before.host ?? place)",
            hint: "make sure that the new host is yours")
    }

    private func checkDocument(_ change: Change) {
        guard change.from != nil else { return }
        guard let to = change.to else {
            report(
                .documentRemoved, change, "\(change.at) is published, but no longer in the policy", values: (nil, nil),
                hint: "apps that fetch it get an error instead")
            return
        }
        report(.documentRemoved, change, "\(change.at) was published as another kind of document than \(to)")
    }

    private func checkEnvelopes(_ change: Change) {
        guard let consequence = change.consequence, let from = change.from, let to = change.to else { return }
        report(
            .envelopeRemoved, change, "the envelopes \(from) are live, and would be \(to): \(consequence)",
            hint: "keep each as long as any app in the field is configured for it")
    }

    private func checkBundle(_ change: Change) {
        switch (change.from, change.to) {
        case ("withdrawn"?, let state) where state != "withdrawn":
            report(
                .bundleReoffered, change, "web bundle \(change.at) is withdrawn, but would no longer be",
                hint: "clients that abandoned it would install it again; list it as withdrawn")
        case ("offered"?, nil):
            report(
                .documentRemoved, change, "web bundle \(change.at) is offered, but the new index does not list it",
                hint: "list it as retired, or as withdrawn if clients should abandon it")
        case (let from?, let to?) where change.at.hasSuffix(".url"):
            checkHost(
                change, "\(change.at) leads to", StoreAddress(from), StoreAddress(to), orElse: "a name beside it")
        case _ where change.at.hasSuffix(".sha256"):
            let bundle = change.at.dropLast(".sha256".count)
            report(
                .bundleReplaced, change, "web bundle \(bundle) is live with another SHA-256",
                hint: "a version never gets other bytes; give what has changed a new version")
        case _ where change.at.contains(".shells."): report(.bundleBounds, change)
        default: break
        }
    }

    /// Adds a finding; it is a note where the policy acknowledges this change.
    ///
    /// - Parameters:
    ///   - message: what is said instead of the change.
    ///   - effect: what is said of the change instead of its consequence.
    private func report(
        _ code: FindingCode, _ change: Change, _ message: String? = nil, does effect: String? = nil,
        values: (from: String?, to: String?)? = nil, hint: String? = nil
    ) {
        codes[change.identity, default: []].append(code)
        let values = values ?? (change.from, change.to)
        let identity = change.acknowledged(values)
        let index =
            allowances[change.at]?.first { index in
                guard let entry = policy?.allow[index].subject, entry.code == code else { return false }
                let to = change.kind == .limit ? entry.change.to?.counting(atLeast: values.to) ?? values.to : values.to
                return change.isAcknowledged(by: entry.change, (values.from, to))
                    || isRotation(entry.change, behind: change)
            }
        if let index { fitted.insert(index) }
        let words =
            message.map { "\(name): \($0)" }
            ?? "\(name)\(change.platform == nil ? ":" : ",") "
            + (effect.map { "\(change.headline) \($0)" } ?? change.line)
        findings.all.add(
            Finding(
                code, findings.file, policy?.position(of: change.at) ?? origin(of: change),
                words + (index == nil ? "" : ", as the policy allows"),
                hint: index == nil ? hint : nil, change: identity, in: index == nil ? [name] : [],
                isAcknowledged: index != nil))
    }

    private func origin(of change: Change) -> TextPosition? {
        change.documents.lazy.compactMap { [comparison] in comparison.new.documents[$0]?.origin }.first
            ?? policy?.position
    }

    private func isDemised(_ change: Change) -> Bool {
        guard change.kind == .minimumApp, let platform = change.platform else { return false }
        return policy?.platform(platform)?[.minimumApp]?.isDemise ?? false
    }
}

extension String {
    /// The count at the beginning of what an entry of `allow` says, if no more are left: of `1,200 of 20,200 devices`, 700 may
    /// be left after an upload that was cut off; nil for another count.
    fileprivate func counting(atLeast left: String?) -> String? {
        func words(_ text: String) -> [Substring] { Array(text.split(separator: " ").prefix(4)) }
        func number(_ words: [Substring]) -> Int? { words.first.flatMap { Int($0.filter { $0 != "," }) } }
        guard let left else { return nil }
        let (reviewed, remaining) = (words(self), words(left))
        guard reviewed.count > 1, reviewed.dropFirst() == remaining.dropFirst(), let most = number(reviewed),
            let count = number(remaining), count <= most
        else { return nil }
        return reviewed.joined(separator: " ")
    }
}
