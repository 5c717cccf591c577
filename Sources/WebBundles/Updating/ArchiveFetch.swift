import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Downloads an archive in as many attempts as it needs and may have, and checks it.
struct ArchiveFetch: Sendable {
    let store: BundleStore
    let transport: any FileTransport
    let rules: DownloadRules
    let offer: WebBundleIndex.Entry
    let key: TrustedKey
    let url: URL

    /// Downloads what is missing in a folder, and opens it with its hash and its signature checked.
    func file(of download: ArchiveDownload) async throws(UpdateFailure) -> ReadableFile {
        let wasContinued = download.byteCount > 0
        try await fetch(download)
        var (file, digest) = try open(download)
        if wasContinued, digest.hexadecimal != offer.bundle.sha256 {
            // An earlier process, a crash or a server may have spoilt its beginning.
            try translating(download.beginAnew(), to: UpdateFailure.storage)
            try await fetch(download)
            (file, digest) = try open(download)
        }
        guard digest.hexadecimal == offer.bundle.sha256 else {
            throw .wrongHash(expected: offer.bundle.sha256, found: digest.hexadecimal)
        }
        guard let signature = try? ECDSASignature(derRepresentation: offer.bundle.signature),
            key.publicKey.isValidSignature(signature, for: digest)
        else { throw .badSignature(key.id) }
        return file
    }

    private func open(_ download: ArchiveDownload) throws(UpdateFailure) -> (ReadableFile, SHA256Digest) {
        let file = try translating(download.opened(), to: UpdateFailure.storage)
        return (file, try translating(file.digest(), to: UpdateFailure.storage))
    }

    private func fetch(_ download: ArchiveDownload) async throws(UpdateFailure) {
        var count = 1
        while download.byteCount < offer.byteCount {
            let failure = rules.isAllowed ? await attempt(count, download) : .metered
            guard !Task.isCancelled else { throw .cancelled }
            if let failure {
                guard failure.isTransient, count < rules.attempts else { throw failure }
                do { try await store.clock.sleep(for: rules.pause(count)) } catch { throw .cancelled }
            }
            count += 1
        }
    }

    /// Why an attempt did not bring all of it; nil when it did.
    private func attempt(_ number: Int, _ download: ArchiveDownload) async -> UpdateFailure? {
        let stopwatch = Stopwatch(on: store.clock)
        let request = download.request(to: url)
        var failure: UpdateFailure?
        do throws(TransportError) { try await transport.download(request, to: download) } catch {
            failure = error == .metered ? .metered : .archive(error)
        }
        if let refusal = download.refusal { failure = refusal }
        var unexpected: Int?
        if download.refusal == nil, let status = download.status, status != 200,
            status != 206 || request.receivedCount == 0
        {
            failure = .archiveStatus(status)
            unexpected = status
        }
        if failure == nil, download.byteCount < offer.byteCount {
            failure = .archive(.unreachable("it ends after \(download.byteCount) bytes"))
        }
        store.tell(
            BundleEvent("download").with("bundle", BundleVersion.stored(offer.bundle.version)).with("attempt", number)
                .with("from", request.receivedCount).with("bytes", download.received).with("size", offer.byteCount)
                .with("millis", BundleEvent.milliseconds(stopwatch.elapsed())).with("code", failure?.code)
                .with("status", unexpected))
        return failure
    }
}

extension UpdateFailure {
    /// Whether another attempt may succeed soon.
    fileprivate var isTransient: Bool {
        switch self {
        case .archive, .archiveChanged: true
        case .archiveStatus(let status): status == 408 || status == 429 || (500...599).contains(status)
        default: false
        }
    }

    /// Whether a later update may go on with what was downloaded.
    var allowsContinuing: Bool {
        switch self {
        case .archive, .archiveStatus, .archiveChanged, .metered, .cancelled, .store: true
        default: false
        }
    }

    /// Whether the archive is what was signed, and no bundle: no other download would be.
    var isOfContent: Bool {
        switch self {
        case .malformedArchive, .wrongFiles: true
        default: false
        }
    }
}
