import ManifestVerifier

extension PublicKey {
    /// The id of a key that nobody gave another one: its fingerprint, which anyone can recompute.
    package var defaultKeyID: KeyID {
        guard let id = KeyID(fingerprint.hexadecimal) else {
            preconditionFailure("64 hexadecimal digits are a key id")
        }
        return id
    }
}
