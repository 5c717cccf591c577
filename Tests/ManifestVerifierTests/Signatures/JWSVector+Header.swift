import ManifestVerifier
import TestSupport

extension JWSVector {
    /// A vector of a header's JSON.
    init(header: String, _ verdict: VerificationError.Malformed) {
        self.init(header, header: Self.encoded(header), verdict)
    }

    /// A vector of a header of these members.
    init(members: [String], _ verdict: VerificationError.Malformed) {
        self.init(header: "{\(members.joined(separator: ","))}", verdict)
    }

    /// A vector of the header with another member in the place of that of this name.
    init(_ member: String, at name: String, _ verdict: VerificationError.Malformed) {
        self.init(members: zip(Self.names, Self.members).map { $0 == name ? member : $1 }, verdict)
    }

    static let json: [JWSVector] = [
        "", "[]", "\"ES256\"", "1", "null", "{", header + header, "\u{FEFF}" + header, "\(header.dropLast()),}",
        "/**/" + header, String(header.dropLast()), header.replacing("\"", with: "'"),
    ].map { JWSVector(header: $0, .jwsHeader) }

    /// Other algorithms and uses, by which a reader might be talked into another check.
    static let algorithms: [JWSVector] =
        ["ES384", "ES512", "ES256K", "PS256", "RS256", "EdDSA", "HS256", "none", "None", "es256", "ES256 ", ""].map {
            JWSVector("\"alg\":\"\($0)\"", at: "alg", .jwsHeader)
        }
        + ["JWT", "JOSE", "SIGNET+JWS", "application/signet+jws", ""].map {
            JWSVector("\"typ\":\"\($0)\"", at: "typ", .jwsHeader)
        }

    static let memberLists: [JWSVector] = {
        var vectors: [JWSVector] = []
        let others = [
            #""crit":["exp"]"#, #""crit":[]"#, #""b64":false,"crit":["b64"]"#, #""b64":true"#, #""jwk":{}"#,
            #""jku":"https://example.com""#, #""x5c":[]"#, #""exp":1"#, #""cty":"JWT""#, #""zip":"DEF""#, #""":1"#,
            #""ALG":"ES256""#, #""alg ":"ES256""#, #""\u212Aid":"publisher""#,
        ]
        for member in others {
            for index in [0, 3, members.count] {
                vectors.append(JWSVector(members: members.inserting(member, at: index), .jwsHeader))
            }
        }
        for index in members.indices {
            vectors.append(JWSVector(members: members.removing(at: index), .jwsHeader))
            for place in [0, index, members.count] {
                let twice = members.inserting(members[index], at: place)
                vectors.append(JWSVector(members: twice, .jwsHeader))
            }
            for place in 0..<members.count where place != index {
                let moved = members.removing(at: index).inserting(members[index], at: place)
                vectors.append(JWSVector(members: moved, .jwsHeader))
            }
        }
        // A reader that keeps the first and one that keeps the last would see different headers.
        vectors.append(JWSVector(members: members + [#""\u0061lg":"none""#], .jwsHeader))
        vectors.append(JWSVector(members: [#""alg":"none""#] + members, .jwsHeader))
        vectors.append(JWSVector(header: "{}", .jwsHeader))
        return vectors
    }()

    static let values: [JWSVector] = wrongTypes + wrongForms

    private static let wrongTypes: [JWSVector] =
        names.flatMap { name in
            ["null", "true", "[]", "{}", name == "iat" ? "\"1596495575\"" : "1"].map {
                JWSVector("\"\(name)\":\($0)", at: name, .jwsHeader)
            }
        }
        + ["-1", "-0", "1596495575.0", "1596495575.5", "1.596495575e9", "1596495575e0", "1e400", "01596495575"].map {
            JWSVector("\"iat\":\($0)", at: "iat", .jwsHeader)
        }

    private static let wrongForms: [JWSVector] = {
        let texts: [(String, VerificationError.Malformed, [String])] = [
            ("kid", .jwsKeyID, ["", " ", "a b", "é", "a\\/b", "\\u0061", String(repeating: "a", count: 257)]),
            ("environment", .jwsEnvironment, ["", ".hidden", "a/b", "\\u0061", String(repeating: "a", count: 65)]),
            (
                "path", .jwsPath,
                [
                    "", "/a", "a/", "a//b", "../a", "a/.b", "a b", "a%2Fb", "a\\/b", "a.jws", "a.sig", "PUBLICATION",
                    "publication/a",
                ]
            ),
        ]
        let dates = ["", "253402300800", "9223372036854775808"]
        return dates.map { JWSVector("\"iat\":\($0)", at: "iat", .jwsDate) }
            + texts.flatMap { name, rule, texts in
                texts.map { JWSVector("\"\(name)\":\"\($0)\"", at: name, rule) }
            }
    }()

    /// The same header for a reader of JSON, in other bytes.
    static let spellings: [JWSVector] = [
        " " + header, header + " ", header + "\n", "\n" + header,
        header.replacing("{", with: "{ "), header.replacing(",", with: ", "), header.replacing(":1", with: ": 1"),
        header.replacing("ES256", with: "ES25\\u0036"), header.replacing("alg", with: "al\\u0067"),
    ].map { JWSVector(header: $0, .jwsHeader) }

    static let signatures: [JWSVector] = [
        JWSVector("no signature, as with none", signature: "", .empty),
        JWSVector("DER for raw", signature: encoded(KnownKey.sampleSignature), .notRawForm),
        JWSVector("a byte too few", signature: encoded(rawSignature.dropLast()), .notRawForm),
        JWSVector("a byte too many", signature: encoded(rawSignature + [0]), .notRawForm),
        JWSVector("r alone", signature: encoded(Array(rawSignature.prefix(32))), .notRawForm),
        JWSVector("a signature of P-384", signature: encoded(rawSignature + r), .notRawForm),
        JWSVector("r is zero", signature: encoded(zero + r), .zero),
        JWSVector("s is zero", signature: encoded(r + zero), .zero),
        JWSVector("both are zero", signature: encoded(zero + zero), .zero),
        JWSVector("r is n", signature: encoded(order + r), .outOfRange),
        JWSVector("s is n", signature: encoded(r + order), .outOfRange),
        JWSVector("all ones", signature: encoded(ones + ones), .outOfRange),
        // Its DER would have 64 bytes.
        JWSVector(
            "r is too large and s short", signature: encoded(ones + zero.prefix(7) + r.prefix(25)),
            .outOfRange),
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
