import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys

// The values of a policy, checked where they are read and never again.

/// A path in the policy's folder: segments of `[A-Za-z0-9._-]+` without a leading dot, not into `keys`.
package struct PolicyPath: Sendable, CustomStringConvertible {
    package let segments: [String]

    /// Fails for a path of another form; a trailing `/` is left to the caller.
    package init?(_ path: String) {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        segments = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard segments.allSatisfy(KeyRing.isFileName), segments.count <= Limits.folderDepth,
            segments[0].asciiLowercased != "keys"
        else { return nil }
    }

    private init() { segments = [] }

    /// What stands for a path until it is read.
    static let none = PolicyPath()

    package var description: String { segments.joined(separator: "/") }
}

extension JSONValue {
    func asPolicyPath() throws(JSONShapeError) -> Positioned<PolicyPath> {
        let spelling = try asString()
        guard let path = PolicyPath(spelling) else {
            throw unacceptable(
                "\"\(spelling)\" is not a path inside the policy's folder (segments of A-Z a-z 0-9 . _ - without a "
                    + "leading dot, and not the folder keys)")
        }
        return Positioned(value: path, position: position)
    }

    func asPositionedString() throws(JSONShapeError) -> Positioned<String> {
        Positioned(value: try asString(), position: position)
    }

    /// An https URL without credentials; an origin is only a scheme, a host, and perhaps a port and a path.
    func asURL(isOrigin: Bool = false) throws(JSONShapeError) -> String {
        let spelling = try asString()
        let address: WebAddress
        do throws(WebAddress.Failure) {
            address = try WebAddress(spelling)
        } catch {
            throw unacceptable(
                error == .credentials ? "a URL must not hold credentials" : "\"\(spelling)\" is not an https URL")
        }
        guard !isOrigin || address.isOrigin else {
            throw unacceptable(
                "an origin is https:// and a host, perhaps with a path of A-Z a-z 0-9 . _ - ~, without a \"/\" at the end"
            )
        }
        return spelling
    }
}

extension WebAddress {
    /// Whether paths of documents can follow a `/` after it: no program reads its own path as anything else.
    fileprivate var isOrigin: Bool {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !hasQueryOrFragment
            && segments.dropFirst().allSatisfy { segment in
                !segment.isEmpty && !segment.allSatisfy { $0 == UInt8(ascii: ".") }
                    && segment.allSatisfy { $0.isASCIIAlphanumeric || "._-~".utf8.contains($0) }
            }
    }
}

package enum TextReference: Sendable {
    case key(Positioned<String>)
    /// The text itself, by language.
    case inline(CatalogText)

    var position: TextPosition? {
        switch self {
        case .key(let key): key.position
        case .inline(let text): text.position
        }
    }
}

extension Instant {
    /// 1970-01-01T00:00:00Z.
    package static let earliest: Instant = {
        guard let instant = Instant(secondsSince1970: 0) else { preconditionFailure("1970 is a year of instants") }
        return instant
    }()
}

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

/// Reads one object of a policy member by member, and continues after an invalid one.
struct PolicyObject {
    private var object: JSONObject
    private let findings: FileFindings

    var members: [JSONMember] { object.members }

    /// Fails, with a finding, when `value` is not an object.
    init?(_ value: JSONValue, _ findings: FileFindings) {
        guard let object = findings.attempt({ try JSONObject(value) }) else { return nil }
        (self.object, self.findings) = (object, findings)
    }

    mutating func value(_ name: String) -> JSONValue? { object.optional(name) }

    mutating func requiredValue(_ name: String) -> JSONValue? {
        guard let value = object.optional(name) else {
            findings.add(JSONShapeError(.missingMember(name), at: object.position))
            return nil
        }
        return value
    }

    /// The member as `read` returns it; nil when it is missing and, with a finding, when it is invalid.
    mutating func optional<Result>(_ name: String, _ read: (JSONValue) throws -> Result) -> Result? {
        value(name).flatMap { value in findings.attempt { try read(value) } }
    }

    /// The member as `read` returns it; nil, with a finding, when it is missing or invalid.
    mutating func required<Result>(_ name: String, _ read: (JSONValue) throws -> Result) -> Result? {
        requiredValue(name).flatMap { value in findings.attempt { try read(value) } }
    }

    func refuseUnknownMembers() {
        for error in object.unknownMembers() { findings.add(error) }
    }
}

/// A large value that is held once: a copy of what has it is one reference more, instead of a copy of each of its members.
///
/// Every file that copies a value of forty members carries the code for all of them. What holds most of a tree or of a plan is a
/// final class for the same reason.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
    private final class Held: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var held: Held

    package init(wrappedValue: Value) { held = Held(wrappedValue) }

    package var wrappedValue: Value {
        get { held.value }
        set { held = Held(newValue) }
    }
}

extension Platform {
    package var displayName: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}
