import ManifestVerifier
import PublicationTree

/// Where a policy says that a tree goes: to a bucket, or into a folder for a static host.
package enum PublishTarget: Sendable, CustomStringConvertible {
    case bucket(TreeAddress)
    case folder(PolicyPath)

    package var description: String {
        switch self {
        case .bucket(let address): address.rawValue
        case .folder(let path): path.description
        }
    }

    package var bucket: TreeAddress? {
        guard case .bucket(let address) = self else { return nil }
        return address
    }
}

extension Shape<Positioned<PublishTarget>> {
    static let publishTarget = Shape(
        #"""
        "examples": ["s3://example-distribution", "public"],
        "anyOf": [{ "type": "string", "pattern": "^s3://[^/]+(/.*)?$" }, { \#(Shape<Positioned<PolicyPath>>.policyPathSchema) }]
        """#
    ) { try $0.asPublishTarget() }
}

extension JSONValue {
    /// `s3://BUCKET`, `s3://BUCKET/PREFIX`, or a folder beside the policy.
    fileprivate func asPublishTarget() throws -> Positioned<PublishTarget> {
        let text = try asString()
        guard TreeAddress.isMeant(by: text) else {
            return Positioned(value: .folder(try asPolicyPath().value), position: position)
        }
        guard let address = try? TreeAddress(text), address.bucket != nil else {
            throw unacceptable("\"\(text)\" is not s3://BUCKET, s3://BUCKET/PREFIX or a folder beside the policy")
        }
        return Positioned(value: .bucket(address), position: position)
    }
}
