import Classic
import ManifestVerifier
import PublicationTree
import TestPublisher
import WebBundles

/// Edits of every kind: of values, members and elements of any body, and of how bodies are delivered.
extension RandomValues {
    private static let formats: [DocumentFormat] = [
        .gateIOS, .gateIOS, .gateIOS, .gateAndroid, .gateAndroid, .availabilityIOS, .availabilityAndroid, .appConfig,
        .environmentConfig, .remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate, .webBundleIndex, .file,
    ]
    private static let caches = ["max-age=300", "max-age=9000", "no-store", "Max-Age=300"]
    private static let names = [
        ("force_update_version", "optional_update_version"), ("optional_update_version", "force_update_version"),
        ("force_update_versi0n", "optional_update_version"), ("f", "o"),
    ].compactMap { RemoteConfigNames(force: $0.0, optional: $0.1) }

    mutating func tree() -> PublishedTree {
        var tree = PublishedTree(documents: [])
        // What is published for the first time is no edit; beside this file it is a new document.
        if chance(96) {
            tree.documents.append(PublishedTree.Document(path: "file", format: .file, body: .string("file")))
        } else if chance(50) {
            return tree
        }
        for index in 0..<(chance(70) ? 1 : 2) {
            let document = document("document\(index)")
            guard
                document.format != .webBundleIndex || !tree.documents.contains(where: { $0.format == .webBundleIndex })
            else { continue }
            tree.documents.append(document)
        }
        return tree
    }

    private mutating func document(_ path: String) -> PublishedTree.Document {
        let format = pick(Self.formats)
        let isRemote = [.remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate].contains(format)
        let names = isRemote ? (chance(70) ? Self.names[0] : pick(Self.names)) : nil
        var body = body(format, names)
        if [.gateIOS, .gateAndroid].contains(format), chance(30) { body = withMinimum(body) }
        return PublishedTree.Document(
            path: format == .webBundleIndex ? DocumentPath.webBundleIndex.rawValue : path, format: format,
            body: body, names: names)
    }

    mutating func edit(_ tree: inout PublishedTree) {
        guard chance(82), !tree.documents.isEmpty else { return editDelivery(&tree) }
        // The first is a file, as a rule.
        let index = number(tree.documents.count > 1 && chance(95) ? 1...tree.documents.count - 1 : 0...0)
        let old = tree.documents[index]
        let isGate = [.gateIOS, .gateAndroid].contains(old.format)
        tree.documents[index].body =
            isGate && chance(15) ? exempting(old.body) : edited(old.body, old.format, old.names ?? .usual)
    }

    // MARK: Delivery

    private mutating func editDelivery(_ tree: inout PublishedTree) {
        let index = tree.documents.isEmpty ? nil : number(0...tree.documents.count - 1)
        switch number(0...12) {
        case 0: tree.origin = pick(["https://a.example", "https://b.example", "https://a.example:443"])
        case 1: tree.profile = pick(SignatureProfile.allCases)
        case 2: tree.resignAfter = Int64(pick([0, 3_600, 864_000]))
        case 3: tree.indexCache = pick(Self.caches)
        case 4:
            tree.envelopes = pick([
                Envelopes(hasHeaders: true, hasJWS: true), Envelopes(hasHeaders: false, hasJWS: true),
                .standard,
            ])
        case 5: tree.key = pick(["first", "second"])
        case 12:
            tree.ring = pick([[.active], [.retired, .active], [.revoked, .active], [.active, .next, .next]])
        case 6: if let index { tree.documents[index].cache = pick(Self.caches) }
        case 7:
            if let index, tree.documents[index].format != .webBundleIndex {
                tree.documents[index].path = "moved\(index)"
            }
        case 8: if let index { tree.documents.remove(at: index) }
        case 9: tree.documents.append(document("new\(tree.documents.count)"))
        case 10:
            if let index, tree.documents[index].names != nil { tree.documents[index].names = pick(Self.names) }
        default: if let index { tree.documents[index].urlPrefix = pick(["", "builds/", "https://cdn.example/"]) }
        }
        var paths: Set<String> = []
        tree.documents = tree.documents.filter { paths.insert($0.path).inserted }
    }

