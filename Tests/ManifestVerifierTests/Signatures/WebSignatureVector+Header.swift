import ManifestVerifier
import TestSupport

extension WebSignatureVector {
    /// A vector of a header's JSON.
    init(header: String, _ verdict: WebSignature.Failure) {
        self.init(header, header: Self.encoded(header), verdict)
    }

    /// A vector of a header of these members.
    init(members: [String], _ verdict: WebSignature.Failure) {
        self.init(header: "{\(members.joined(separator: ","))}", verdict)
    }

    /// A vector of the header with another member in the place of that of this name.
    init(_ member: String, at name: String, _ verdict: WebSignature.Failure) {
        self.init(members: zip(Self.names, Self.members).map { $0 == name ? member : $1 }, verdict)
    }

    static let json: [WebSignatureVector] = [
        ("", "the text ends too early"), ("[]", "it is not an object"), ("\"ES256\"", "it is not an object"),
        ("1", "it is not an object"), ("null", "it is not an object"), ("{", "the text ends too early"),
        (header + header, "something follows after the end of the value"),
        ("\u{FEFF}" + header, "a byte order mark is not allowed"),
        ("\(header.dropLast()),}", "trailing comma"), ("/**/" + header, "comments are not allowed here"),
    ].map { WebSignatureVector(header: $0, .headerNotJSON($1)) }

    /// Other algorithms and uses, by which a reader might be talked into another check.
    static let algorithms: [WebSignatureVector] =
        ["ES384", "ES512", "ES256K", "PS256", "RS256", "EdDSA", "HS256", "none", "None", "es256", "ES256 ", ""].map {
            WebSignatureVector("\"alg\":\"\($0)\"", at: "alg", .algorithm($0))
        }
        + ["JWT", "JOSE", "SIGNET+JWS", "application/signet+jws", ""].map {
            WebSignatureVector("\"typ\":\"\($0)\"", at: "typ", .type($0))
        }

