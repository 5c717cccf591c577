import ManifestVerifier
import Policy
import PublicationTree
import WebBundles

/// What one side says about web bundles: what its index offers, and whatever else its documents about bundles have.
struct ComparedBundles: Sendable {
    /// nil without an index.
    private(set) var index: WebBundleIndex?
    /// When that was signed; nil where it is not known, or is yet to be signed.
    private(set) var signed: Instant?
    /// Each document with the SHA-256 of what it says beyond `index`; nil where it says nothing more.
    private var documents: [DocumentPath: String?] = [:]
    /// Whether the manifest says what followed from an index before this one.
    private var hasFormerManifest = false
    /// The shells that the reviewed list has; nil for a tree, in which no document says them.
    var shells: [RecordedShell]?
    /// The list, where it is known.
    private var file: String?

    static let none = ComparedBundles()

    private init() {}

    /// What a policy offers; its documents say nothing more.
    init(_ offering: BundleOffering?) {
        shells = offering?.recordedShells ?? []
        guard let offering else { return }
        file = offering.file
        index = offering.unsignedIndex
        for path in offering.paths where Self.paths.contains(path) { documents.updateValue(nil, forKey: path) }
    }

    /// What documents say.
    ///
    /// - Parameters:
    ///   - other: the other side: after an upload that was cut off, one document can be of the one and the other of the other.
    ///   - signed: when the index was signed, where that is known.
    ///   - body: the trusted body of a document; nil without one.
    init(beside other: ComparedBundles = .none, signed: Instant? = nil, _ body: (DocumentPath) -> [UInt8]?) {
        self.signed = signed
        if let bytes = body(.webBundleIndex) {
            index = try? WebBundleIndex(body: bytes)
            let isSaid = index.map { JSONWriter.bytes(of: $0.json) == bytes } ?? false
            let rest = isSaid ? nil : Self.digest(bytes, index == nil ? nil : \.withoutSignaturesOfBundles)
            documents.updateValue(rest, forKey: .webBundleIndex)
        }
        if let bytes = body(.webBundleManifest) {
            let manifest = try? WebBundleManifest(body: bytes)
            let isSaid =
                manifest.map { Self.follows($0, from: index, in: bytes) || Self.saysTheSame(bytes, as: other.index) }
                ?? false
            hasFormerManifest = !isSaid && manifest.map { Self.isFormer($0, of: index) } ?? false
            let rest = isSaid ? nil : Self.digest(bytes, manifest == nil ? nil : \.withoutSignature)
            documents.updateValue(rest, forKey: .webBundleManifest)
        }
    }

    private static let paths: [DocumentPath] = [.webBundleIndex, .webBundleManifest]

    var isEmpty: Bool { documents.isEmpty }

    func has(_ path: DocumentPath) -> Bool { documents.keys.contains(path) }

    /// The format of a document of which nothing else says it: those about bundles have paths that are theirs alone.
    static func format(ofPath path: DocumentPath) -> DocumentFormat {
        switch path {
        case .webBundleIndex: .webBundleIndex
        case .webBundleManifest: .webBundleManifest
        default: .file
        }
    }

    /// The SHA-256 of a body without its signatures, which every build may make anew; of the whole body where it cannot be
    /// read, since its signatures cannot be found.
    private static func digest(_ body: [UInt8], _ withoutSignatures: ((JSONValue) -> JSONValue)?) -> String {
        let value = withoutSignatures.flatMap { without in (try? JSONParser.parse(body)).map(without) }
        return SHA256.hash(value.map { JSONWriter.bytes(of: $0) } ?? body).hexadecimal
    }

    /// Whether a manifest says exactly what follows from an index.
    private static func follows(_ manifest: WebBundleManifest, from index: WebBundleIndex?, in body: [UInt8]) -> Bool {
        guard let index else { return false }
        if let right = WebBundleManifest(of: index) { return JSONWriter.bytes(of: right.json) == body }
        // What no shell fits is the last one, which nobody installs.
        return manifest.shells == .noShell && manifest.withdrawn == index.withdrawn
            && JSONWriter.bytes(of: manifest.json) == body
    }

    /// Whether a manifest is the one of an index that is perhaps not signed yet.
    private static func saysTheSame(_ body: [UInt8], as index: WebBundleIndex?) -> Bool {
        guard let right = index.flatMap({ WebBundleManifest(of: $0) }) else { return false }
        return digest(body, \.withoutSignature) == digest(JSONWriter.bytes(of: right.json), \.withoutSignature)
    }

    /// Whether a manifest names a bundle that the index knows or has ended, and no more that is withdrawn.
    private static func isFormer(_ manifest: WebBundleManifest, of index: WebBundleIndex?) -> Bool {
        guard let index, Set(manifest.withdrawn).isSubset(of: index.withdrawn) else { return false }
        let bundle = manifest.bundle
        return index.entries.contains { $0.bundle.version == bundle.version && $0.bundle.sha256 == bundle.sha256 }
            || (index.withdrawn + index.halted + index.retired).contains(bundle.version)
    }

    /// What is said of each bundle and shell, by the names that changes use.
    var values: [String: Set<String>] {
        let told =
            BundleChanges(old: nil, new: index, since: .earliest).all
            + ShellChanges(old: [], new: shells, file: nil).all
        var values = told.map { ($0.at, $0.to) }
        for entry in index?.entries ?? [] {
            values.append(("v\(entry.bundle.version).url", entry.bundle.url))
            values += entry.shells.map { platform, range in
                ("v\(entry.bundle.version).shells.\(platform.rawValue)", BundleWords.shells(range, platform))
            }
        }
        values += documents.map { ($0.rawValue, $1) }
        return Dictionary(values.map { ($0, Set([$1].compactMap(\.self))) }) { $0.union($1) }
    }

    /// What becomes of web bundles: whether they are offered, to which shells, and their bytes; then what else their
    /// documents have.
    ///
    /// - Parameter still: the time at which steps stand still on devices that have the old index.
    static func changes(
        from old: ComparedBundles, to new: ComparedBundles, since: Instant, still: Instant? = nil
    ) -> [Change] {
        let bundles = BundleChanges(old: old.index, new: new.index, since: since, still: still).all
        let shells = ShellChanges(old: old.shells, new: new.shells, file: new.file).all
        return bundles + shells
            + paths.compactMap { path in
                let places = (old.documents[path], new.documents[path])
                func change(_ kind: Change.Kind, _ from: String?, _ to: String?) -> Change {
                    Change(kind, at: path.rawValue, from: from, to: to, documents: [path.rawValue])
                }
                switch places {
                case (nil, nil): return nil
                // A document that comes or goes with its bundles is told with them.
                case (nil, .some): return bundles.isEmpty ? change(.document, nil, path.rawValue) : nil
                case (.some, nil): return change(.document, path.rawValue, nil)
                case (let was?, let becomes?):
                    guard was != becomes else { return nil }
                    let isKnown = path == .webBundleManifest && old.hasFormerManifest
                    return isKnown
                        ? change(.file, path.rawValue, path.rawValue) : change(.unnamed, was, becomes)
                }
            }
    }
}

extension JSONValue {
    /// A bundle, or the manifest of one.
    fileprivate var withoutSignature: JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(members.filter { $0.name != "signature" })
    }

    /// An index.
    var withoutSignaturesOfBundles: JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(
            members.map { member in
                guard ["bundles", "offers"].contains(member.name), case .array(let bundles) = member.value.content
                else { return member }
                return JSONMember(member.name, .array(bundles.map(\.withoutSignature)))
            })
    }
}
