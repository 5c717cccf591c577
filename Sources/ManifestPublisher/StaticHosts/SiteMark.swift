import Diagnostics
import LocalFiles

/// How a folder that Signet wrote for a static host is recognised: it has `site`, and beside that one file, which begins with
/// this line. The file is beside the site, so that no host serves it.
enum SiteMark {
    static let line = "# Made by signet publish, and replaced as a whole: do not edit."
    /// The file for hosts that read no configuration from beside the site.
    static let fileName = "signet-publish.txt"

    static let text = """
        \(line)
        # Deploy the folder \(StaticHost.siteName) beside this file.

        """

    /// Whether a folder is one that Signet wrote, for whichever host.
    static func isOn(_ folder: Folder) throws(FileError) -> Bool {
        let entries = try folder.entries()
        guard entries.count == 2,
            entries.contains(where: { $0.asciiName == StaticHost.siteName && $0.kind == .folder }),
            let file = entries.first(where: { $0.asciiName != StaticHost.siteName }), file.kind == .file,
            let name = file.asciiName, [NginxHeaders.fileName, fileName].contains(name)
        else { return false }
        return try folder.file(name).chunk(line.utf8.count + 1).elementsEqual("\(line)\n".utf8)
    }
}
