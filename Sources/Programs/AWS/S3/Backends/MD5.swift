import CLibcrypto
import ManifestVerifier

/// MD5 (RFC 1321), which S3 has as the ETag of an object that was sent in one piece. It tells whether an object is still the
/// one that was sent. It proves nothing: others can make an object with the same MD5.
package enum MD5 {
    /// The digest in 32 lowercase hexadecimal digits; nil where libcrypto has no MD5, as with its FIPS provider alone.
    package static func hexadecimal(of bytes: [UInt8]) -> String? {
        guard Libcrypto.isStarted else { return nil }
        var digest = [UInt8](repeating: 0, count: 16)
        var count = digest.count
        let isDone = unsafe bytes.withUnsafeBytes { bytes in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                unsafe EVP_Q_digest(nil, "MD5", nil, bytes.baseAddress, bytes.count, digest.baseAddress, &count)
            }
        }
        return isDone == 1 && count == digest.count ? digest.hexadecimal : nil
    }
}
