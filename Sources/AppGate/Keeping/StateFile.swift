import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A small file of ours that anything may have damaged, replaced or removed since it was written, and that other gates and
/// processes write as well.
struct StateFile: Sendable {
    let url: URL
    /// More than this is not read, in bytes.
    let byteLimit: Int

    /// How many seconds to wait for others who are writing, which takes them milliseconds.
    static let patience = TimeInterval(1)
    /// How often to read again and replace what others have written meanwhile; each time one of them has succeeded.
    static let attempts = 100

    /// The content; nil without a usable file.
    ///
    /// Throws when there is a file that cannot be read now: on a device that has not been unlocked since it started.
    func read() throws -> [UInt8]? {
        do {
            // Neither a link nor a pipe, on which reading would wait.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                // An NSNumber or a UInt, depending on the Foundation that the app links.
                let size = attributes[.size].flatMap({ Int("\($0)") }), (0...byteLimit).contains(size)
            else { return nil }
            let data = try Data(contentsOf: url)
            return data.count <= byteLimit ? [UInt8](data) : nil
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            return nil
        }
    }

    /// Replaces the content that was read in one step, making the folder if it is not there; false when the file has
    /// something else by now.
    func replace(_ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool {
        guard new.count <= byteLimit else { throw CocoaError(.fileWriteOutOfSpace) }
        let name = url.lastPathComponent
        return try Folder.withLock(of: url.deletingLastPathComponent().path, patience: patience) { folder in
            guard try read() == old else { return false }
            try folder.clearWay(for: name)
            try folder.replace(name, new)
            return true
        }
    }

    /// Replaces whatever is there in one step, for a caller who has a lock of its own.
    func write(_ bytes: [UInt8]) throws {
        guard bytes.count <= byteLimit else { throw CocoaError(.fileWriteOutOfSpace) }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}
