import BundleArchive
import LocalFiles
import ManifestVerifier
import PublicationTree

/// An archive that every client takes: read and checked the way clients do it.
struct WebArchive {
    let file: BodyFile
    /// SHA-256 of the archive.
    let digest: SHA256Digest
    /// The page that an app loads first.
    let page: [UInt8]

    /// Hashes and checks an archive.
    ///
    /// - Parameters:
    ///   - origin: what people know it by.
    ///   - progress: told what is done, how many bytes of it, of how many.
    init(
        _ name: String, in folder: Folder, madeFrom origin: String, progress: (String, Int, Int) -> Void
    ) throws {
        let file = try reading { () throws(FileError) in try folder.file(name) }
        guard file.size <= Limits.webBundleBytes else {
            throw BundleError.unusable(origin, "is larger than \(Limits.webBundleBytes) bytes")
        }
        var done = 0
        let digests = try reading { () throws(FileError) in
            try BodyDigests(of: file, date: nil) {
                done += $0
                progress("hashing", done, file.size)
            }
        }
        let body = BodyFile(folder: folder, name: name, byteCount: digests.byteCount, isShared: true)
        try self.init(body, digest: digests.body, madeFrom: origin, progress: progress)
    }

    /// Checks an archive in a folder of ours that was hashed there.
    init(
        _ body: BodyFile, digest: SHA256Digest, madeFrom origin: String, progress: (String, Int, Int) -> Void
    ) throws {
        let file = try reading { () throws(FileError) in try body.open() }
        var page: [UInt8]?
        var keys: [ArchiveName] = []
        let reader: ArchiveReader
        do throws(ArchiveError) { reader = try ArchiveReader(file) } catch { throw BundleError.archive(origin, error) }
        for entry in reader.entries {
            guard !entry.name.segments.contains(where: { $0.hasPrefix(".") }) else {
                throw BundleError.unusable("\(origin): \(entry.name)", "is hidden")
            }
        }
        var done = 0
        do throws(ArchiveError) {
            for entry in reader.entries {
                let isPage = entry.name.spelling == WebPage.name && entry.byteCount <= WebPage.byteLimit
                if isPage { page = [] }
                var start: [UInt8] = []
                try reader.read(entry) { (piece) throws(ArchiveError) in
                    if isPage { page? += piece }
                    start += piece.prefix(PrivateKeyText.byteCount - start.count)
                    done += piece.count
                    progress("checking", done, reader.byteCount)
                }
                if PrivateKeyText.isIn(start) { keys.append(entry.name) }
            }
        } catch {
            throw BundleError.archive(origin, error)
        }
        if let key = keys.first { throw BundleError.unusable("\(origin): \(key)", "is a private key") }
        guard let page else { throw BundleError.noPage(origin) }
        self.page = page
        self.digest = digest
        self.file = body
    }
}

extension WebFolder {
    /// Packs the files into a new archive; the same files give the same bytes.
    ///
    /// - Parameter progress: told how many bytes are packed.
    func pack(
        as name: String, into folder: Folder, progress: (Int) -> Void
    ) throws {
        let archive = try reading { () throws(FileError) in try folder.create(name) }
        var done = 0
        var writer = ArchiveWriter(archive)
        for file in files {
            let content = try reading { () throws(FileError) in try file.folder.file(file.entry) }
            do throws(ArchiveError) {
                try writer.add(file.name, from: content) { progress(done + $0) }
            } catch {
                throw BundleError.archive(content.path, error)
            }
            done += file.byteCount
        }
        do throws(ArchiveError) { try writer.finish() } catch { throw BundleError.archive(name, error) }
        try reading { () throws(FileError) in try archive.close() }
    }
}

/// The result of `body`, with the error of a file put into one of the bundles.
func reading<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
    return try body()
}
