import Diagnostics
import ManifestVerifier
import WebBundles

/// The reviewed list of a team's web bundles, `bundles.json`. Like a lock file, it names archives by their digests, and it
/// alone decides which archives are signed and offered, and to whom.
package struct BundleList: Sendable {
    /// Whether clients are offered a version.
    package enum State: String, Sendable, CaseIterable {
        /// Compatible clients may install it, if its conditions hold.
        case offered
        /// It is no longer offered, and only clients that have confirmed it keep it.
        case halted
        /// It is no longer offered; clients that have it may keep it.
        case retired
        /// Clients abandon it at their next update, permanently.
        case withdrawn
    }

    package struct Archive: Equatable, Sendable {
        package let digest: ListedDigest
        package let byteCount: Int
        /// SHA-256 of the list of its files, 64 lowercase hexadecimal digits.
        package let files: String
        package let shells: [Platform: ShellRange]
    }

    package struct Entry: Sendable {
        package let version: SemanticVersion
        /// Nil only for a withdrawn version that was never offered, such as one embedded in an app.
        package let archive: Archive?
        package let state: State
        /// Whom it is offered to; nil for everybody.
        package let conditions: BundleConditions?
        /// The native code that it calls; nil when that was not recorded.
        package let surface: BundleSurface?
    }

    /// The versions in the order of the list, each once.
    package let entries: [Entry]
    package let shells: [RecordedShell]

    package let pages: WebPageRules

    package func entry(_ version: SemanticVersion) -> Entry? { entries.first { $0.version == version } }
}

extension BundleList {
    /// Reads a list; fails with everything that is wrong with it.
    package init(_ bytes: [UInt8], file: String) throws {
        let findings = Findings()
        guard let list = BundleList(parsing: bytes, FileFindings(file, findings)), !findings.haveErrors else {
            throw PolicyRefusal.refused(findings.sorted)
        }
        self = list
    }

    /// Reads a list strictly; what is wrong is added to `findings`.
    init?(parsing bytes: [UInt8], _ findings: FileFindings) {
        guard let value = findings.attempt({ try JSONParser.parse(bytes, allowsComments: true) }),
            var object = PolicyObject(value, findings)
        else { return nil }
        let elements = object.required("bundles") { try $0.asArray() }
        shells = object.value("surfaces").map { [RecordedShell](listed: $0, findings) } ?? []
        pages = WebPageRules(&object)
        object.refuseUnknownMembers()
        guard let elements else { return nil }
        guard elements.count <= Limits.webBundles else {
            findings.add(.limit, "there are more than \(Limits.webBundles) versions", at: value.position)
            return nil
        }
        var spellings: Set<String> = []
        entries = elements.compactMap { element in
            guard let entry = Entry(element, findings) else { return nil }
            // Some file systems treat names that differ only by case as equal.
            guard spellings.insert(entry.version.spelling.asciiLowercased).inserted else {
                findings.add(.invalidValue, "version \(entry.version) appears twice", at: element.position)
                return nil
            }
            return entry
        }
    }
}

extension BundleList.Entry {
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let version = object.required("version") { try $0.asBundleVersion() }
        let state =
            object.optional("state") { value in
                guard let state = BundleList.State(rawValue: try value.asString()) else {
                    throw value.unacceptable(
                        "a state is one of \(BundleList.State.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return state
            } ?? .offered
        var archive: BundleList.Archive?
        var conditions: BundleConditions?
        var surface: BundleSurface?
        if state != .withdrawn || object.members.contains(where: { $0.name != "version" && $0.name != "state" }) {
            guard let read = BundleList.Archive(&object, findings) else { return nil }
            archive = read
            if let when = object.value("when") {
                guard let version, let read = BundleConditions(listed: when, of: version, findings) else { return nil }
                conditions = read
            }
            if let listed = object.value("surface") {
                guard let read = BundleSurface(listed: listed, findings) else { return nil }
                surface = read
            }
        }
        object.refuseUnknownMembers()
        guard let version else { return nil }
        self.init(version: version, archive: archive, state: state, conditions: conditions, surface: surface)
    }
}

extension BundleList.Archive {
    fileprivate init?(_ object: inout PolicyObject, _ findings: FileFindings) {
        let digest = object.required("sha256") { try $0.asSHA256() }.flatMap(ListedDigest.init(hexadecimal:))
        let size = object.required("size") { value in
            let size = try value.asInteger()
            guard (1...Limits.webBundleBytes).contains(size) else {
                throw value.unacceptable("an archive has 1 to \(Limits.webBundleBytes) bytes")
            }
            return size
        }
        let files = object.required("files") { try $0.asSHA256() }
        let shells = object.requiredValue("shells").flatMap { [Platform: ShellRange](listed: $0, findings) }
        guard let digest, let size, let files, let shells else { return nil }
        self.init(digest: digest, byteCount: size, files: files, shells: shells)
    }
}

extension [Platform: ShellRange] {
    fileprivate init?(listed value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        self = [:]
        for platform in Platform.allCases {
            self[platform] = object.optional(platform.rawValue) { value in
                let range = try ShellRange(value)
                var members = try JSONObject(value)
                for name in ["min", "max"] { _ = members.optional(name) }
                try members.refuseUnknownMembers()
                return range
            }
        }
        object.refuseUnknownMembers()
        if object.members.isEmpty {
            findings.add(
                .invalidValue, "no platform has shells that can run it", at: value.position,
                hint: "write it like \"shells\": { \"ios\": { \"min\": \"2.0.0\" } }")
        }
        guard !isEmpty else { return nil }
    }
}

/// How apps show the bundles, and what a review has allowed their pages.
package struct WebPageRules: Equatable, Sendable {
    /// Where a bundle's own files are.
    package enum Serving: String, Sendable, CaseIterable {
        /// At the top of an address that all versions share, as Capacitor does it.
        case root
        /// Below a path that has the version in it.
        case versioned
    }

    package let served: Serving
    /// Sources of scripts that a Content-Security-Policy may have, in lower case: `'unsafe-eval'`, `https://a.example`.
    package let allowScripts: [String]

    init(_ object: inout PolicyObject) {
        served =
            object.optional("served") { value in
                guard let served = Serving(rawValue: try value.asString()) else {
                    throw value.unacceptable(
                        "bundles are served \(Serving.allCases.map(\.rawValue).joined(separator: " or "))")
                }
                return served
            } ?? .versioned
        allowScripts =
            object.optional("allowScripts") { value in
                let sources = try value.asArray()
                guard sources.count <= Limits.allowedSources else {
                    throw value.unacceptable("there are more than \(Limits.allowedSources) sources")
                }
                return try sources.map { source in
                    let text = try source.asString()
                    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") })
                    else { throw source.unacceptable("not a source of a Content-Security-Policy, like 'unsafe-eval'") }
                    return text.asciiLowercased
                }
            } ?? []
    }
}
