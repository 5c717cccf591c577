import Classic
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// One response of a deployed service, as its clients' own tests hold it.
private struct RealResponse {
    let download: Download
    let publicKey: PublicKey

    init() throws {
        func text(_ name: String) throws -> String {
            String(decoding: try Samples.read("nhs/vector/\(name)"), as: UTF8.self)
        }
        download = Download(
            body: try Samples.read("nhs/vector/body.bin"),
            headers: try [SignatureHeader.name, SignatureHeader.dateName].map {
                HeaderField(unchecked: $0, value: try text($0))
            })
        publicKey = try PublicKey(pemRepresentation: try Samples.read("nhs/vector/pub.pem"))
    }

    func keyID() throws -> KeyID { try SignatureHeader(download.value(SignatureHeader.name)).keyID }

    func verifier(_ profile: SignatureProfile = .dated, key: PublicKey? = nil) throws -> Verifier {
        let trusted = TrustedKey(
            id: try keyID(), name: "real", environment: try #require(EnvironmentName("production")), isRevoked: false,
            publicKey: key ?? publicKey)
        return try Verifier.knowing([trusted], profile, format: .availabilityIOS)
    }
}

@Test(.samples) func `accepts the real response with its key and hands out its date`() throws {
    let real = try RealResponse()
    let manifest = try real.verifier().verify(real.download)
    #expect(manifest.body == real.download.body)
    #expect(manifest.date?.headerValue == (try real.download.value(SignatureHeader.dateName)))
    #expect(manifest.key.id == (try real.keyID()))
    let asFile = try real.verifier().expecting(.file).refusal(of: real.download)
    let meaning = OtherMeaning.document(.availabilityIOS, members: ["minimumOSVersion", "minimumAppVersion"])
    #expect(asFile == .otherDocument(.meaning(meaning.message)))
}

@Test(.samples) func `the signed bytes of the real response are its date, a colon and its body`() throws {
    let real = try RealResponse()
    let date = try #require(SignedDate(headerValue: try real.download.value(SignatureHeader.dateName)))
    let signed = SignatureProfile.prefix(date: date) + real.download.body
    #expect(signed == (try Samples.read("nhs/vector/signed-bytes.bin")))
    #expect(try real.download.signature() == (try Samples.read("nhs/vector/sig.der")))
    #expect(SignedDate.isPrefix(of: signed))
}

@Test(.samples, .peers(.openssl)) func `openssl accepts the bytes that are accepted of the real response`() throws {
    let folder = try TemporaryFolder()
    let real = try RealResponse()
    let signed = try Samples.read("nhs/vector/signed-bytes.bin")
    let (signature, pem) = (try real.download.signature(), real.publicKey.pemRepresentation)
    #expect(try folder.opensslVerifies(signature, over: signed, publicKey: pem))
    #expect(try !folder.opensslVerifies(signature, over: real.download.body, publicKey: pem))
}

@Test(.samples) func `the header of the real response is written again to the byte`() throws {
    let value = try RealResponse().download.value(SignatureHeader.name)
    #expect(try SignatureHeader(value).value == value)
}

@Test(.samples) func `refuses the real response as profile body, and its signed bytes too`() throws {
    let real = try RealResponse()
    let verifier = try real.verifier(.body)
    let signed = real.download.with(body: try Samples.read("nhs/vector/signed-bytes.bin"))
    #expect(verifier.refusal(of: real.download) == .badSignature(try real.keyID()))
    #expect(verifier.refusal(of: signed) == .malformed(.bodyBeginsWithDate))
}

@Test(.samples) func `refuses the real response with any one bit of the body flipped`() throws {
    let real = try RealResponse()
    let (verifier, id) = (try real.verifier(), try real.keyID())
    for bit in 0..<(real.download.body.count * 8) {
        let changed = real.download.with(body: real.download.body.flipping(bit: bit))
        #expect(verifier.refusal(of: changed) == .badSignature(id), "bit \(bit)")
    }
}

@Test(.samples) func `refuses the real response cut short, or with a byte more at either end`() throws {
    let real = try RealResponse()
    let (verifier, id, body) = (try real.verifier(), try real.keyID(), real.download.body)
    for changed in body.indices.map({ Array(body.prefix($0)) }) + [body + [0x0A], body + [0x00], [0x20] + body] {
        #expect(verifier.refusal(of: real.download.with(body: changed)) == .badSignature(id))
    }
}

