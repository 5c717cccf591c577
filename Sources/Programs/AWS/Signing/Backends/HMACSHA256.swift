import CLibcrypto

/// The HMAC-SHA256 of a message (RFC 2104), 32 bytes.
func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var length: CUnsignedInt = 0
    let isDone = unsafe key.withUnsafeBufferPointer { key in
        unsafe message.withUnsafeBufferPointer { message in
            unsafe code.withUnsafeMutableBufferPointer { code in
                unsafe HMAC(
                    EVP_sha256(), key.baseAddress, CInt(key.count), message.baseAddress, message.count,
                    code.baseAddress, &length) != nil
            }
        }
    }
    precondition(isDone && length == 32, "libcrypto has SHA-256")
    return code
}
