import Foundation
import ManifestVerifier
import Plan
import PublicationTree
import TestPublisher
import Testing
import TestSupport

/// One value that is changed, of a body or of the index.
private struct Flip {
    let place: String
    let value: JSONValue

    /// Everything that can be changed in a value, one at a time: each value, member, element and order.
    ///
    /// - Parameter step: how many parts there are for each that is changed.
    static func all(of value: JSONValue, every step: Int) -> [Flip] {
        value.nodes.enumerated().filter { $0.offset % step == 0 }.map(\.element).flatMap { node -> [Flip] in
            guard let part = value.value(node.steps[...]) else { return [] }
            let names = zip(node.place, node.steps).map { $0 == "#" ? "\($1)" : $0 }
            let place = "/" + names.joined(separator: "/")
            func flip(_ what: String, _ other: JSONValue?) -> Flip? {
                if node.steps.isEmpty, other == nil { return nil }
                return value.replacing(node.steps[...]) { _ in other }.map {
                    Flip(place: "\(place) \(what)", value: $0)
                }
            }
            let isMember = node.place.last.map { $0 != "#" } ?? false
            let renamed =
                isMember ? [Flip(place: "\(place) renamed", value: value.renaming(node.steps[...], to: "x"))] : []
            return renamed + ([flip("removed", nil)] + part.others.map { flip($0.what, $0.value) }).compactMap(\.self)
        }
    }
}

extension JSONValue {
    /// Other values of the kind, each with what was done.
    fileprivate var others: [(what: String, value: JSONValue)] {
        switch content {
        case .null: [("changed", .string("x"))]
        case .bool(let bool): [("changed", JSONValue(.bool(!bool)))]
        case .number(let spelling):
            [
                ("raised", JSONValue(.number(Int(spelling).map { "\($0 + 1)" } ?? "1"))),
                ("respelled", .string(spelling)),
            ]
        case .string(let text): Self.others(than: text).map { ("\($0)", .string($0)) }
        case .array(let elements):
            [("grown", .array(elements + [elements.last ?? .string("x")]))]
                + (elements.count > 1 ? [("reversed", .array(elements.reversed()))] : [])
        case .object(let members):
            [("grown", .object(members + [JSONMember("stranger", .string("x"))]))]
                + (members.count > 1 ? [("reordered", .object(members.reversed()))] : [])
        }
    }

    /// What could be there instead: of the same form if the text has one.
    private static func others(than text: String) -> [String] {
        let forms = [
            ["https://other.example/\(text.count)"], ["2036-12-02T12:00:00Z", "2036-12-04T00:00:00Z"],
            ["active", "next", "retired"], ["max-age=86400"], ["ios", "android"],
            ["required", "recommended", "available", "maintenance"], ["9.9.9"], ["<9.9.9"], [">=16"], ["9d"],
            [String(repeating: "0", count: 64)], ["file"], ["text/plain"],
        ]
        let same = forms.first { form in form.contains(text) || isAlike(text, form[0]) } ?? []
        // "é" of one code point and of two are equal as `String`.
        let marked = ["", "x", text + "x", text + "\u{E9}", text.decomposedStringWithCanonicalMapping]
        // Versions that are equal as numbers.
        let equal = NumericVersion(text) == nil ? [] : [text + ".0", "0" + text]
        return (same + marked + equal).filter { !$0.utf8.elementsEqual(text.utf8) }
    }

    private static func isAlike(_ text: String, _ other: String) -> Bool {
        func form(_ text: String) -> [Character] {
            text.reduce(into: []) { form, character in
                let kind: Character = character.isNumber ? "0" : character.isLetter ? "a" : character
                if form.last != kind { form.append(kind) }
            }
        }
        return form(text) == form(other) || text.utf8.count == 64 && other.utf8.count == 64
    }
}

/// The index and the bodies of a tree that has a document of every format; EveryFormatTests holds it to what a build writes.
private struct EveryFormat: Sendable {
    let publication: JSONValue
    let bodies: [String: [UInt8]]

    static let tree = Result { try EveryFormat() }

    private init() throws {
        let folder = repositoryRoot.appending(path: "Tests/Expected/every-format")
        var files = try TemporaryFolder.snapshot(of: folder.path)
        publication = try JSONParser.parse(known(files.removeValue(forKey: "publication.json")))
        bodies = files
    }
}

@Suite struct FlipTests {
    private let tree: EveryFormat

    init() throws { tree = try EveryFormat.tree.get() }

    private func compared(_ publication: Publication, _ bodies: [String: [UInt8]]) -> ComparedTree {
        // One that signs is not the ring, which is flipped as a part of the index.
        ComparedTree(unverified: publication, bodies: bodies, key: "production")
    }

    private func changes(
        from old: (Publication, [String: [UInt8]]), to new: (Publication, [String: [UInt8]])
    ) throws -> [Change] {
        TreeComparison(from: compared(old.0, old.1), to: compared(new.0, new.1)).changes
    }

    private static let formats = DocumentFormat.allCases.filter { $0 != .file && $0 != .webBundle }

