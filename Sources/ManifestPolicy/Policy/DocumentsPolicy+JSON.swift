import Diagnostics
import ManifestVerifier

extension DocumentsPolicy {
    init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        availability = object.optional("availability") { (value) throws(JSONShapeError) in try value.asLocatedString() }
        appConfig = object.value("app-config").flatMap { AppConfigPolicy($0, findings) }
        updateRequired = object.value("update-required").flatMap { AppConfigPolicy($0, findings) }
        environmentConfig = object.value("environment-config").flatMap { EnvironmentConfigPolicy($0, findings) }
        remoteConfig = object.value("remote-config").flatMap { RemoteConfigPolicy($0, findings) }
        firebaseTemplate = object.value("firebase-template").flatMap { RemoteConfigPolicy($0, findings) }
        let listed = object.value("files").flatMap { PolicyObject($0, findings)?.members } ?? []
        files = listed.compactMap { member in
            findings.attempt { () throws(JSONShapeError) in try StaticFilesPolicy(member) }
        }
        webBundles = object.value("web-bundles").flatMap { WebBundlesPolicy($0, findings) }
        object.refuseUnknownMembers()
    }
}

extension AppConfigPolicy {
    /// A path alone, or an object with the path and one URL for all platforms.
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        if case .string(let text) = value.content {
            path = Located(value: text, position: value.position)
            updateURL = nil
            return
        }
        guard var object = PolicyObject(value, findings) else { return nil }
        let path = object.required("path") { (value) throws(JSONShapeError) in try value.asLocatedString() }
        updateURL = object.optional("updateUrl") { (value) throws(JSONShapeError) in try value.asURL() }
        object.refuseUnknownMembers()
        guard let path else { return nil }
        self.path = path
    }
}

extension EnvironmentConfigPolicy {
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let paths = object.required("path") { (value) throws(JSONShapeError) in try Self.paths(value) }
        let base = object.required("base") { (value) throws(JSONShapeError) in try value.asPolicyPath() }
        let environments = object.required("environments") { (value) throws(JSONShapeError) in
            try Self.environments(value)
        }
        object.refuseUnknownMembers()
        guard let paths, let base, let environments else { return nil }
        self.paths = paths
        self.base = base
        self.environments = environments
    }

    private static func paths(_ value: JSONValue) throws(JSONShapeError) -> [Located<String>] {
        guard case .array(let elements) = value.content else { return [try value.asLocatedString()] }
        guard !elements.isEmpty else { throw value.unacceptable("there is no path") }
        return try elements.map { (element) throws(JSONShapeError) in try element.asLocatedString() }
    }

    private static func environments(
        _ value: JSONValue
    ) throws(JSONShapeError) -> [(id: JSONMember, name: Located<String>)] {
        let members = try JSONObject(value).members
        guard !members.isEmpty else { throw value.unacceptable("no environment is mapped") }
        return try members.map { (member) throws(JSONShapeError) in (member, try member.value.asLocatedString()) }
    }
}

extension RemoteConfigPolicy {
    /// A path alone, or an object with the path and the names of the parameters.
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        var path: Located<String>?
        var force: String?
        var optional: String?
        if case .string(let text) = value.content {
            path = Located(value: text, position: value.position)
        } else {
            guard var object = PolicyObject(value, findings) else { return nil }
            path = object.required("path") { (value) throws(JSONShapeError) in try value.asLocatedString() }
            force = object.optional("forceParameter") { (value) throws(JSONShapeError) in try value.asString() }
            optional = object.optional("optionalParameter") { (value) throws(JSONShapeError) in try value.asString() }
            object.refuseUnknownMembers()
        }
        guard let names = RemoteConfigNames(force: force, optional: optional) else {
            findings.add(
                value.unacceptable(
                    "parameters are two different names of A-Z a-z 0-9 _ that do not begin with a digit"))
            return nil
        }
        guard let path else { return nil }
        self.path = path
        self.names = names
    }
}

extension StaticFilesPolicy {
    /// `"path": "file"`, `"folder/": "folder/"` or `"folder/": "folder/*.json"`.
    fileprivate init(_ member: JSONMember) throws(JSONShapeError) {
        let spelling = try member.value.asString()
        isFolder = member.name.hasSuffix("/")
        position = member.position
        target = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        if !target.isEmpty || !isFolder {
            do throws(DocumentPath.Failure) {
                _ = try DocumentPath(authored: target)
            } catch {
                throw JSONShapeError(.unacceptable(error.message), at: member.position)
            }
        }
        guard FilePattern.isPattern(spelling) else {
            guard isFolder == spelling.hasSuffix("/") else {
                throw member.value.unacceptable(
                    "a folder goes to a folder and a file to a file; a folder ends in \"/\"")
            }
            source = try member.value.asPolicyPath().value
            pattern = nil
            return
        }
        guard isFolder else {
            throw member.value.unacceptable("the files of a pattern go to a folder, which ends in \"/\"")
        }
        let segments = spelling.split(separator: "/", omittingEmptySubsequences: false)
        let folder = segments.prefix { !FilePattern.isPattern($0) }
        guard let source = PolicyPath(folder.joined(separator: "/")),
            let pattern = FilePattern(segments.dropFirst(folder.count).joined(separator: "/"))
        else {
            throw member.value.unacceptable(
                "\"\(spelling)\" is no pattern like static/*.json or static/**/*.png, in a folder beside the policy")
        }
        self.source = source
        self.pattern = pattern
    }
}

extension WebBundlesPolicy {
    /// `{ "path": "builds/", "list": "bundles.json" }`, perhaps with a `urlPrefix`.
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let folder = "\(DocumentPath.webBundleFolder)/"
        let path: Void? = object.required("path") { (value) throws(JSONShapeError) in
            guard try value.asString() == folder else {
                throw value.unacceptable("web bundles are always in \(folder)")
            }
        }
        let list = object.required("list") { (value) throws(JSONShapeError) in try value.asPolicyPath() }
        let urlPrefix = object.optional("urlPrefix") { (value) throws(JSONShapeError) in try value.asURLPrefix() }
        object.refuseUnknownMembers()
        guard path != nil, let list else { return nil }
        self.list = list
        self.urlPrefix = urlPrefix ?? ""
    }
}
