import Diagnostics
import LocalFiles
import WebBundles

// What is wrong with the archive of a web bundle, and what a person who uses the tool does then.

extension ArchiveDefect {
    package var hint: String? {
        switch self {
        case .noEnd: "download or copy the archive again; it may have been cut short"
        case .bytesAfterEnd: "remove the comment with: zip -z, or pack the folder again"
        case .split: "join the parts with: zip -s 0 SPLIT.zip --out WHOLE.zip"
        case .zip64: "pack the folder again with: signet bundle pack"
        case .bytesBeforeFirst: "pack the folder again; self-extracting archives are not accepted"
        case .tooLarge, .unpackedTooLarge, .tooManyEntries, .directoryTooLarge: "leave out what the app does not need"
        case .empty, .misplacedDirectory, .brokenDirectory, .folderNotEmpty: nil
        }
    }
}

extension ArchiveError {
    package var hint: String? {
        switch self {
        case .file(let error): error.report.hint
        case .archive(let defect): defect.hint
        case .entry(_, let defect): defect.hint
        }
    }
}

extension EntryDefect {
    package var hint: String? {
        switch self {
        case .name, .sameNameAs: "rename the file"
        case .unmarkedName, .unknownMethod, .tooNew, .zip64, .split:
            "pack the folder again with: signet bundle pack"
        case .specialFile(.symbolicLink): "put the file itself in place of the link"
        case .specialFile: "leave it out"
        case .encrypted: "pack the folder again without a password; the signature protects it"
        case .wrongChecksum, .brokenDeflate, .endsEarly: "download or copy the archive again"
        case .tooLarge: "leave out what the app does not need"
        case .changedWhileRead: "pack again when nothing else writes to the folder"
        default: nil
        }
    }
}
