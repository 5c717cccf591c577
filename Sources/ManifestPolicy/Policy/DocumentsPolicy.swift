import Diagnostics
import ManifestVerifier

package struct DocumentsPolicy: Sendable {
    /// The path of the availability documents; `{platform}` stands for `ios` and `android`.
    package let availability: Positioned<String>?
    /// One document for all platforms, or one for each when the path has `{platform}`.
    package let appConfig: AppConfigPolicy?
    package let environmentConfig: EnvironmentConfigPolicy?
    /// The flat documents; the path has `{platform}`.
    package let remoteConfig: RemoteConfigPolicy?
    package let firebaseTemplate: RemoteConfigPolicy?
    /// The path of the gate documents; it has `{platform}`.
    package let gate: Positioned<String>?
    package let files: [StaticFilesPolicy]
    package let webBundles: WebBundlesPolicy?
}

/// The path of an app-config document, and its URL for updates.
package struct AppConfigPolicy: Sendable {
    package let path: Positioned<String>
    /// One URL for all platforms; nil for each platform's store.
    package let updateURL: String?

    /// Whether each platform has a document of its own.
    package var isPerPlatform: Bool { path.value.contains("{platform}") }
}

/// A team's own environment file and what is merged into it.
package struct EnvironmentConfigPolicy: Sendable {
    /// One or several paths for the same document.
    package let paths: [Positioned<String>]
    /// The team's file, in the policy's folder.
    package let base: Positioned<PolicyPath>
    /// The ids of the file's environments, each with the matching environment of the policy.
    package let environments: [(id: JSONMember, name: Positioned<String>)]
}

/// The path of remote configuration, and the names of its parameters.
package struct RemoteConfigPolicy: Sendable {
    package let path: Positioned<String>
    package let names: RemoteConfigNames
    /// The project's own template, in the policy's folder, which a Firebase template is laid into.
    package let base: Positioned<PolicyPath>?
}

/// Static files of the policy's folder and where they are published.
package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    let target: FilesTarget
    /// The file or folder in the policy's folder.
    package let source: PolicyPath
    /// Which files of the folder are published; nil for all.
    package let pattern: FilePattern?
}

/// Static files by where they are published: one file, or those of a folder.
struct FilesTarget: Sendable, CustomStringConvertible {
    /// The path of the one file, or of the folder for the files, empty for the top of the tree.
    let path: String
    let isFolder: Bool

    /// Whether a file is the one, or somewhere in the folder.
    func contains(_ file: DocumentPath) -> Bool {
        isFolder ? path.isEmpty || file.rawValue.hasPrefix("\(path)/") : file.rawValue == path
    }

    var description: String { isFolder ? "in \"\(path)/\"" : "\"\(path)\"" }

    /// Orders targets that contain the same file: the file itself, then its folder, then the folder around that.
    var specificity: Int { isFolder ? path.utf8.count : .max }
}

/// The list of web bundles, and where apps find their archives.
package struct WebBundlesPolicy: Sendable {
    /// The reviewed list, in the policy's folder.
    package let list: Positioned<PolicyPath>
    /// What precedes an archive's name in its URL: an https URL that ends in `/`, or empty for archives beside the documents.
    package let urlPrefix: String
}

// MARK: JSON

extension DocumentsPolicy {
    init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        availability = object.optional("availability") { try $0.asPositionedString() }
        appConfig = object.value("app-config").flatMap { AppConfigPolicy($0, findings) }
        environmentConfig = object.value("environment-config").flatMap { EnvironmentConfigPolicy($0, findings) }
        remoteConfig = object.value("remote-config").flatMap { RemoteConfigPolicy($0, findings) }
        firebaseTemplate = object.value("firebase-template").flatMap {
            RemoteConfigPolicy($0, takesBase: true, findings)
        }
        gate = object.optional("gate") { try $0.asPositionedString() }
        let listed = object.value("files").flatMap { PolicyObject($0, findings)?.members } ?? []
        files = listed.compactMap { member in findings.attempt { try StaticFilesPolicy(member) } }
        webBundles = object.value("web-bundles").flatMap { WebBundlesPolicy($0, findings) }
        object.refuseUnknownMembers()
    }
}

extension AppConfigPolicy {
    /// A path alone, or an object with the path and one URL for all platforms.
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        if case .string(let text) = value.content {
            path = Positioned(value: text, position: value.position)
            updateURL = nil
            return
        }
        guard var object = PolicyObject(value, findings) else { return nil }
        let path = object.required("path") { try $0.asPositionedString() }
        updateURL = object.optional("updateUrl") { try $0.asURL() }
        object.refuseUnknownMembers()
        guard let path else { return nil }
        self.path = path
    }
}

