import ManifestVerifier
import Policy
import PublicationTree

/// What one side says about web bundles: what its index offers, and whatever else its documents about bundles have.
struct ComparedBundles: Sendable {
    /// What is said; nil without any.
    private(set) var index: WebBundleIndex?
    /// The documents that there are, each with the SHA-256 of what it has beside what `index` says; nil for nothing else.
    private var documents: [DocumentPath: String?] = [:]

    static let none = ComparedBundles()

    private init() {}

    /// What a policy offers. Its documents have nothing else.
    init(_ offering: BundleOffering?) {
        guard let offering else { return }
        index = offering.unsignedIndex
        for path in offering.paths where Self.paths.contains(path) { documents.updateValue(nil, forKey: path) }
    }

    /// What documents say.
    ///
    /// - Parameter body: the body of a document; nil where there is none that is believed.
    init<Failure>(_ body: (DocumentPath) throws(Failure) -> [UInt8]?) throws(Failure) {
        if let bytes = try body(.webBundleIndex) {
            index = try? WebBundleIndex(body: bytes)
            let isSaid = index.map { JSONWriter.bytes(of: $0.json) == bytes } ?? false
            let rest = isSaid ? nil : Self.digest(bytes, index == nil ? nil : \.withoutSignaturesOfBundles)
            documents.updateValue(rest, forKey: .webBundleIndex)
        }
        if let bytes = try body(.webBundleManifest) {
            let manifest = try? WebBundleManifest(body: bytes)
            let isSaid = manifest.map { Self.isSame($0, index) && JSONWriter.bytes(of: $0.json) == bytes } ?? false
            let rest = isSaid ? nil : Self.digest(bytes, manifest == nil ? nil : \.withoutSignature)
            documents.updateValue(rest, forKey: .webBundleManifest)
        }
    }

    private static let paths: [DocumentPath] = [.webBundleIndex, .webBundleManifest]

    var isEmpty: Bool { documents.isEmpty }

    /// The SHA-256 of a body without its signatures, which every build may make anew; of the whole body where it cannot be
    /// read, since nobody knows what a signature is in that.
    private static func digest(_ body: [UInt8], _ withoutSignatures: ((JSONValue) -> JSONValue)?) -> String {
        let value = withoutSignatures.flatMap { without in (try? JSONParser.parse(body)).map(without) }
        return SHA256.hash(value.map { JSONWriter.bytes(of: $0) } ?? body).hexadecimal
    }

    /// Whether a manifest says what follows from an index.
    private static func isSame(_ manifest: WebBundleManifest, _ index: WebBundleIndex?) -> Bool {
        guard let index, manifest.withdrawn == index.withdrawn else { return false }
        // What no shell fits is the last one, which nobody installs.
        return index.offered.first.map { $0.bundle == manifest.bundle }
            ?? (manifest.bundle == manifest.bundle.forNoShell)
    }

    // MARK: Changes

    /// What becomes of web bundles: whether they are offered, to which shells, and their bytes; then what else their
    /// documents have.
    static func changes(from old: ComparedBundles, to new: ComparedBundles) -> [Change] {
        let bundles = changes(old.index, new.index)
        return bundles
            + paths.compactMap { path in
                let places = (old.documents[path], new.documents[path])
                func change(_ kind: Change.Kind, _ from: String?, _ to: String?) -> Change {
                    Change(kind, at: path.rawValue, from: from, to: to, documents: [path.rawValue])
                }
                switch places {
                case (nil, nil): return nil
                // A document that comes or goes with its bundles is told with them.
                case (nil, .some): return bundles.isEmpty ? change(.document, nil, path.rawValue) : nil
                case (.some, nil): return bundles.isEmpty ? change(.document, path.rawValue, nil) : nil
                case (let was?, let becomes?): return was == becomes ? nil : change(.unnamed, was, becomes)
                }
            }
    }

    private static func changes(_ old: WebBundleIndex?, _ new: WebBundleIndex?) -> [Change] {
        func states(_ index: WebBundleIndex?) -> [SemanticVersion: String] {
            var states: [SemanticVersion: String] = [:]
            for entry in index?.offered ?? [] { states[entry.bundle.version] = "offered" }
            for version in index?.retired ?? [] { states[version] = "retired" }
            for version in index?.withdrawn ?? [] { states[version] = "withdrawn" }
            return states
        }
        func offered(_ index: WebBundleIndex?) -> [SemanticVersion: WebBundleIndex.Entry] {
            Dictionary((index?.offered ?? []).map { ($0.bundle.version, $0) }) { first, _ in first }
        }
        func change(_ at: String, _ from: String?, _ to: String?, _ consequence: String? = nil) -> Change {
            Change(
                .bundle, at: at, from: from, to: to, documents: [DocumentPath.webBundleIndex.rawValue],
                consequence: consequence)
        }
        let (before, after) = (states(old), states(new))
        let (oldEntries, newEntries) = (offered(old), offered(new))
        return Set(before.keys).union(after.keys).sorted().flatMap { version in
            var changes: [Change] = []
            if before[version] != after[version] {
                changes.append(change("v\(version)", before[version], after[version]))
            }
            guard let was = oldEntries[version], let becomes = newEntries[version] else { return changes }
            if was.bundle.shells != becomes.bundle.shells {
                let shells = change(
                    "v\(version).shells", was.bundle.shells, becomes.bundle.shells,
                    "shells that are no longer named lose it, and others are offered it")
                changes.append(shells)
            }
            if was.bundle.sha256 != becomes.bundle.sha256 {
                changes.append(
                    change(
                        "v\(version).sha256", was.bundle.sha256, becomes.bundle.sha256,
                        "the same version with other bytes: clients that have it keep the former ones"))
            }
            if was.byteCount != becomes.byteCount {
                changes.append(change("v\(version).size", "\(was.byteCount)", "\(becomes.byteCount)"))
            }
            if !was.bundle.url.hasSameBytes(as: becomes.bundle.url) {
                changes.append(change("v\(version).url", was.bundle.url, becomes.bundle.url))
            }
            return changes
        }
    }
}

extension WebBundle {
    /// `shells 2.0.0 to 2.9.9`, `shells from 2.0.0 on`
    fileprivate var shells: String {
        maximumShell.map { "shells \(minimumShell) to \($0)" } ?? "shells from \(minimumShell) on"
    }
}

extension JSONValue {
    /// A bundle, or the manifest of one.
    fileprivate var withoutSignature: JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(members.filter { $0.name != "signature" })
    }

    /// An index.
    fileprivate var withoutSignaturesOfBundles: JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(
            members.map { member in
                guard member.name == "bundles", case .array(let bundles) = member.value.content else { return member }
                return JSONMember(member.name, .array(bundles.map(\.withoutSignature)))
            })
    }
}
