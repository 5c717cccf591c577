import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An archive that is being downloaded into a folder, over several attempts and processes.
///
/// What an earlier process has left is only ever a beginning to go on from: the hash of all of it decides. A server that
/// ignores the range, has another file meanwhile or sends another part than what was asked for does not damage what is
/// there: the file begins anew.
///
/// A transport passes on pieces by one thread at a time, and none once it has returned; only then the rest is used.
final class ArchiveDownload: FileReceiver, @unchecked Sendable {
    private static let name = "archive"
    private static let tagName = "etag"
    private static let tagLimit = 200

    private let folder: Folder
    private let file: WritableFile
    private let size: Int
    private let rules: DownloadRules
    private let stopwatch: Stopwatch
    private(set) var byteCount: Int
    /// A strong validator of what is there; nil when it cannot be continued.
    private var entityTag: String?

    // Of the last attempt.
    /// The first byte that was asked for.
    private(set) var start = 0
    private(set) var received = 0
    private(set) var status: Int?
    /// Why the rest is not wanted.
    private(set) var refusal: UpdateFailure?
    /// The validator of a file that begins anew with the next piece; nil when it does not.
    private var next: String??
    private var lastLook = TimeInterval(0)

    /// Goes on with what is in the folder; without a validator, only when it is all of it.
    init(in folder: Folder, size: Int, rules: DownloadRules, clock: any SteadyClock) throws(FileError) {
        self.folder = folder
        self.size = size
        self.rules = rules
        stopwatch = Stopwatch(on: clock)
        file = try folder.createOrContinue(Self.name)
        byteCount = try file.byteCount()
        let tag = try? folder.readIfPresent(Self.tagName, limit: Self.tagLimit)
        entityTag = Self.strong(tag.map { String(decoding: $0, as: UTF8.self) })
        if byteCount > size { try beginAnew() }
    }

    /// Whether another update may go on with it.
    var canBeContinued: Bool { byteCount > 0 && (entityTag != nil || byteCount == size) }

    /// The file for reading.
    func opened() throws(FileError) -> ReadableFile { try folder.file(Self.name) }

    /// Forgets what was downloaded. What comes now can be continued when it has a strong validator.
    func beginAnew(as tag: String? = nil) throws(FileError) {
        // In this order, a crash leaves no beginning with the validator of another one.
        if folder.kind(of: Self.tagName) != nil { try folder.remove(Self.tagName) }
        try file.empty()
        byteCount = 0
        entityTag = tag
        if let tag { try folder.replace(Self.tagName, Array(tag.utf8)) }
    }

    /// The request for what is missing, which begins another attempt.
    func request(to url: URL) -> FileRequest {
        start = entityTag == nil ? 0 : byteCount
        (received, status, refusal, next, lastLook) = (0, nil, nil, nil, stopwatch.elapsed())
        var request = FileRequest(url, byteLimit: size, silenceLimit: rules.silenceLimit)
        request.receivedCount = start
        request.entityTag = start > 0 ? entityTag : nil
        request.isUnmeteredOnly = rules.isUnmetered != nil
        return request
    }

    // MARK: The response

    func begin(status: Int, headers: [HeaderField]) throws -> Bool {
        self.status = status
        func value(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
        switch status {
        case 200:
            if let length = value("content-length").flatMap({ Int($0) }), length != size {
                throw refuse(length > size ? .archiveTooLarge(limit: size) : .wrongSize(expected: size, found: length))
            }
            next = .some(Self.strong(value("etag")))
            return true
        case 206 where start > 0 && isRest(tag: value("etag"), range: value("content-range")): return true
        case 206 where start > 0, 412 where start > 0, 416 where start > 0:
            try storing { () throws(FileError) in try beginAnew() }
            throw refuse(.archiveChanged)
        default: return false
        }
    }

    private func isRest(tag: String?, range: String?) -> Bool {
        (tag == nil || tag == entityTag) && range == "bytes \(start)-\(size - 1)/\(size)"
    }

    func receive(_ piece: [UInt8]) throws {
        // Nothing is given up for a response without a body.
        if let tag = next { try storing { () throws(FileError) in try beginAnew(as: tag) } }
        next = nil
        guard byteCount + piece.count <= size else { throw refuse(.archiveTooLarge(limit: size)) }
        try storing { () throws(FileError) in try file.write(piece, at: byteCount) }
        byteCount += piece.count
        received += piece.count
        rules.progress?(byteCount, size)
        guard stopwatch.elapsed() - lastLook >= 1 else { return }
        lastLook = stopwatch.elapsed()
        if !rules.isAllowed { throw refuse(.metered) }
    }

    private func refuse(_ failure: UpdateFailure) -> UpdateFailure {
        refusal = failure
        return failure
    }

    private func storing(_ work: () throws(FileError) -> Void) throws(UpdateFailure) {
        do throws(FileError) { try work() } catch { throw refuse(.storage(error)) }
    }

    /// An entity tag that compares byte for byte; nil for a weak one and for anything else.
    static func strong(_ tag: String?) -> String? {
        guard let bytes = tag.map({ Array($0.utf8) }), (2...tagLimit).contains(bytes.count),
            bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
            bytes.dropFirst().dropLast().allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        return tag
    }
}