    // MARK: Bodies

    private mutating func edited(_ body: JSONValue, _ format: DocumentFormat, _ names: RemoteConfigNames) -> JSONValue {
        let nodes = body.nodes
        // Whole parts change as often as single values do.
        let depth = number(0...(nodes.map(\.steps.count).max() ?? 0))
        let candidates = nodes.filter { $0.steps.count == depth }
        let node = pick(candidates)
        switch number(0...99) {
        case 0..<50:
            let value = value(at: node.place, format, names) ?? string(["x", "y"])
            return body.replacing(node.steps[...]) { _ in value } ?? body
        case 50..<62: return body.replacing(node.steps[...]) { _ in nil } ?? body
        case 62..<70:
            let other = pick(RandomValues.otherNames(than: node.place.last ?? ""))
            return body.renaming(node.steps[...], to: other)
        case 70..<76:
            guard let twin = body.value(pick(candidates).steps[...]) else { return body }
            return body.replacing(node.steps[...]) { _ in twin } ?? body
        default:
            guard let holder = pickHolder(nodes) else { return body }
            return body.replacing(holder.steps[...]) { inserting(into: $0, holder.place, format, names) } ?? body
        }
    }

    /// A minimum that moves by a little, while an exemption before it comes or goes: each hides what the other one does.
    private mutating func exempting(_ body: JSONValue) -> JSONValue {
        guard case .array(var rules)? = body["rules"]?.content else { return body }
        if let first = rules.first, case .string("available")? = first["then"]?.content {
            rules.removeFirst()
        } else {
            let name = pick(["app", "channel", "model", "until"])
            let when = JSONValue.object(condition(name).map { [JSONMember(name, $0)] } ?? [])
            rules.insert(rule("e", when, "available"), at: 0)
        }
        return withMinimum(body.with("rules", .array(rules)))
    }

    /// A gate document whose last rule is a minimum, as a policy's is.
    private mutating func withMinimum(_ body: JSONValue) -> JSONValue {
        guard case .array(let rules)? = body["rules"]?.content else { return body }
        let bound = JSONValue.object([JSONMember("app", string(["<1.0.1", "<1.1", "<2", "<2.0.1", "<2.1"]))])
        return body.with("rules", .array(rules.dropLast() + [rule("minimum-app", bound, "required")]))
    }

    private func rule(_ id: String, _ when: JSONValue, _ then: String) -> JSONValue {
        .object([JSONMember("id", .string(id)), JSONMember("when", when), JSONMember("then", .string(then))])
    }

    private mutating func pickHolder(_ nodes: [JSONValue.Node]) -> JSONValue.Node? {
        let holders = nodes.filter(\.isHolder)
        return holders.isEmpty ? nil : pick(holders)
    }

    /// Something more in an object or an array, or the same in another order.
    private mutating func inserting(
        into value: JSONValue, _ place: Place, _ format: DocumentFormat, _ names: RemoteConfigNames
    ) -> JSONValue {
        switch value.content {
        case .array(var elements):
            if chance(50), elements.count > 1 { return .array(shuffled(elements)) }
            guard let element = self.value(at: place + ["#"], format, names) else { return value }
            elements.insert(element, at: number(0...elements.count))
            return .array(elements)
        case .object(var members):
            if chance(10) { return .object(shuffled(members)) }
            let missing = Self.members(at: place, format, names).map(\.0).filter { value[$0] == nil }
            let name = missing.isEmpty || chance(15) ? "fr" : pick(missing)
            guard value[name] == nil else { return value }
            members.append(JSONMember(name, self.value(at: place + [name], format, names) ?? text()))
            return .object(members)
        default: return value
        }
    }
}
