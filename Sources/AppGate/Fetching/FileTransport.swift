#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches files that are too large for memory; `SessionTransport` does it over URLSession.
///
/// The rules are those of ``DocumentTransport``: no compression, no cache, redirects only to the same host over https. It
/// need not trust what it gets either: whoever asks for a file checks its hash and signature.
public protocol FileTransport: Sendable {
    /// Fetches a file with a GET and hands on its body piece by piece, in order.
    ///
    /// `receive` is called by one thread at a time, only for status 200, and never again once this method has returned or
    /// thrown. What it was given is the whole file only if this method returns 200: a body that ends before its announced
    /// length is ``TransportError/unreachable(_:)``. When `receive` throws, the transfer ends with
    /// ``TransportError/rejected(_:)``.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - byteLimit: a longer body is refused as soon as that is known, in bytes.
    ///   - timeLimit: for all of it, from asking to the last byte.
    ///   - receive: takes the next piece, which is never empty.
    /// - Returns: the HTTP status; the body of an answer that is not 200 is not waited for.
    func download(
        _ url: URL, byteLimit: Int, timeLimit: Duration, receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(TransportError) -> Int
}
