import ManifestVerifier
import TestPublisher
import TestSupport
@testable import VectorTests

/// Keys of every kind, new in each run, oldest first as a ring has them.
struct RandomKeys {
    private let publishers: [Publisher]
    /// The ring as an app has it.
    let ring: JSONValue

    init() throws {
        let rows = [
            ("production-2023", "production", "revoked"), ("production-2024", "production", "retired"),
            ("production-2025", "production", "active"), ("staging-2025", "staging", "active"),
            ("arn:aws:kms:eu-west-1:111122223333:key/0b4f", "production", "next"),
        ]
        publishers = try rows.map { try Publisher($0.0) } + [Publisher("stranger")]
        let entries = try zip(rows, publishers).enumerated().map { index, row in
            let ((id, environment, state), publisher) = row
            let key = try Base64.encode(publisher.trusted().publicKey.derRepresentation)
            let texts = [
                ("id", id), ("name", "key-\(index)"), ("environment", environment), ("state", state),
                ("publicKey", key),
            ]
            return JSONValue.object(texts.map { JSONMember($0.0, .string($0.1)) })
        }
        ring = .object([JSONMember("keys", .array(entries))])
    }

    /// The active key most of the time.
    func pick(_ random: inout RandomRules) -> Publisher {
        random.chance(70) ? publishers[2] : random.pick(publishers)
    }
}

/// What is signed, and how.
struct Signing {
    var (envelope, profile, environment, path) = ("headers", "dated", "production", "gate/ios")
    var body: [UInt8] = []
    var date: Int64 = 0

    /// As it is downloaded; an undated one has no date in its headers.
    func download(_ key: Publisher, header change: (String) -> String = { $0 }) throws -> JSONValue {
        if envelope == "jws" {
            let header = change(
                #"{"alg":"ES256","kid":"\#(key.id)","typ":"signet+jws","environment":"\#(environment)","path":"\#(path)","iat":\#(date)}"#
            )
            let input = Self.base64URL(Array(header.utf8)) + "." + Self.base64URL(body)
            let parts = SignatureParts(der: try key.signature(of: Array(input.utf8)))
            let numbers = [parts.r, parts.s].flatMap {
                [UInt8](repeating: 0, count: max(0, 32 - $0.count)) + $0.suffix(32)
            }
            return .object([JSONMember("jws", .string("\(input).\(Self.base64URL(numbers))"))])
        }
        let value = profile == "dated" ? SignedDate(secondsSince1970: date)?.headerValue : nil
        var fields = try key.headers(signing: (value.map { Array("\($0):".utf8) } ?? []) + body).map {
            [$0.name, $0.value]
        }
        if let value { fields.append(["x-amz-meta-signature-date", value]) }
        return .object([
            JSONMember("body", Self.base64(body)),
            JSONMember("headers", .array(fields.map { .array($0.map(JSONValue.string)) })),
        ])
    }

    static func base64(_ bytes: [UInt8]) -> JSONValue {
        .object([JSONMember("base64", .string(Base64.encode(bytes)))])
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }
}

extension RandomCases {
    /// Downloads, and what a verifier has verified before: newly signed, and fixed ones.
    mutating func downloads(_ count: Int) throws -> JSONValue {
        var (documents, cases) = ([JSONMember](), [JSONValue]())
        var rings = [JSONMember("new", keys.ring)]
        while cases.count < count {
            guard random.chance(30) else {
                cases.append(try newDownload())
                continue
            }
            var (one, file) = try fixedCase("verification")
            let (name, ring) = (one["envelope"], try one["ring"]?.asString() ?? "")
            guard case .string(let envelope)? = name?.content, let keys = file["rings"]?[ring] else { continue }
            if !rings.contains(where: { $0.name == envelope + ring }) {
                rings.append(JSONMember(envelope + ring, keys))
            }
            one = one.with("ring", .string(envelope + ring)).with("keyId", nil).with("date", nil)
            // Every body with the case: several files have documents of one name.
            for name in ["download", "stored"] {
                guard let download = one[name], case .string(let text)? = download["body"]?.content,
                    let body = file["documents"]?[text]
                else { continue }
                one = one.with(name, download.with("body", .string("\(documents.count)")))
                documents.append(JSONMember("\(documents.count)", body))
            }
            cases.append(changed(one).with("verdict", .string("accepted")))
        }
        return file(cases, documents: documents, rings: rings)
    }