    static let memberLists: [WebSignatureVector] = {
        var vectors: [WebSignatureVector] = []
        let others = [
            ("crit", #""crit":["exp"]"#), ("crit", #""crit":[]"#), ("b64", #""b64":false,"crit":["b64"]"#),
            ("b64", #""b64":true"#), ("jwk", #""jwk":{}"#), ("jku", #""jku":"https://example.com""#),
            ("x5c", #""x5c":[]"#), ("exp", #""exp":1"#), ("cty", #""cty":"JWT""#), ("zip", #""zip":"DEF""#),
            ("", #""":1"#), ("ALG", #""ALG":"ES256""#), ("alg ", #""alg ":"ES256""#),
            ("\u{212A}id", #""\u212Aid":"publisher""#),
        ]
        for (name, member) in others {
            for index in [0, 3, members.count] {
                vectors.append(WebSignatureVector(members: members.inserting(member, at: index), .unknownMember(name)))
            }
        }
        for (index, name) in names.enumerated() {
            vectors.append(WebSignatureVector(members: members.removing(at: index), .missingMember(name)))
            for place in [0, index, members.count] {
                let twice = members.inserting(members[index], at: place)
                vectors.append(WebSignatureVector(members: twice, .repeatedMember(name)))
            }
            for place in 0..<members.count where place != index {
                let moved = members.removing(at: index).inserting(members[index], at: place)
                vectors.append(WebSignatureVector(members: moved, .reorderedMembers))
            }
        }
        // A reader that keeps the first and one that keeps the last would see different headers.
        vectors.append(WebSignatureVector(members: members + [#""\u0061lg":"none""#], .repeatedMember("alg")))
        vectors.append(WebSignatureVector(members: [#""alg":"none""#] + members, .repeatedMember("alg")))
        vectors.append(WebSignatureVector(header: "{}", .missingMember("alg")))
        return vectors
    }()

    static let values: [WebSignatureVector] = wrongTypes + wrongForms

    private static let wrongTypes: [WebSignatureVector] =
        names.flatMap { name in
            ["null", "true", "[]", "{}", name == "iat" ? "\"1596495575\"" : "1"].map {
                WebSignatureVector("\"\(name)\":\($0)", at: name, .invalidMember(name))
            }
        }

    private static let wrongForms: [WebSignatureVector] = {
        let texts = [
            "kid": ["", " ", "a b", "é", String(repeating: "a", count: 257)],
            "environment": ["", ".hidden", "a/b", String(repeating: "a", count: 65)],
            "path": [
                "", "/a", "a/", "a//b", "../a", "a/.b", "a b", "a%2Fb", "a.jws", "a.sig", "a.sigstore.json",
                "PUBLICATION.JSON", "publication.json/a",
            ],
        ]
        let numbers = [
            "-1", "1596495575.0", "1596495575.5", "1.596495575e9", "1596495575e0", "253402300800",
            "9223372036854775808", "1e400",
        ]
        var vectors = numbers.map { WebSignatureVector("\"iat\":\($0)", at: "iat", .invalidMember("iat")) }
        for (name, texts) in texts {
            vectors += texts.map { WebSignatureVector("\"\(name)\":\"\($0)\"", at: name, .invalidMember(name)) }
        }
        return vectors
    }()

    /// The same header for a reader of JSON, in other bytes.
    static let spellings: [WebSignatureVector] = {
        let headers: [String] = [
            " " + header, header + " ", header + "\n", "\n" + header,
            header.replacing("{", with: "{ "), header.replacing(",", with: ", "), header.replacing(":1", with: ": 1"),
            header.replacing("ES256", with: "ES25\\u0036"), header.replacing("alg", with: "al\\u0067"),
            header.replacing("distribution/", with: "distribution\\/"),
            header.replacing("production", with: "\\u0070roduction"), header.replacing("1596495575", with: "-0"),
        ]
        let leadingZero = WebSignature.Failure.headerNotJSON("a number with a leading zero")
        return headers.map { WebSignatureVector(header: $0, .otherForm) } + [
            WebSignatureVector("\"iat\":01596495575", at: "iat", leadingZero)
        ]
    }()

    static let signatures: [WebSignatureVector] = [
        WebSignatureVector("no signature, as with none", signature: "", .signature(.empty)),
        WebSignatureVector("DER for raw", signature: encoded(KnownKey.sampleSignature), .signature(.notRawForm)),
        WebSignatureVector("a byte too few", signature: encoded(rawSignature.dropLast()), .signature(.notRawForm)),
        WebSignatureVector("a byte too many", signature: encoded(rawSignature + [0]), .signature(.notRawForm)),
        WebSignatureVector("r alone", signature: encoded(Array(rawSignature.prefix(32))), .signature(.notRawForm)),
        WebSignatureVector("a signature of P-384", signature: encoded(rawSignature + r), .signature(.notRawForm)),
        WebSignatureVector("r is zero", signature: encoded(zero + r), .signature(.zero)),
        WebSignatureVector("s is zero", signature: encoded(r + zero), .signature(.zero)),
        WebSignatureVector("both are zero", signature: encoded(zero + zero), .signature(.zero)),
        WebSignatureVector("r is n", signature: encoded(order + r), .signature(.outOfRange)),
        WebSignatureVector("s is n", signature: encoded(r + order), .signature(.outOfRange)),
        WebSignatureVector("all ones", signature: encoded(ones + ones), .signature(.outOfRange)),
        // Its DER would have 64 bytes.
        WebSignatureVector(
            "r is too large and s short", signature: encoded(ones + zero.prefix(7) + r.prefix(25)),
            .signature(.outOfRange)),
    ]

    private static let r = Array(rawSignature.prefix(32))
    private static let zero = [UInt8](repeating: 0, count: 32)
    private static let ones = [UInt8](repeating: 0xFF, count: 32)
    private static let order = [UInt8](hexadecimal: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
}

extension [String] {
    fileprivate func inserting(_ element: String, at index: Int) -> [String] {
        self[..<index] + [element] + self[index...]
    }
    fileprivate func removing(at index: Int) -> [String] { Array(self[..<index] + self[(index + 1)...]) }
}
