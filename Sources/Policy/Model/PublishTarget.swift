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
    /// `s3://BUCKET`, `s3://BUCKET/PREFIX`, or a folder beside the policy.
    static let publishTarget = Shape(
        #"""
        "examples": ["s3://example-distribution", "public"],
        "anyOf": [{ "type": "string", "pattern": "^s3://[^/]+(/.*)?$" }, { \#(Shape<Positioned<PolicyPath>>.policyPathSchema) }]
        """#
    ) { value in
        let text = try value.asString()
        guard TreeAddress.isMeant(by: text) else {
            return Positioned(value: .folder(try value.asPolicyPath().value), position: value.position)
        }
        guard let address = try? TreeAddress(text), address.bucket != nil else {
            throw value.unacceptable("\"\(text)\" is not s3://BUCKET, s3://BUCKET/PREFIX or a folder beside the policy")
        }
        return Positioned(value: .bucket(address), position: value.position)
    }
}
