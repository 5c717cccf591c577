import Classic
import Diagnostics
import ManifestVerifier

package struct DocumentsPolicy: Sendable {
    package private(set) var availability: Positioned<String>?
    /// One document for all platforms, or one for each when the path has `{platform}`.
    package private(set) var appConfig: AppConfigPolicy?
    package private(set) var environmentConfig: EnvironmentConfigPolicy?
    package private(set) var remoteConfig: RemoteConfigPolicy?
    package private(set) var firebaseTemplate: RemoteConfigPolicy?
    package private(set) var gate: Positioned<String>?
    package private(set) var files: [StaticFilesPolicy] = []
    package private(set) var webBundles: WebBundlesPolicy?

    static let shape = Shape<DocumentsPolicy>.object(
        { _ in DocumentsPolicy() },
        [
            Member(
                PolicyDocument.availability.rawValue,
                "The path of the availability documents; {platform} stands for ios and android.",
                Shape.platformPath.positioned, \.availability),
            Member(
                PolicyDocument.appConfig.rawValue,
                "One document for all platforms, or one for each if the path has {platform}.",
                AppConfigPolicy.shape, \.appConfig),
            Member(
                PolicyDocument.environmentConfig.rawValue,
                "A team's own environment file, with the versions of the apps laid into it.",
                EnvironmentConfigPolicy.shape, \.environmentConfig),
            Member(
                PolicyDocument.remoteConfig.rawValue,
                "Flat documents for remote configuration: a path with {platform}, or path and parameters.",
                RemoteConfigPolicy.flat, \.remoteConfig),
            Member(
                PolicyDocument.firebaseTemplate.rawValue,
                "Firebase's Remote Config template: a path, or path, base and parameters.",
                RemoteConfigPolicy.template, \.firebaseTemplate),
            Member(
                PolicyDocument.gate.rawValue,
                "The path of the gate documents, which have the rules; {platform} stands for ios and android.",
                Shape.platformPath.positioned, \.gate),
            Member(
                PolicyDocument.files.rawValue,
                "Files that are published as they are: where to, and which: a file or a folder/.",
                StaticFilesPolicy.all, \.files),
            Member(
                PolicyDocument.webBundles.rawValue,
                "The web bundles: builds/ and the reviewed list that names their archives.",
                WebBundlesPolicy.shape, \.webBundles),
        ])

    /// The documents beside the gate document by which apps decide.
    package var othersThatDecide: [String] {
        let others: [(PolicyDocument, isThere: Bool)] = [
            (.availability, availability != nil), (.appConfig, appConfig != nil),
            (.environmentConfig, environmentConfig != nil), (.remoteConfig, remoteConfig != nil),
            (.firebaseTemplate, firebaseTemplate != nil),
        ]
        return others.filter(\.isThere).map(\.0.rawValue)
    }
}

package struct AppConfigPolicy: Sendable {
    package private(set) var path = Positioned(value: "", position: nil)
    package private(set) var updateURL: String?

    package var isPerPlatform: Bool { path.value.contains("{platform}") }

    /// A path alone, or an object with the path and one URL for all platforms.
    static let shape = Shape<AppConfigPolicy>.object(
        { _ in AppConfigPolicy() },
        [
            Member("path", "Where the document goes.", Shape.platformPath.positioned, isRequired: true, \.path),
            Member("updateUrl", "One URL for all platforms, instead of each one's storeURL.", .url, \.updateURL),
        ],
        shorthand: "path")
}

