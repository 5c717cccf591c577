import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Why a published tree could not be downloaded.
package enum TreeDownloadError: ReportableError, Equatable {
    /// Why the index of a tree is not believed.
    package enum IndexFailure: Error, Equatable, Sendable {
        case malformedSignature(BodySignatureError)
        /// No key of the ring signed these bytes.
        case signedByNoKnownKey
        case revokedKey(KeyID)
        case keyOfAnotherEnvironment(KeyID, EnvironmentName)
        /// Signed by a trusted key, but not what an index is; a place and a reason.
        case notAnIndex(String)
        case ofAnotherEnvironment(EnvironmentName)
        /// It says that another key signed it.
        case namesAnotherKey(KeyID?, signer: KeyID)
        /// It lists more than a tree may have.
        case beyondLimits(String)
    }

    /// A single document did not come from this URL.
    case document(url: String, TransferFailure)
    /// The index or its signature did not come from this URL.
    case index(url: String, TransferFailure)
    /// The index at this URL is not to be trusted.
    case untrustedIndex(url: String, IndexFailure)
    /// Not everything that was asked for came back from this address.
    case incomplete(TreeAddress, [DownloadedTree.Problem])

    package var report: ErrorReport {
        switch self {
        case .document(let url, let failure):
            ErrorReport(failure.kind, "\(url): \(failure.message)", hint: failure.documentHint)
        case .index(let url, let failure):
            ErrorReport(failure.kind, "\(url): \(failure.message)", hint: failure.hint)
        case .untrustedIndex(let url, let failure):
            ErrorReport(.refused, "\(url): \(failure.message)", hint: failure.hint)
        case .incomplete(let address, let problems):
            ErrorReport(
                problems.contains { $0.failure.kind == .unavailable } ? .unavailable : .refused,
                problems.map { "\(address.url(of: $0.path)): \($0.failure.message)" }.prefix(5).joined(separator: "; ")
                    + (problems.count > 5 ? "; and \(problems.count - 5) more" : ""),
                hint: problems.first?.failure.hint)
        }
    }
}

extension TreeDownloadError.IndexFailure {
    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .malformedSignature(let error): "its .sig \(error.message)"
        case .signedByNoKnownKey: "is not signed by any key of the key ring"
        case .revokedKey(let id): "is signed by key \"\(id)\", which is revoked"
        case .keyOfAnotherEnvironment(let id, let environment):
            "is signed by key \"\(id)\", which is for environment \"\(environment)\""
        case .notAnIndex(let reason): "is signed but no index of a tree: \(reason)"
        case .ofAnotherEnvironment(let environment): "is for environment \"\(environment)\""
        case .namesAnotherKey(let id, let signer):
            "names \(id.map { "key \"\($0)\"" } ?? "no key") but is signed by \"\(signer)\""
        case .beyondLimits(let what): "lists \(what)"
        }
    }

    /// The next step.
    package var hint: String {
        switch self {
        case .malformedSignature, .signedByNoKnownKey:
            "check the address and the key ring; a host in the middle of an update is in order a few minutes later"
        case .revokedKey: "nothing of this tree is to be believed; build without it and publish the result"
        case .keyOfAnotherEnvironment, .ofAnotherEnvironment:
            "each environment has its own address; check which one this is"
        case .notAnIndex, .namesAnotherKey, .beyondLimits:
            "another version of signet may have built it; build without it and publish the result"
        }
    }
}