    private mutating func newDownload() throws -> JSONValue {
        var signing = Signing()
        let format = random.pick([
            "gate-ios", "gate-android", "app-config", "availability-ios", "remote-config-android",
        ])
        signing.envelope = random.pick(["headers", "jws"])
        if random.chance(15) { signing.profile = "body" }
        signing.path = random.pick(["gate/ios", "a", "distribution/availability-ios"])
        let configuration = signing
        // 2026-11-20T08:00:00Z, as the fixed ones.
        let date: Int64 = 1_795_161_600
        signing.date = date
        signing.body = try fixedBody(format)
        let stored = random.chance(50) ? try signing.download(keys.pick(&random)) : nil
        if random.chance(60) { signing.date += random.pick([-86_400, -1, 1, 86_400, -date, 253_402_300_799 - date]) }
        if random.chance(60) { signing.body = try fixedBody(random.chance(90) ? format : "gate-ios") }
        if random.chance(20) { signing.body = damaged(signing.body) }
        if random.chance(4) { signing.environment = random.pick(["staging", "Production", "", "production/"]) }
        if random.chance(4) {
            signing.path = random.pick(["gate/android", "gate/ios/", "Gate/ios", "", "../gate/ios", "a"])
        }
        if random.chance(4) { signing.profile = random.pick(["dated", "body"]) }
        let isBent = random.chance(15)
        let download = try signing.download(keys.pick(&random)) { isBent ? bentHeader($0) : $0 }
        var one = JSONValue.object(
            [
                ("ring", "new"), ("environment", random.chance(97) ? "production" : "staging"), ("format", format),
                ("profile", configuration.profile), ("envelope", configuration.envelope), ("path", configuration.path),
            ].map { JSONMember($0.0, .string($0.1)) })
        let skew = random.chance(20) ? random.pick([0, 60, 86_400, 10_000_000]) : nil
        let ahead = [0, Int64(skew ?? 86_400), Int64(skew ?? 86_400) + 1, -1, -400_000_000, 86_400].map {
            signing.date - $0
        }
        let now = SignedDate(secondsSince1970: random.pick(ahead)) ?? SignedDate(secondsSince1970: date)
        one = one.with("clockSkew", skew.map { .integer($0) }).with("now", now.map { .string($0.rfc3339) })
        one = one.with("stored", stored).with("download", download).with("verdict", .string("accepted"))
        if random.chance(5) {
            one = one.with(
                "bodyLimit", .integer(max(1, signing.body.count + random.pick([-1, 0, 1, -signing.body.count]))))
        }
        return random.chance(35) ? changed(one) : one
    }

