import Foundation
import ManifestVerifier
import PublicationTree
import TestSupport
@testable import VectorTests

/// Cases at random, in the form of the vectors: fixed ones with changes, and new ones. Verdicts are left to be filled in.
struct RandomCases {
    var random: RandomRules
    /// The fixed cases, with the bodies that they name, by the name of their file.
    private let fixed: [String: JSONValue]
    let keys: RandomKeys

    init(seed: UInt64) throws {
        random = RandomRules(seed: seed, isIOS: true)
        let names = [
            "decisions-rules.json", "decisions-rules-details.json", "decisions-classic.json",
            "decisions-languages.json",
            "verification-headers.json", "verification-jws.json",
        ]
        fixed = try Dictionary(
            uniqueKeysWithValues: names.map {
                try ($0, JSONParser.parse([UInt8](Data(contentsOf: VectorFile.folder.appending(path: $0)))))
            })
        keys = try RandomKeys()
    }

    /// A fixed case of a format that an app decides by, its file, and what a text in it names.
    mutating func fixedCase(_ kind: String) throws -> (case: JSONValue, file: JSONValue) {
        while true {
            let name = random.pick(fixed.keys.filter { $0.hasPrefix(kind) }.sorted())
            guard let file = fixed[name], case .array(let cases)? = file["cases"]?.content else { continue }
            let one = random.pick(cases)
            let format = try one["format"]?.asString() ?? ""
            if format != "file", !format.hasPrefix("update-required") { return (one, file) }
        }
    }

    /// A body of a fixed case of that format.
    mutating func fixedBody(_ format: String) throws -> [UInt8] {
        while true {
            let (one, file) = try fixedCase("decisions")
            guard try one["format"]?.asString() == format else { continue }
            let body = try Self.body(of: one, in: file)
            // What no app decides by, the other clients do not tell from what is no document.
            if DocumentFormat(recognizing: body) != .firebaseTemplate { return body }
        }
    }

    private static func body(of one: JSONValue, in file: JSONValue) throws -> [UInt8] {
        guard let name = try one["document"]?.asString(), let body = file["documents"]?[name] else { return [] }
        return try VectorFile.bytes(body)
    }

    /// What a device is told, with the documents that are told of: each to several devices.
    ///
    /// - Parameter isPlain: whether they are as the interpreter in Python reads them: gate documents, for readers of English.
    mutating func decisions(_ count: Int, isPlain: Bool) throws -> JSONValue {
        var (documents, cases) = ([JSONMember](), [JSONValue]())
        while cases.count < count {
            let (one, file) = try fixedCase(isPlain ? "decisions-rules" : "decisions")
            let format = try one["format"]?.asString() ?? ""
            random.isIOS = try one["device"]?["platform"]?.asString() == "ios"
            let isNew = isPlain || format.hasPrefix("gate-") && random.chance(30)
            var body = isNew ? Array(random.document().utf8) : try Self.body(of: one, in: file)
            if !isPlain, random.chance(80) { body = damaged(body) }
            documents.append(JSONMember("\(documents.count)", Self.value(body)))
            for _ in 0..<4 where cases.count < count {
                var told = try decision(like: one).with("document", .string("\(documents.count - 1)"))
                if isPlain, let device = told["device"] {
                    told = told.with("device", device.with("languages", .array([.string("en")])))
                }
                cases.append(told)
            }
        }
        return file(cases, documents: documents)
    }

