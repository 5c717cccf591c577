extension [UInt8] {
    /// Whether the words are in it that every private key in PEM has (RFC 7468): nothing of that kind is read into a document
    /// or signed.
    package var holdPrivateKey: Bool {
        let words = Array("PRIVATE KEY".utf8)
        var start = startIndex
        while let found = self[start...].firstIndex(of: words[0]) {
            if self[found...].starts(with: words) { return true }
            start = found + 1
        }
        return false
    }
}
