import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What has to be done so that a bucket, or the folder of a static host, holds a tree; nothing here touches the network.
package struct BucketPlan: Sendable {
    /// Why an object is sent.
    package enum Reason: String, Sendable {
        case new
        case body
        case headers
    }

    package struct Step: Sendable {
        package let object: BucketObject
        package let reason: Reason
    }

    /// The objects to send, in the order of their turns.
    package let steps: [Step]
    /// The paths that are left alone because they are up to date.
    package let same: [String]
    /// The paths whose live signature or envelope is another one, but valid and fresh.
    package let stillValid: [String]
    /// What is live at those, as far as a live check compares it.
    package let leftAlone: [String: LeftAlone]
    /// The paths that are removed before the index that no longer lists them.
    package let removed: [String]

    /// The bytes of all bodies to send.
    package var byteCount: Int { steps.reduce(0) { $0 + $1.object.byteCount } }

    /// Compares a tree with what is live.
    ///
    /// - Parameters:
    ///   - resignAfter: the age in seconds from which a dated signature is replaced although its body did not change.
    ///   - sendsHeaders: whether signatures in headers reach anyone.
    package init(
        _ local: BucketTree, _ live: BucketContents, at place: String, rules: PublishingRules, now: SignedDate,
        resignAfter: Int64, sendsHeaders: Bool = true
    ) throws {
        guard !live.isLocal else {
            (steps, same, stillValid, leftAlone, removed) = ([], local.objects.map(\.path), [], [:], [])
            return
        }
        var (steps, same, stillValid): ([Step], [String], [String]) = ([], [], [])
        let comparison = BucketComparison(
            local: local, localObjects: local.objectsByPath, live: live, place: place, rules: rules, now: now,
            resignAfter: resignAfter, sendsHeaders: sendsHeaders)
        for object in local.objects where object.turn < .index {
            switch try comparison.verdict(on: object) {
            case .same: same.append(object.path)
            case .stillValid: stillValid.append(object.path)
            case .send(let reason): steps.append(Step(object: object, reason: reason))
            }
        }
        removed = comparison.removed
        for object in local.objects where object.turn == .index {
            switch try comparison.verdict(on: object) {
            case .same: same.append(object.path)
            case .stillValid where steps.isEmpty && removed.isEmpty: stillValid.append(object.path)
            case .stillValid:
                try rules.check(local.tree.index, against: live.live)
                steps.append(Step(object: object, reason: .body))
            case .send(let reason): steps.append(Step(object: object, reason: reason))
            }
        }
        self.steps = steps
        self.same = same
        self.stillValid = stillValid
        leftAlone = Dictionary(
            stillValid.compactMap { path in live.objects[path]?.leftAlone.map { (path, $0) } }
        ) { first, _ in first }
    }
}