    @Test(arguments: formats)
    func `whatever differs in a body is shown, also beside another change`(format: DocumentFormat) throws {
        let publication = try Publication(tree.publication)
        let listed = publication.documents.filter { $0.format == format }
        try #require(!listed.isEmpty)
        var silent: [String] = []
        var count = 0
        for document in listed {
            let path = document.path.rawValue
            let body = try #require(tree.bodies[path])
            let old = publication.only(document, body)
            let value = try JSONParser.parse(body)
            func said(_ value: JSONValue) throws -> Set<String> {
                let bytes = JSONWriter.bytes(of: value)
                let new = publication.only(document, bytes)
                return Set(try changes(from: (old, [path: body]), to: (new, [path: bytes])).map(\.said))
            }
            let beside = try said(value.addingStranger)
            // What is told by digest, or not read, is no other change.
            let isBeside = beside.count == 1 && beside.allSatisfy { $0.hasPrefix("member\u{0}") }
            // What goes by date is the slowest to compare.
            for flip in Flip.all(of: value, every: Fuzz.step(format.reader.goesByDate ? 20 : 8))
            where !isSignature(flip.place) && JSONWriter.bytes(of: flip.value) != body {
                count += 1
                // The order of members says nothing, and is told of where nothing else is.
                let isOrder = flip.place.hasSuffix(" reordered")
                if try isOrder || !isBeside
                    ? said(flip.value).isEmpty : said(flip.value.addingStranger) == beside
                {
                    silent.append("\(path)\(flip.place)")
                }
            }
        }
        print("\(count) flips in \(format), \(silent.count) silent")
        report(silent)
    }

    @Test func `whatever differs in an index is shown`() throws {
        let former = try Publication(tree.publication)
        var silent: [String] = []
        var count = 0
        for flip in Flip.all(of: tree.publication, every: Fuzz.step(8)) + former.profiles + former.contentTypes
        where !isSignature(flip.place) {
            // An index that is refused is no tree.
            guard let publication = try? Publication(flip.value), publication != former else { continue }
            count += 1
            if try changes(from: (former, tree.bodies), to: (publication, tree.bodies)).isEmpty {
                silent.append(former.named(flip.place))
            }
        }
        print("\(count) flips in the index, \(silent.count) silent")
        report(silent.filter { !followsFromBody($0) })
    }

    /// The order of headers means nothing, and an index without a ring is from before anything is signed. Signatures, their
    /// dates, the claim of who built it, and what follows from a body are not compared; no tree is compared with that of
    /// another environment.
    private func isSignature(_ place: String) -> Bool {
        place.hasPrefix("/environment ") || place == "/keys/0 removed"
            || ["/headers reversed", "/headers reordered"].contains(where: place.hasSuffix)
            || ["signature", "/jws", "/built", "/bytes "].contains { place.contains($0) }
    }

    private func report(_ silent: [String]) {
        #expect(silent.isEmpty, "\(silent.count): \(silent.prefix(60))")
    }

    /// No verified tree has another digest of a document than that of its body, and those about bundles are compared by
    /// their bodies.
    private func followsFromBody(_ place: String) -> Bool {
        place.hasPrefix("builds/") && place.contains(".json/sha256 ")
    }
}

extension Publication {
    /// The index of one document, with this body.
    fileprivate func only(_ document: Document, _ body: [UInt8]) -> Publication {
        let changed = Document(
            path: document.path, format: document.format, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal,
            headers: document.headers, jws: document.jws, knowledge: document.knowledge)
        return Publication(
            environment: environment, profile: profile, origin: origin, resignAfter: resignAfter,
            cacheControl: cacheControl, envelopes: envelopes, keys: keys, policy: policy, documents: [changed])
    }

    /// The place of a flip in an index, with the path of a document instead of its number.
    fileprivate func named(_ place: String) -> String {
        let start = "/documents/"
        guard place.hasPrefix(start), let number = Int(place.dropFirst(start.count).prefix(while: \.isNumber)) else {
            return place
        }
        return documents[number].path.rawValue + place.dropFirst(start.count + "\(number)".utf8.count)
    }

    /// The index with the other profile.
    fileprivate var profiles: [Flip] {
        let other: SignatureProfile = profile == .dated ? .body : .dated
        return [Flip(place: "/profile changed", value: json.replacingMember("profile", .string(other.rawValue)))]
    }

    /// The index with another content type of each document, which it says twice.
    fileprivate var contentTypes: [Flip] {
        documents.indices.compactMap { index in
            let listed = documents[index]
            var others = documents
            others[index] = Document(
                path: listed.path, format: listed.format, byteCount: listed.byteCount, sha256: listed.sha256,
                headers: listed.headers.map { field in
                    field.isNamed(HeaderField.contentType)
                        ? HeaderField(unchecked: HeaderField.contentType, value: "text/html") : field
                }, jws: listed.jws, knowledge: listed.knowledge)
            let publication = Publication(
                environment: environment, profile: profile, origin: origin, resignAfter: resignAfter,
                cacheControl: cacheControl, envelopes: envelopes, keys: keys, policy: policy, documents: others)
            return Flip(place: "/documents/\(index)/content-type changed", value: publication.json)
        }
    }
}

extension Change {
    /// What tells it from others; of what has other bytes, not which.
    fileprivate var said: String {
        let values = kind == .unnamed ? [] : [from, to, consequence].map { $0 ?? "" }
        return ([kind.rawValue, at, platform?.rawValue ?? ""] + values).joined(separator: "\u{0}")
    }
}

extension JSONValue {
    /// The same value with a member that is another change.
    fileprivate var addingStranger: JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(members + [JSONMember("another", .string("change"))])
    }

    fileprivate func replacingMember(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = content else { return self }
        return .object(members.map { $0.name == name ? JSONMember(name, value) : $0 })
    }
}