    private mutating func decision(like one: JSONValue) throws -> JSONValue {
        var one = one
        func change(_ name: String, _ percent: Int, _ value: (inout Self) -> JSONValue?) {
            if random.chance(percent) { one = one.with(name, value(&self)) }
        }
        if var device = one["device"] {
            for (name, texts) in Self.odd where random.chance(25) {
                device = device.with(name, random.chance(10) ? nil : .string(random.pick(texts)))
            }
            if random.chance(25) {
                device = device.with(
                    "languages", .array(random.some(0...3) { $0.pick(Self.languages) }.map(JSONValue.string)))
            }
            if random.chance(40) {
                device =
                    random.isIOS
                    ? device.with("os", .string(random.pick(["1.2", "2.3.4", "3", "015.0", "999999999999999999"])))
                    : device.with("sdk", .integer(random.pick([1, 2, 3, 21, 23, 2_147_483_647])))
            }
            one = one.with("device", device)
        }
        change("source", 25) { .string($0.random.pick(["fetched", "stored", "embedded"])) }
        change("storeURL", 10) { _ in .string("https://store.example.com/é") }
        change("store", 20) {
            let version = JSONMember("version", .string($0.random.pick(["2.4.0", "3.0", "3.2.0", "0", "9"])))
            let minimum = JSONMember("minimumSystem", .string($0.random.pick(["1", "2.3.5", "15"])))
            return .object([version] + ($0.random.chance(50) ? [minimum] : []))
        }
        if one["date"] != nil {
            change("date", 30) { .string($0.moment()) }
            change("now", 50) { .string($0.moment()) }
        }
        guard try one["format"]?.asString().hasPrefix("gate-") == true else { return one.with("verdict", .object([])) }
        change("scope", 15) { .string($0.random.pick(["payments", "chat", "Payments", "", "e\u{301}"])) }
        change("seen", 40) { cases in
            let ids = ["r1", "r2", "a", "b", "w", "toString", "__proto__"].filter { _ in cases.random.chance(40) }
            return .object(ids.map { JSONMember($0, .string(cases.moment())) })
        }
        return one.with("verdict", .object([]))
    }

