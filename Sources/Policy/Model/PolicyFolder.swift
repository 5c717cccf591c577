import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

/// The folder of a policy, the only one that a policy can read from.
///
/// Anyone who can open a pull request can write a policy, so a policy is not trusted with the machine: no path leads out
/// of the folder, through a symbolic link, to a dotfile or into the keys, and nothing that looks like a private key is
/// read into a document.
package struct PolicyFolder: PolicyFiles {
    private let folder: Folder
    /// The key folder, which may lie inside the policy's folder under any name.
    private let keys: [UInt64]?

    /// - Parameter keys: the folder of the keys, which no policy may read.
    package init(path: String, keys: String) throws {
        do throws(FileError) {
            folder = try Folder(path: path)
        } catch {
            throw ErrorReport.unreadablePolicy(error)
        }
        self.keys = (try? Folder(path: keys))?.identity
    }

    package func policy(_ name: String) throws -> [UInt8] {
        do throws(FileError) {
            return try folder.read(name, limit: Limits.policyBytes)
        } catch {
            throw ErrorReport.unreadablePolicy(error)
        }
    }

    package func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8] {
        let parent = try open(path.segments.dropLast(), at: place)
        return try read(path.segments[path.segments.count - 1], in: parent, limit: limit, at: place)
    }

    package func files(below path: PolicyPath, at place: PolicyPlace) throws -> [PolicyFile] {
        var files: [PolicyFile] = []
        var pending = [(path: "", folder: try open(path.segments[...], at: place), depth: 0)]
        while let (path, folder, depth) = pending.popLast() {
            guard depth < Limits.folderDepth, files.count <= Limits.treeDocuments else {
                throw place.refusal(
                    folder.path,
                    "holds more than \(Limits.treeDocuments) files or more than \(Limits.folderDepth) levels", .limit)
            }
            // In a fixed order, so that the same error is always reported first.
            let entries = try place.reading { try folder.entries() }
            for entry in entries.sorted(by: { $0.precedes($1) }) {
                let child = path.isEmpty ? entry.name : "\(path)/\(entry.name)"
                guard KeyRing.isFileName(entry.name) else {
                    throw place.refusal(
                        folder.child(entry.shownName), "names are made of A-Z a-z 0-9 . _ - without a leading dot")
                }
                switch entry.kind {
                case .folder: pending.append((child, try open([entry.name], in: folder, at: place), depth + 1))
                case .file:
                    files.append(
                        PolicyFile(path: child) { limit in
                            try read(entry.name, in: folder, limit: limit, at: place)
                        })
                case .link: throw place.refusal(folder.child(entry.name), "is a symbolic link, which is never followed")
                case .other: throw place.refusal(folder.child(entry.name), "is not a regular file")
                }
            }
        }
        return files
    }

    private func open(_ segments: ArraySlice<String>, in start: Folder? = nil, at place: PolicyPlace) throws -> Folder {
        var current = start ?? folder
        for segment in segments {
            let parent = current
            current = try place.reading { try parent.folder(segment) }
            guard current.identity != keys else { throw place.refusal(current.path, "is the key folder") }
        }
        return current
    }

    private func read(_ name: String, in folder: Folder, limit: Int, at place: PolicyPlace) throws -> [UInt8] {
        let bytes = try place.reading { try folder.read(name, limit: limit) }
        guard !bytes.holdPrivateKey else {
            throw place.refusal(folder.child(name), "contains the words PRIVATE KEY and is never published")
        }
        return bytes
    }
}

/// The source of the files that a policy names: a folder on disk, or the built-in starter.
package protocol PolicyFiles: Sendable {
    /// The bytes of one file that the policy names; fails with a `Finding`.
    ///
    /// - Parameter place: where the policy names it, for messages.
    func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8]

    /// The files below a folder that the policy names, which may hold nothing else; fails with a `Finding`.
    func files(below path: PolicyPath, at place: PolicyPlace) throws -> [PolicyFile]
}

struct FilesInMemory: PolicyFiles {
    let files: [(path: String, bytes: [UInt8])]
    /// What is said of a file that is not among them.
    let missing: String

    func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8] {
        guard let file = files.first(where: { $0.path == path.description }) else {
            throw place.refusal(path.description, missing)
        }
        return file.bytes
    }

    func files(below path: PolicyPath, at place: PolicyPlace) -> [PolicyFile] {
        files.filter { $0.path.hasPrefix("\(path)/") }.map { file in
            PolicyFile(path: String(file.path.dropFirst("\(path)/".count))) { _ in file.bytes }
        }
    }
}

package struct PolicyFile: Sendable {
    package let path: String
    /// The bytes, if there are no more than the limit.
    package let read: @Sendable (_ limit: Int) throws -> [UInt8]
}

/// Where a policy names a file, so that a finding about the file can point there.
package struct PolicyPlace: Sendable {
    let file: String
    let position: TextPosition?

    /// A file that the policy names, as it is called from where the policy is called `file`.
    func path(of named: PolicyPath) -> String {
        let folder = file.parentAndName.parent
        return folder == "." ? named.description : "\(folder)/\(named)"
    }

    /// The result of `body`; a file that cannot be read is a finding at this place.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as FileError {
            let code: FindingCode = error.reason == .notFound ? .missingFile : .unusableFile
            throw Finding(code, file, position, error.report.message, hint: error.report.hint)
        }
    }

    /// A finding that what was found at `path` may not be published.
    func refusal(
        _ path: String, _ reason: String, _ code: FindingCode = .unusableFile, hint: String? = nil
    ) -> Finding {
        Finding(code, file, position, "\(path): \(reason)", hint: hint)
    }
}

/// The devices of an environment as its policy names them: the bytes of a CSV file.
package struct PolicyPopulation: Sendable {
    /// The file, as it is called from where the policy is.
    package let path: String
    package let bytes: [UInt8]

    /// Reads what `population` names; nil where it names nothing. Fails with a `Finding`.
    init?(of environment: EnvironmentPolicy, in file: String, _ files: any PolicyFiles) throws {
        guard let named = environment.population else {
            guard let limit = environment.maximumBlocked else { return nil }
            throw Finding(
                .missingMember, file, limit.position,
                "\"\(EnvironmentPolicy.maximumBlockedName)\" needs the devices of environment \"\(environment.name)\"",
                hint: "name a file of them: \"population\": \"devices.csv\"")
        }
        let place = PolicyPlace(file: file, position: named.position)
        path = place.path(of: named.value)
        bytes = try files.read(named.value, limit: Limits.policyPopulationBytes, at: place)
    }
}
