import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher

extension Publisher {
    /// A client that knows this publisher's key only.
    func verifier(_ profile: SignatureProfile, bodyLimit: Int = Limits.manifestBytes) throws -> Verifier {
        try Verifier.knowing([trusted()], profile, bodyLimit: bodyLimit)
    }
}

extension Verifier {
    /// A client of environment `production`.
    static func knowing(
        _ keys: [TrustedKey], _ profile: SignatureProfile, format: DocumentFormat = .file,
        bodyLimit: Int = Limits.manifestBytes
    ) throws -> Verifier {
        Verifier(
            keyRing: try #require(TrustedKeys(keys)), environment: try #require(EnvironmentName("production")),
            format: format, profile: profile, bodyLimit: bodyLimit)
    }

    /// What a client does that has nothing stored, a minute after the document was signed.
    func verify(_ download: Download) throws(VerificationError) -> VerifiedManifest {
        try verify(download, stored: nil, now: Publisher.now)
    }

    /// Why a download is refused; nil when it is accepted.
    func refusal(
        of download: Download, stored: VerifiedManifest? = nil, now: Date = Publisher.now
    ) -> VerificationError? {
        do throws(VerificationError) {
            _ = try verify(download, stored: stored, now: now)
            return nil
        } catch {
            return error
        }
    }
}

extension Download {
    /// The value of a header.
    func value(_ name: String) throws -> String {
        try #require(headers.first { $0.name == name }).value
    }

    /// The signature inside the header.
    func signature() throws -> [UInt8] { try SignatureHeader(value(SignatureHeader.name)).signature }

    /// The same with another body.
    func with(body: [UInt8]) -> Download { Download(body: body, headers: headers) }

    /// The same with another value of a header.
    func with(_ name: String, _ value: String) -> Download {
        Download(
            body: body, headers: headers.map { $0.name == name ? HeaderField(unchecked: name, value: value) : $0 })
    }

    /// The same with another signature, from the key that the header names.
    func with(signature: [UInt8]) throws -> Download {
        let id = try SignatureHeader(value(SignatureHeader.name)).keyID
        return with(SignatureHeader.name, SignatureHeader(keyID: id, signature: signature).value)
    }
}

/// Whether two contents are of one type and equal.
func isSame(_ a: any Sendable, _ b: any Sendable) -> Bool {
    func equals<Content: Equatable>(_ a: Content) -> Bool { a == b as? Content }
    return (a as? any Equatable).map { equals($0) } ?? false
}
