import ManifestVerifier
import Testing

/// A value of the signature header, and the rule it breaks.
struct HeaderVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: String
    let verdict: VerificationError.Malformed?

    init(_ name: String, _ value: String, _ verdict: VerificationError.Malformed?) {
        testDescription = name
        self.value = value
        self.verdict = verdict
    }

    /// What `SignatureHeader` says.
    var outcome: VerificationError.Malformed? {
        do throws(VerificationError.Malformed) {
            _ = try SignatureHeader(value)
            return nil
        } catch {
            return error
        }
    }

    /// A value with this key id.
    init(_ name: String, keyID: String, _ verdict: VerificationError.Malformed?) {
        self.init(name, "keyId=\"\(keyID)\",signature=\"AQID\"", verdict)
    }

    /// A value with this text as signature.
    init(_ name: String, signature: String, _ verdict: VerificationError.Malformed?) {
        self.init(name, "keyId=\"k\",signature=\"\(signature)\"", verdict)
    }

    static let parameters: [HeaderVector] = [
        HeaderVector("as it is written", #"keyId="k",signature="AQID""#, nil),
        HeaderVector("a space after the comma", #"keyId="k", signature="AQID""#, nil),
        HeaderVector("an unknown parameter first", #"v="1",keyId="k",signature="AQID""#, .unknownParameter),
        HeaderVector("an unknown one last", #"keyId="k",signature="AQID",alg="x""#, .unknownParameter),
        HeaderVector("another case", #"keyid="k",signature="AQID""#, .unknownParameter),
        HeaderVector("capitals", #"keyId="k",Signature="AQID""#, .unknownParameter),
        HeaderVector("key id twice", #"keyId="k",keyId="k",signature="AQID""#, .repeatedParameter),
        HeaderVector("key id again", #"keyId="k",signature="AQID",keyId="j""#, .repeatedParameter),
        HeaderVector(
            "signature twice", #"keyId="k",signature="AQID",signature="AQID""#, .repeatedParameter),
        HeaderVector("no key id", #"signature="AQID""#, .missingParameter),
        HeaderVector("no signature", #"keyId="k""#, .missingParameter),
        HeaderVector("the other order", #"signature="AQID",keyId="k""#, .reorderedParameters),
        HeaderVector("the other order, a space", #"signature="AQID", keyId="k""#, .reorderedParameters),
    ]

    static let syntax: [HeaderVector] = [
        HeaderVector("nothing", "", .notNameAndQuotedValue),
        HeaderVector("a space", " ", .notNameAndQuotedValue),
        HeaderVector("base64 alone", "AQID", .notNameAndQuotedValue),
        HeaderVector("two spaces after the comma", #"keyId="k",  signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a space before the comma", #"keyId="k" ,signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a space before all", #" keyId="k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a space behind all", #"keyId="k",signature="AQID" "#, .notNameAndQuotedValue),
        HeaderVector("a space before =", #"keyId ="k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a space after =", #"keyId= "k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("nothing is quoted", "keyId=k,signature=AQID", .notNameAndQuotedValue),
        HeaderVector("the key id is not quoted", #"keyId=k,signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("the signature is not quoted", #"keyId="k",signature=AQID"#, .notNameAndQuotedValue),
        HeaderVector("single quotes", "keyId='k',signature='AQID'", .notNameAndQuotedValue),
        HeaderVector("the last quote is missing", #"keyId="k",signature="AQID"#, .notNameAndQuotedValue),
        HeaderVector("the first quote is missing", #"keyId=k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("escaped quotes", #"keyId=\"k\",signature=\"AQID\""#, .notNameAndQuotedValue),
        HeaderVector("a comma at the end", #"keyId="k",signature="AQID","#, .notNameAndQuotedValue),
        HeaderVector("a comma and a space at the end", #"keyId="k",signature="AQID", "#, .notNameAndQuotedValue),
        HeaderVector("a comma at the start", #",keyId="k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("two commas", #"keyId="k",,signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("no comma", #"keyId="k"signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a semicolon", #"keyId="k";signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a colon for =", #"keyId:"k",signature:"AQID""#, .notNameAndQuotedValue),
        HeaderVector("a parameter without a name", #"="k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("text behind the quote", #"keyId="k",signature="AQID"x"#, .notNameAndQuotedValue),
        HeaderVector("a scheme before it", #"Signature keyId="k",signature="AQID""#, .notNameAndQuotedValue),
        HeaderVector("a tab after the comma", "keyId=\"k\",\tsignature=\"AQID\"", .notASCII),
        HeaderVector("a line feed", "keyId=\"k\",\nsignature=\"AQID\"", .notASCII),
        HeaderVector("CR and LF at the end", "keyId=\"k\",signature=\"AQID\"\r\n", .notASCII),
        HeaderVector("a zero byte", "keyId=\"k\0\",signature=\"AQID\"", .notASCII),
        HeaderVector("a delete character", "keyId=\"k\u{7F}\",signature=\"AQID\"", .notASCII),
        HeaderVector("a no-break space", "keyId=\"k\",\u{A0}signature=\"AQID\"", .notASCII),
        HeaderVector("a look-alike in a name", "\u{212A}eyId=\"k\",signature=\"AQID\"", .notASCII),
        HeaderVector("typographic quotes", "keyId=“k”,signature=“AQID”", .notASCII),
    ]

    static let keyIDs: [HeaderVector] = [
        HeaderVector("every kind of character", keyID: "aZ09._:/-", nil),
        HeaderVector("256 bytes", keyID: String(repeating: "k", count: 256), nil),
        HeaderVector("257 bytes", keyID: String(repeating: "k", count: 257), .invalidKeyID),
        HeaderVector("no key id", keyID: "", .invalidKeyID),
        HeaderVector("1,000 bytes", keyID: String(repeating: "k", count: 1_000), .invalidKeyID),
        HeaderVector("an ARN", keyID: "arn:aws:kms:eu-west-2:111122223333:key/1234abcd-12ab", nil),
    ]

    /// Every printable character that no key id may hold, except the quote that ends the id.
    static let forbiddenInKeyID = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }.filter {
        !$0.isLetter && !$0.isNumber && !"._:/-\"".contains($0)
    }

    static let signatures: [HeaderVector] = [
        HeaderVector("one byte", signature: "AQ==", nil),
        HeaderVector("two bytes", signature: "AQI=", nil),
        HeaderVector("the characters + and /", signature: "+/+/", nil),
        HeaderVector("nothing", signature: "", .invalidBase64),
        HeaderVector("bits behind the only byte", signature: "AR==", .invalidBase64),
        HeaderVector("bits behind the second byte", signature: "AQJ=", .invalidBase64),
        HeaderVector("no padding", signature: "AQ", .invalidBase64),
        HeaderVector("half the padding", signature: "AQ=", .invalidBase64),
        HeaderVector("too much padding", signature: "AQID====", .invalidBase64),
        HeaderVector("padding alone", signature: "====", .invalidBase64),
        HeaderVector("padding in the middle", signature: "AQ==AQID", .invalidBase64),
        HeaderVector("the alphabet for URLs", signature: "-_-_", .invalidBase64),
        HeaderVector("a space", signature: "AQ ID", .invalidBase64),
        HeaderVector("a space at the end", signature: "AQID ", .invalidBase64),
        HeaderVector("five characters", signature: "AQIDA", .invalidBase64),
        HeaderVector("an escaped slash", signature: #"\/+/+"#, .invalidBase64),
        HeaderVector("a line feed", signature: "AQ\nID", .notASCII),
    ]
}