    /// An instant around those of the documents.
    mutating func moment() -> String {
        random.pick([
            "2026-11-20T00:00:00Z", "2026-11-28T00:00:00Z", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z",
            "2026-12-01T12:30:59Z", "2026-12-03T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-08T00:00:01Z",
            "2027-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        ])
    }

    /// What apps and systems report that is not as it should be.
    private static let odd: [(String, [String])] = [
        ("app", versions), ("build", versions + ["9223372036854775807", "9007199254740993", "40000"]),
        ("channel", words), ("region", words), ("model", words),
        ("install", ["0123456789abcdef0123456789abcdef", "00112233445566778899aabbccddeeff", "00", "XY", ""]),
    ]
    private static let versions = [
        "1.1.9", "2.3.1", "2.3.4.1", "2.3", "3.2.0-rc1", "3.2.0.1", "v1", "", "99999999999999999999", "1..2", "2.",
        "02.3.1",
        "2.3.1\u{301}", "２.3", "2\u{20E3}.3", " 3", "3 ", "-1", "2\r\n.3", "2.\u{0663}", "2.3\u{0}.1", ".5",
    ]
    private static let words = [
        "beta", "Beta", "", "GB", "gb", "iPhone8,4", "iPhone8,*", "Pixel 7", "\u{E9}", "e\u{301}", "\u{212A}", "K",
        "iPhone8,\u{301}", "beta\r\n", "beta\u{0}", "\u{FEFF}beta", "\u{1F1EC}\u{1F1E7}",
    ]
    private static let languages = [
        "en", "en-GB", "EN", "en_US", "de-AT", "de--AT", "zh-TW", "zh_Hant_TW", "zh-Hans", "pt-BR", "pt", "sr-Latn-RS",
        "no", "nb",
        "iw", "fr", "x", "", "i-klingon", "en-GB-oxendict", "en_US@calendar=buddhist", "ＥＮ", "en\u{301}", "cy", "yue",
        "und",
        String(repeating: "a", count: 70), "e\u{0}n", "de-", "-de", "de-DE-1996", "en-u-ca-buddhist", "zh-cmn-Hans",
    ]

    // MARK: Files

    func file(_ cases: [JSONValue], documents: [JSONMember] = [], rings: [JSONMember] = []) -> JSONValue {
        let named = cases.enumerated().map { $1.with("name", .string("\($0)")) }
        return .object([
            JSONMember("about", .string("Random cases.")), JSONMember("documents", .object(documents)),
            JSONMember("rings", .object(rings)), JSONMember("cases", .array(named)),
        ])
    }

    /// A text where the bytes are one.
    static func value(_ bytes: [UInt8]) -> JSONValue {
        String(validating: bytes, as: UTF8.self).map(JSONValue.string)
            ?? .object([JSONMember("base64", .string(Base64.encode(bytes)))])
    }
}

// MARK: Damage

extension RandomCases {
    private static let values = [
        "null", "0", "1", "2", "-0", "1e2", "1.0", "12.34", "0.001", "100", "101", "5.25", "1e999",
        "999999999999999999",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "true", "[]", "{}", "[[]]", #""""#, #"" ""#,
        #""<2""#, #""<3.0.0""#, #""1...3""#, #""2...1""#, #""1..2""#, #""3.0""#, #""3.0.0.1""#, #""0003.0""#,
        #""1000000000000000000""#, #""7d""#, #""0d""#, #""999999d""#, #""2026-12-01T00:00:00Z""#,
        #""2026-02-30T00:00:00Z""#, #""9999-12-31T23:59:59Z""#, #""2026-12-01T24:00:00Z""#, #""required""#,
        #""recommended""#, #""maintenance""#, #""available""#, #""payments""#, #""__proto__""#, #""toString""#,
        #""en""#,
        #""EN""#, #""de-CH""#, #""zh_TW""#, #""x-y""#, #""*""#, #""iPhone8,*""#, #""\u0085\u3000""#, #""\ufeff""#,
        #""\ud83d\ude00""#, #""\ud83d""#, #""\u0000""#, #""\/""#, #""\x""#, #"["GB", "beta"]"#, #"["<4", ">=2.1"]"#,
        #"{"en": " \u00e9"}"#, #"{"__proto__":"x"}"#, #"[["1970-01-01T00:00:00Z",100]]"#, #""e\u0301""#, #""\u00e9""#,
        #""\u212a""#, #""<\u0338""#, #"">=\u03382""#, #""2.3.1\u0301""#, #""iPhone8,\u0301*""#, #""*\u0301""#,
        #""\u200b""#, #""\u00a0\u2028""#, #""\u180e""#, #"{"en":"\u200b","de":"x"}"#, #"{"en":" \u0301","de":"x"}"#,
        #"{"en":"a","EN":"b"}"#,
        #"{"\u00e9":1,"e\u0301":2}"#, #""app""#, #""build""#, #""os""#, #""sdk""#, #""share""#, #""grace""#,
        #""orElse""#,
    ]
    private static let pieces = [
        "", ",", ":", "\"", "{", "]", "\\", "\u{0}", "é", " ", "\u{FEFF}", "/*", "00", ".", "\u{301}", "\r\n",
        "\"when\":{},",
    ]

    /// Another value for some values, or something else in some places.
    mutating func damaged(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for _ in random.some(1...2, { _ in "" }) {
            let places = Self.places(in: body)
            if random.chance(80), !places.isEmpty {
                let value =
                    random.chance(70) ? Array(random.pick(Self.values).utf8) : Array(body[random.pick(places)])
                body.replaceSubrange(random.pick(places), with: value)
            } else {
                body = bent(body, Self.pieces)
            }
        }
        return body
    }

    /// Something else in one place: a byte, one of the pieces, or nothing.
    mutating func bent(_ bytes: [UInt8], _ pieces: [String]) -> [UInt8] {
        var bytes = bytes
        let start = random.number(below: bytes.count + 1)
        let end = min(bytes.count, start + random.number(below: 3))
        let byte = [UInt8(random.number(below: random.chance(50) ? 128 : 256))]
        bytes.replaceSubrange(start..<end, with: random.chance(25) ? byte : Array(random.pick(pieces).utf8))
        return bytes
    }

    /// The places of strings, numbers and words.
    private static func places(in body: [UInt8]) -> [Range<Int>] {
        var (places, index): ([Range<Int>], Int) = ([], 0)
        while index < body.count {
            let start = index
            if body[index] == UInt8(ascii: "\"") {
                repeat {
                    index += body[index] == UInt8(ascii: "\\") ? 2 : 1
                } while index < body.count && body[index] != UInt8(ascii: "\"")
                index = min(body.count, index + 1)
            } else {
                while index < body.count, body[index].isASCIIAlphanumeric || body[index] == UInt8(ascii: ".") {
                    index += 1
                }
            }
            if index > start { places.append(start..<index) } else { index += 1 }
        }
        return places
    }
}

extension JSONValue {
    /// The object with another value for a member, with one more, or with one less.
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = content else { return self }
        let index = members.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(JSONMember(name, value))
        case (nil, nil): break
        }
        return .object(members)
    }
}
