import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher

/// What `signet keys export` writes for one key, with more members if asked for.
private func ring(_ publisher: Publisher, more: String = "", moreOfKey: String = "") -> String {
    """
    { "keys": [ { "id": "\(publisher.id)", "name": "n", "environment": "production", "state": "active",
      "publicKey": "\(Base64.encode(publisher.key.publicKey.derRepresentation))"\(moreOfKey) } ]\(more) }
    """
}

@Test func `an exported ring is read`() throws {
    let publisher = try Publisher()
    let keys = try TrustedKeys(exported: ring(publisher))
    #expect(keys.key(for: publisher.id)?.publicKey == publisher.key.publicKey)
}

@Test func `an exported ring with a member that is not known is refused`() throws {
    let publisher = try Publisher()
    for text in [ring(publisher, more: ", \"v\": 2"), ring(publisher, moreOfKey: ", \"notAfter\": \"2020-01-01\"")] {
        let error = #expect(throws: KeyRingError.self) { try TrustedKeys(exported: text) }
        #expect(error?.description.contains("unknown member") == true, "\(text)")
    }
}

@Test func `an exported ring larger than the limit is refused before it is read`() throws {
    let text = Array(ring(try Publisher()).utf8)
    let padding = [UInt8](repeating: 0x20, count: Limits.keyRingBytes - text.count)
    #expect(try TrustedKeys(exported: text + padding).keys.count == 1)
    let error = #expect(throws: KeyRingError.self) { try TrustedKeys(exported: text + padding + [0x20]) }
    #expect(error?.description == "the key ring is larger than 1048576 bytes")
}