    /// Something else in the header of a `.jws` that is signed then: a value, a name, or how either is spelled.
    private mutating func bentHeader(_ header: String) -> String {
        let changes = [
            ("ES256", ["none", "es256", "HS256", #"\u0045S256"#]), ("signet+jws", ["jwt", "SIGNET+JWS", ""]),
            (":", [": "]),
            ("}", [#","crit":["b64"]}"#, " }", #","iat":1}"#, #","jwk":{}}"#, "}}"]),
            (#","path""#, [#","path":"a","path""#]),
            ("gate/", [#"gate\/"#, "gate//", "./gate/", "gate/../gate/"]),
            (#""alg":"ES256","#, ["", #" "alg":"ES256","#]),
            (
                #""iat":"#,
                [
                    #""iat":-"#, #""iat":0"#, #""iat":1e"#, #""iat":9"#, #""iat":999999999999"#, #""exp":"#,
                    #""iat":"1","x":"#,
                ]
            ),
            (
                "production-2025",
                ["production-2025 ", #"production\u002d2025"#, "", String(repeating: "k", count: 257), "é"]
            ),
            ("environment", ["Environment", #"environmen\u0074"#]),
            (#""production""#, ["null", #""PRODUCTION""#, #""a","b":"c""#]),
        ]
        guard random.chance(80) else {
            return String(decoding: bent(Array(header.utf8), ["\"", "{", ",", " ", "0", "\\u0000"]), as: UTF8.self)
        }
        let (old, new) = random.pick(changes)
        return header.replacing(old, with: random.pick(new), maxReplacements: 1)
    }

    /// Something else somewhere in what has come, or in how the app is configured.
    private mutating func changed(_ one: JSONValue) -> JSONValue {
        guard let download = one["download"] else { return one }
        if case .string(let text)? = download["jws"]?.content {
            return one.with("download", .object([JSONMember("jws", Self.value(bentFile(Array(text.utf8))))]))
        }
        guard case .array(var fields)? = download["headers"]?.content, !fields.isEmpty else { return one }
        let index = random.number(below: fields.count)
        guard case .array(let parts) = fields[index].content, case .string(let name)? = parts.first?.content,
            case .string(let value)? = parts.last?.content
        else { return one }
        switch random.number(below: 10) {
        case 0: fields.remove(at: index)
        case 1: fields.append(fields[index])
        case 2: fields[index] = .array([.string(random.pick([name.uppercased(), name + "s", "X"])), .string(value)])
        case 3:
            guard case .object? = download["body"]?.content, let bytes = try? VectorFile.bytes(download["body"] ?? one)
            else { break }
            return one.with(
                "download", download.with("body", Signing.base64(bent(bytes, ["", " ", "\n", "\u{FEFF}"]))))
        case 4...6: fields[index] = .array([.string(name), .string(bentSignature(value))])
        default:
            let bent = bent(Array(value.utf8), ["", " ", "\"", ",", "=", "A", "keyId=\"k\",", "\t", "é", "0", "UTC"])
            let text = String(decoding: bent, as: UTF8.self)
            fields[index] = .array([.string(name), .string(text)])
        }
        return one.with("download", download.with("headers", .array(fields)))
    }

    /// The header with a signature of another form.
    private mutating func bentSignature(_ value: String) -> String {
        let parts = value.split(separator: "signature=\"", maxSplits: 1).map(String.init)
        guard parts.count == 2, let der = Base64.decode(String(parts[1].dropLast())),
            (try? ECDSASignature(derRepresentation: der)) != nil
        else { return value.replacing(random.pick([" ", "\"", ",", "="]), with: random.pick(["", "  ", "'"])) }
        let numbers = SignatureParts(der: der)
        let forms = [
            numbers.swapped.der, numbers.twin.der, SignatureParts(r: [0] + numbers.r, s: numbers.s).der,
            SignatureParts(r: numbers.r, s: [0]).der, SignatureParts(r: SignatureParts.order, s: numbers.s).der,
            SignatureParts(r: [0x80] + numbers.r.dropFirst(), s: numbers.s).der, der + [0], der.dropLast(),
            [0x30, 0x81] + der.dropFirst(), numbers.r + numbers.s, [0x31] + der.dropFirst(),
            SignatureParts(r: [], s: numbers.s).der, bent(der, ["", "\u{0}", "\u{2}"]),
        ]
        let text = Base64.encode(random.pick(forms))
        return parts[0] + "signature=\"" + (random.chance(90) ? text : text.replacing("=", with: "")) + "\""
    }

    private mutating func bentFile(_ file: [UInt8]) -> [UInt8] {
        guard random.chance(70), let first = file.firstIndex(of: UInt8(ascii: ".")),
            let last = file.lastIndex(of: UInt8(ascii: "."))
        else { return bent(file, ["", ".", "=", "+", "/", "-", "_", "A", "\n", " "]) }
        // The ends of parts have bits that say nothing.
        let place = random.pick([first - 1, last - 1, file.count - 1, last + 1])
        guard file.indices.contains(place) else { return file }
        var bent = file
        bent[place] = random.pick(Array("ABCDEFQRSTUVWXYZabcdghwxyz0123456789-_".utf8))
        return bent
    }
}
