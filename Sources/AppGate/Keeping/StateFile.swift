#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A small file of ours that may have been damaged, replaced or removed by anything since it was written.
struct StateFile: Sendable {
    let url: URL
    /// More than this is not read, in bytes.
    let byteLimit: Int

    /// The content; nil when there is none that can be used.
    ///
    /// Throws when there is one that cannot be read now: on a device that was not unlocked since it was started.
    func read() throws -> [UInt8]? {
        do {
            // Not following links, and no pipe on which reading would wait.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                // An NSNumber or an UInt, by the Foundation that the app is linked with.
                let size = attributes[.size].flatMap({ Int("\($0)") }), (0...byteLimit).contains(size)
            else { return nil }
            let data = try Data(contentsOf: url)
            return data.count <= byteLimit ? [UInt8](data) : nil
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            return nil
        }
    }

    /// Replaces the content in one step, and makes the folder if it is not there.
    func write(_ bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}