@Test(.samples) func `refuses the real response with any one bit of the signature flipped`() throws {
    let real = try RealResponse()
    let (verifier, signature) = (try real.verifier(), try real.download.signature())
    for bit in 0..<(signature.count * 8) {
        switch verifier.refusal(of: try real.download.with(signature: signature.flipping(bit: bit))) {
        case .badSignature, .malformed: continue
        case let outcome: Issue.record("bit \(bit): \(String(describing: outcome))")
        }
    }
}

@Test(.samples) func `refuses the real response with any one byte of the date changed`() throws {
    let real = try RealResponse()
    let (verifier, id) = (try real.verifier(), try real.keyID())
    let date = Array(try real.download.value(SignatureHeader.dateName).utf8)
    var dates = 0
    for index in date.indices {
        for byte in UInt8(0)...0x7F where byte != date[index] {
            var changed = date
            changed[index] = byte
            let text = String(decoding: changed, as: UTF8.self)
            let isDate = SignedDate(headerValue: text) != nil
            dates += isDate ? 1 : 0
            let refusal = verifier.refusal(of: real.download.with(SignatureHeader.dateName, text))
            #expect(refusal == (isDate ? .badSignature(id) : .malformed(.invalidDate)), "\(text)")
        }
    }
    // Only digits of the hour, minute and second, and a year of the same weekday, leave a date.
    #expect((24...48).contains(dates))
}

@Test(.samples) func `refuses the real response under another key, id or order of numbers`() throws {
    let real = try RealResponse()
    let verifier = try real.verifier()
    let signature = try real.download.signature()
    let other = SignatureHeader(
        keyID: try #require(KeyID("cde235d2-4f11-4368-8e67-6074560f9817")), signature: signature)
    let otherKey = try Publisher().trusted().publicKey
    #expect(try real.verifier(key: otherKey).refusal(of: real.download) == .badSignature(try real.keyID()))
    #expect(verifier.refusal(of: real.download.with(SignatureHeader.name, other.value)) == .unknownKey(other.keyID))
    let swapped = try real.download.with(signature: SignatureParts(der: signature).swapped.der)
    #expect(verifier.refusal(of: swapped) == .badSignature(try real.keyID()))
    let raw = SignatureParts(der: signature)
    #expect(
        verifier.refusal(of: try real.download.with(signature: raw.r.suffix(32) + raw.s.suffix(32)))
            == .malformed(.rawForm))
}

@Test(.samples) func `refuses the real response with its headers tampered with`() throws {
    let real = try RealResponse()
    let verifier = try real.verifier()
    let (name, dateName) = (SignatureHeader.name, SignatureHeader.dateName)
    let (value, date) = (try real.download.value(name), try real.download.value(dateName))
    let attacks: [(Download, VerificationError)] = [
        (real.download.without(name), .malformed(.missingSignature)),
        (real.download.without(dateName), .malformed(.missingDate)),
        (real.download.adding(name, value), .malformed(.repeatedSignature)),
        (real.download.adding(dateName, date), .malformed(.repeatedDate)),
        (real.download.adding(dateName.uppercased(), "Tue, 04 Aug 2020 22:59:35 UTC"), .malformed(.repeatedDate)),
        (real.download.with(dateName, date.replacing("UTC", with: "GMT")), .malformed(.invalidDate)),
        (real.download.with(dateName, date.lowercased()), .malformed(.invalidDate)),
        (real.download.with(dateName, date + " "), .malformed(.invalidDate)),
        (real.download.with(name, value.replacing("\",", with: "\",  ")), .malformed(.notNameAndQuotedValue)),
        (real.download.with(name, value.replacing("==", with: "")), .malformed(.invalidBase64)),
        (real.download.with(name, value.replacing("aw==", with: "ax==")), .malformed(.invalidBase64)),
    ]
    for (download, expected) in attacks { #expect(verifier.refusal(of: download) == expected) }
}

@Test(.samples) func `accepts the twin of the real signature, which is no other statement`() throws {
    let real = try RealResponse()
    let twin = try real.download.with(signature: SignatureParts(der: try real.download.signature()).twin.der)
    #expect(try real.verifier().verify(twin).body == real.download.body)
}
