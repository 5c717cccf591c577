import Diagnostics
import LocalFiles
import ManifestVerifier

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