extension EnvironmentConfigPolicy {
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let paths = object.required("path") { try Self.paths($0) }
        let base = object.required("base") { try $0.asPolicyPath() }
        let environments = object.required("environments") { try Self.environments($0) }
        object.refuseUnknownMembers()
        guard let paths, let base, let environments else { return nil }
        self.paths = paths
        self.base = base
        self.environments = environments
    }

    private static func paths(_ value: JSONValue) throws -> [Positioned<String>] {
        guard case .array(let elements) = value.content else { return [try value.asPositionedString()] }
        guard !elements.isEmpty else { throw value.unacceptable("there is no path") }
        return try elements.map { try $0.asPositionedString() }
    }

    private static func environments(_ value: JSONValue) throws -> [(id: JSONMember, name: Positioned<String>)] {
        let members = try JSONObject(value).members
        guard !members.isEmpty else { throw value.unacceptable("no environment is mapped") }
        return try members.map { ($0, try $0.value.asPositionedString()) }
    }
}

extension RemoteConfigPolicy {
    /// A path alone, or an object with the path, the names of the parameters and, for some documents, the base.
    fileprivate init?(_ value: JSONValue, takesBase: Bool = false, _ findings: FileFindings) {
        var path: Positioned<String>?
        var base: Positioned<PolicyPath>?
        var force: String?
        var optional: String?
        if case .string(let text) = value.content {
            path = Positioned(value: text, position: value.position)
        } else {
            guard var object = PolicyObject(value, findings) else { return nil }
            path = object.required("path") { try $0.asPositionedString() }
            force = object.optional("forceParameter") { try $0.asString() }
            optional = object.optional("optionalParameter") { try $0.asString() }
            if takesBase { base = object.optional("base") { try $0.asPolicyPath() } }
            object.refuseUnknownMembers()
        }
        guard let names = RemoteConfigNames(force: force, optional: optional) else {
            findings.add(
                value.unacceptable(
                    "parameters must be two different names of A-Z a-z 0-9 _ that do not start with a digit"))
            return nil
        }
        guard let path else { return nil }
        self.path = path
        self.names = names
        self.base = base
    }
}

extension DocumentsPolicy {
    func has(_ document: PolicyDocument) -> Bool {
        switch document {
        case .availability: availability != nil
        case .appConfig: appConfig != nil
        case .environmentConfig: environmentConfig != nil
        case .remoteConfig: remoteConfig != nil
        case .firebaseTemplate: firebaseTemplate != nil
        case .gate: gate != nil
        case .webBundles: webBundles != nil
        case .files: !files.isEmpty
        }
    }
}

extension FilesTarget {
    /// Reads the name of a member: `path`, `folder/`, or `/` for the top of the tree.
    init(_ member: JSONMember) throws(JSONShapeError) {
        isFolder = member.name.hasSuffix("/")
        path = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        guard !path.isEmpty || !isFolder else { return }
        do throws(DocumentPath.Failure) {
            _ = try DocumentPath(authored: path)
        } catch {
            throw JSONShapeError(.unacceptable(error.message), at: member.position)
        }
    }
}

extension StaticFilesPolicy {
    /// `"path": "file"`, `"folder/": "folder/"` or `"folder/": "folder/*.json"`.
    fileprivate init(_ member: JSONMember) throws {
        let spelling = try member.value.asString()
        position = member.position
        target = try FilesTarget(member)
        let isFolder = target.isFolder
        guard FilePattern.isPattern(spelling) else {
            guard isFolder == spelling.hasSuffix("/") else {
                throw member.value.unacceptable(
                    "a folder is published as a folder and a file as a file; a folder ends in \"/\"")
            }
            source = try member.value.asPolicyPath().value
            pattern = nil
            return
        }
        guard isFolder else {
            throw member.value.unacceptable("the files of a pattern are published in a folder, which ends in \"/\"")
        }
        let segments = spelling.split(separator: "/", omittingEmptySubsequences: false)
        let folder = segments.prefix { !FilePattern.isPattern($0) }
        guard let source = PolicyPath(folder.joined(separator: "/")),
            let pattern = FilePattern(segments.dropFirst(folder.count).joined(separator: "/"))
        else {
            throw member.value.unacceptable(
                "\"\(spelling)\" is not a pattern in a folder beside the policy, like static/*.json or static/**/*.png")
        }
        self.source = source
        self.pattern = pattern
    }
}

extension WebBundlesPolicy {
    /// `{ "path": "builds/", "list": "bundles.json" }`, with an optional `urlPrefix`.
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let folder = "\(DocumentPath.webBundleFolder)/"
        let path: Void? = object.required("path") { value in
            guard try value.asString() == folder else {
                throw value.unacceptable("web bundles are always in \(folder)")
            }
        }
        let list = object.required("list") { try $0.asPolicyPath() }
        let urlPrefix = object.optional("urlPrefix") { try $0.asURLPrefix() }
        object.refuseUnknownMembers()
        guard path != nil, let list else { return nil }
        self.list = list
        self.urlPrefix = urlPrefix ?? ""
    }
}
