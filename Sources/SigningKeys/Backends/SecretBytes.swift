import CLibcrypto

/// The owner of bytes that must not stay in memory: a private key's PEM or a passphrase. Wiped when released.
@safe package final class SecretBytes: @unchecked Sendable {
    // The buffer is written once, in `init`, and ends with a NUL that `count` does not include.
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// Takes `bytes` over and wipes them where they were.
    package init(taking bytes: inout [UInt8]) {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
        unsafe buffer.initialize(repeating: 0)
        for index in bytes.indices { unsafe buffer[index] = bytes[index] }
        bytes.wipe()
        unsafe self.buffer = buffer
    }

    /// A copy of the text of an environment variable; the environment itself keeps its own.
    package convenience init(_ text: String) {
        var bytes = Array(text.utf8)
        self.init(taking: &bytes)
    }

    deinit {
        unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        unsafe buffer.deallocate()
    }

    package var count: Int { unsafe buffer.count - 1 }

    /// Whether the bytes hold that ASCII text.
    package func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { start in
            wanted.indices.allSatisfy { offset in unsafe buffer[start + offset] == wanted[offset] }
        }
    }

    /// Lends the bytes; the one after the last is NUL.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
}

extension SecretBytes {
    /// A copy to be written to a file; the caller wipes it.
    package func copy() -> [UInt8] {
        unsafe withBytes { unsafe Array($0) }
    }
}

extension [UInt8] {
    /// Overwrites every byte.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
