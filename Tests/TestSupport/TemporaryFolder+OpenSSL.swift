extension TemporaryFolder {
    /// Runs `openssl` in this folder; it must succeed.
    @discardableResult
    package func openssl(_ arguments: String...) throws -> String {
        try check("openssl", arguments, in: root)
    }

    /// Makes a private key of a curve in PKCS#8 PEM, and its public half.
    package func opensslKey(_ name: String, curve: String = "P-256", publicHalf: String? = nil) throws {
        try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)", "-out", name)
        if let publicHalf { try openssl("pkey", "-in", name, "-pubout", "-out", publicHalf) }
    }

    /// Whether `openssl` accepts a DER signature over a message.
    package func opensslVerifies(_ signature: [UInt8], over message: [UInt8], publicKey pem: String) throws -> Bool {
        try write("openssl/public.pem", pem)
        try write("openssl/signature", signature)
        try write("openssl/message", message)
        let result = try run(
            "openssl",
            ["dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message"],
            in: path("openssl"))
        return result.status == 0 && result.output == "Verified OK\n"
    }
}