package struct EnvironmentConfigPolicy: Sendable {
    package private(set) var paths: [Positioned<String>] = []
    package private(set) var base = Positioned(value: PolicyPath.none, position: nil)
    /// The ids of the file's environments, each with the matching environment of the policy.
    package private(set) var environments: [(id: JSONMember, name: Positioned<String>)] = []

    static let shape = Shape<EnvironmentConfigPolicy>.object(
        { _ in EnvironmentConfigPolicy() },
        [
            Member("path", "Where the document goes: a path or several.", paths, isRequired: true, \.paths),
            Member("base", "The team's file, in the policy's folder.", .policyPath, isRequired: true, \.base),
            Member(
                "environments", "The ids of the file's environments, each with the environment of the policy it is.",
                environments, isRequired: true, \.environments),
        ])

    private static let paths = Shape<[Positioned<String>]>(
        .either([Shape.path.node, .list(Shape.path.node, more: #""minItems": 1"#)])
    ) { value in
        guard case .array(let elements) = value.content else { return [try value.asPositionedString()] }
        guard !elements.isEmpty else { throw value.unacceptable("there is no path") }
        return try elements.map { try $0.asPositionedString() }
    }

    private static let environments = Shape<[(id: JSONMember, name: Positioned<String>)]>(
        .map(names: "", values: [("", Shape.environmentName.node)], isEmptyAllowed: false)
    ) { value in
        let members = try JSONObject(value).members
        guard !members.isEmpty else { throw value.unacceptable("no environment is mapped") }
        return try members.map { ($0, try $0.value.asPositionedString()) }
    }
}

package struct RemoteConfigPolicy: Sendable {
    package private(set) var path = Positioned(value: "", position: nil)
    package private(set) var names = RemoteConfigNames.usual
    /// The project's own template, in the policy's folder, which a Firebase template is laid into.
    package private(set) var base: Positioned<PolicyPath>?
    private var force: String?
    private var optional: String?

    static let flat = shape(path: .platformPath, more: [])
    static let template = shape(
        path: .path,
        more: [
            Member(
                "base",
                "The project's current template, in the policy's folder, as firebase remoteconfig:get writes it.",
                .policyPath, \.base)
        ])

    /// A path alone, or an object with the path, the names of the parameters and, for some documents, the base.
    private static func shape(path: Shape<String>, more: [Member<RemoteConfigPolicy>]) -> Shape<RemoteConfigPolicy> {
        let members: [Member<RemoteConfigPolicy>] = [
            Member("path", "Where the document goes.", path.positioned, isRequired: true, \.path),
            Member(
                "forceParameter", "The parameter below which an update is forced (force_update_version if absent).",
                .parameter, \.force),
            Member(
                "optionalParameter", "The parameter below which one is advised (optional_update_version if absent).",
                .parameter, \.optional),
        ]
        return .object(
            { _ in RemoteConfigPolicy() }, members + more, shorthand: "path",
            check: { policy, json, findings in
                guard let names = RemoteConfigNames(force: policy.force, optional: policy.optional) else {
                    findings.add(
                        json.unacceptable(
                            "parameters must be two different names of A-Z a-z 0-9 _ that do not start with a digit"))
                    return false
                }
                policy.names = names
                return true
            })
    }
}

package struct WebBundlesPolicy: Sendable {
    package private(set) var list = Positioned(value: PolicyPath.none, position: nil)
    /// What precedes an archive's name in its URL: an https URL that ends in `/`, or empty for archives beside the documents.
    package private(set) var urlPrefix = ""

    private static let folder = "\(DocumentPath.webBundleFolder)/"

    static let shape = Shape<WebBundlesPolicy>.object(
        { _ in WebBundlesPolicy() },
        [
            Member("path", "Where they go.", path, isRequired: true) { _, _ in },
            Member("list", "The list, in the policy's folder.", .policyPath, isRequired: true, \.list),
            Member(
                "urlPrefix", "Where apps find the archives (beside the documents if absent).", .urlPrefix, \.urlPrefix),
        ])

    private static let path = Shape<Void>(#""const": "\#(folder)""#) { value in
        guard try value.asString() == folder else {
            throw value.unacceptable("web bundles are always in \(folder)")
        }
    }
}

/// Static files by where they are published: one file, or those of a folder.
package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    /// The path of the one file, or of the folder for the files, empty for the top of the tree.
    let path: String
    let isFolder: Bool
    package let source: PolicyPath

    static let all = Shape<[StaticFilesPolicy]>(.map(names: target, values: sources, isEmptyAllowed: true)) {
        json, _, findings in
        (PolicyObject(json, findings)?.members ?? []).compactMap { member in
            findings.attempt { try StaticFilesPolicy(member) }
        }
    }

    private static let target = SchemaNode.named(
        "filesTarget",
        #"""
        "type": "string", "maxLength": 1025,
        "pattern": "^(/|[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?)$",
        "not": { \#(Shape.reservedNames) }
        """#)

    /// A folder is published as a folder and a file as a file.
    private static let sources: [(pattern: String, node: SchemaNode)] = ["/$", "[^/]$"].map { end in
        (end, #""allOf": [{ \#(Shape.policyPathSchema) }, { "pattern": "\#(end)" }]"#)
    }

    /// `"path": "file"`, `"folder/": "folder/"`, or `"/": "folder/"` for the top of the tree.
    private init(_ member: JSONMember) throws {
        let isSourceFolder = try member.value.asString().hasSuffix("/")
        position = member.position
        isFolder = member.name.hasSuffix("/")
        path = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        if !path.isEmpty || !isFolder {
            do throws(DocumentPath.Failure) {
                _ = try DocumentPath(authored: path)
            } catch {
                throw JSONShapeError(.unacceptable(error.message), at: member.position)
            }
        }
        guard isSourceFolder == isFolder else {
            throw member.value.unacceptable(
                "a folder is published as a folder and a file as a file; a folder ends in \"/\"")
        }
        source = try member.value.asPolicyPath().value
    }
}
