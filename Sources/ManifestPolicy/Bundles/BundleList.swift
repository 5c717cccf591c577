import Diagnostics
import ManifestVerifier

/// The reviewed list of a team's web bundles, `bundles.json`. Like a lock file it names archives by their digests; nothing
/// else decides which archives are signed and offered.
package struct BundleList: Sendable {
    /// Whether clients are offered a version.
    package enum State: String, Sendable, CaseIterable {
        /// Clients that it fits may install it.
        case offered
        /// It is no longer offered; clients that have it may keep it.
        case retired
        /// Clients leave it at their next update, for good.
        case withdrawn
    }

    /// The archive of a version and the shells that can run it.
    package struct Archive: Equatable, Sendable {
        /// SHA-256 of the archive.
        package let digest: ListedDigest
        /// Bytes of the archive.
        package let byteCount: Int
        /// The oldest shell that can run it.
        package let minimumShell: NumericVersion
        /// The newest shell that can run it; nil for any.
        package let maximumShell: NumericVersion?
    }

    /// One version of the list.
    package struct Entry: Sendable {
        package let version: SemanticVersion
        /// Nil only for a withdrawn version that was never offered: one that an app shipped.
        package let archive: Archive?
        package let state: State
        /// Where the list has the version.
        let position: TextPosition?
    }

    /// The versions in the order of the list, each once.
    package let entries: [Entry]

    /// The entry of a version.
    package func entry(_ version: SemanticVersion) -> Entry? { entries.first { $0.version == version } }
}

extension BundleList {
    /// Reads a list; what is wrong with it is the error.
    package init(_ bytes: [UInt8], file: String) throws {
        let findings = Findings()
        guard let list = BundleList(parsing: bytes, FileFindings(file, findings)), !findings.haveErrors else {
            throw PolicyRefusal.unparsable(findings.sorted)
        }
        self = list
    }

    /// Reads a list strictly; what is wrong is added to `findings`.
    init?(parsing bytes: [UInt8], _ findings: FileFindings) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            findings.add(.syntax, error.message, at: error.position)
            return nil
        }
        guard var object = PolicyObject(value, findings) else { return nil }
        let elements = object.required("bundles") { (value) throws(JSONShapeError) in try value.asArray() }
        object.refuseUnknownMembers()
        guard let elements else { return nil }
        guard elements.count <= Limits.webBundles else {
            findings.add(.limit, "there are more than \(Limits.webBundles) versions", at: value.position)
            return nil
        }
        var spellings: Set<String> = []
        entries = elements.compactMap { element in
            guard let entry = Entry(element, findings) else { return nil }
            // Some file systems take names that differ only by case for one.
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
        let version = object.required("version") { (value) throws(JSONShapeError) in try value.asBundleVersion() }
        let state =
            object.optional("state") { (value) throws(JSONShapeError) in
                guard let state = BundleList.State(rawValue: try value.asString()) else {
                    throw value.unacceptable(
                        "a state is \(BundleList.State.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return state
            } ?? .offered
        var archive: BundleList.Archive?
        if state != .withdrawn || object.members.contains(where: { $0.name != "version" && $0.name != "state" }) {
            guard let read = BundleList.Archive(&object, findings) else { return nil }
            archive = read
        }
        object.refuseUnknownMembers()
        guard let version else { return nil }
        self.init(version: version, archive: archive, state: state, position: value.position)
    }
}

extension BundleList.Archive {
    fileprivate init?(_ object: inout PolicyObject, _ findings: FileFindings) {
        let digest = object.required("sha256") { (value) throws(JSONShapeError) in
            guard let digest = ListedDigest(hexadecimal: try value.asString()) else {
                throw value.unacceptable("not 64 lowercase hexadecimal digits")
            }
            return digest
        }
        let size = object.required("size") { (value) throws(JSONShapeError) in
            let size = try value.asInteger()
            guard (1...Limits.webBundleBytes).contains(size) else {
                throw value.unacceptable("an archive has 1 to \(Limits.webBundleBytes) bytes")
            }
            return size
        }
        let minimum = object.required("minShellVersion") { (value) throws(JSONShapeError) in
            try value.asShellVersion()
        }
        let maximum = object.optional("maxShellVersion") { (value) throws(JSONShapeError) in
            try value.asShellVersion()
        }
        guard let digest, let size, let minimum else { return nil }
        if let maximum, maximum < minimum {
            findings.add(.invalidValue, "maxShellVersion is below minShellVersion", at: object.position)
            return nil
        }
        self.init(digest: digest, byteCount: size, minimumShell: minimum, maximumShell: maximum)
    }
}
