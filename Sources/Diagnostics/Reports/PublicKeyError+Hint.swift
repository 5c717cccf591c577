import ManifestVerifier

extension PublicKeyError {
    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .otherLabel(let label) where label.hasSuffix("PRIVATE KEY"):
            "this is a private key; its public half is printed by: openssl pkey -in FILE -pubout"
        case .compressedPoint:
            "write it uncompressed: openssl ec -pubin -in FILE -conv_form uncompressed -out NEW"
        default: nil
        }
    }
}
