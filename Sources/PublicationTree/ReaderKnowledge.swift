import Classic
import ManifestVerifier
import WebBundles

/// What the readers of a document know and it does not say, so that a tree can be read without the policy behind it.
package enum ReaderKnowledge: Equatable, Sendable {
    /// The parameters that apps read in remote configuration.
    case parameters(RemoteConfigNames)
    /// The ids in an environment config that are this environment's.
    case environments([String])
    /// What precedes the name of a web bundle's archive in its URL; empty for archives beside the documents.
    case urlPrefix(String)
}

extension ReaderKnowledge {
    package var parameters: RemoteConfigNames? {
        if case .parameters(let names) = self { names } else { nil }
    }

    package var environments: [String]? {
        if case .environments(let ids) = self { ids } else { nil }
    }

    /// Its member of a document in an index.
    var json: JSONMember {
        switch self {
        case .parameters(let names):
            JSONMember(
                "parameters",
                .object([JSONMember("force", .string(names.force)), JSONMember("optional", .string(names.optional))]))
        case .environments(let ids): JSONMember("environments", .array(ids.map(JSONValue.string)))
        case .urlPrefix(let prefix): JSONMember("urlPrefix", .string(prefix))
        }
    }

    /// Reads the member that a document of this format must have; nil for a format that has none.
    init?(_ document: inout JSONObject, of format: DocumentFormat) throws(JSONShapeError) {
        switch format {
        case .remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate:
            let value = try document.required("parameters")
            var object = try JSONObject(value)
            let force = try object.required("force").asString()
            let optional = try object.required("optional").asString()
            try object.refuseUnknownMembers()
            guard let names = RemoteConfigNames(force: force, optional: optional) else {
                throw value.unacceptable("not two names of parameters")
            }
            self = .parameters(names)
        case .environmentConfig:
            let ids = try document.required("environments").asArray()
            self = .environments(try ids.map { (id) throws(JSONShapeError) in try id.asString() })
        case .webBundleIndex: self = .urlPrefix(try document.required("urlPrefix").asString())
        case .availabilityIOS, .availabilityAndroid, .appConfig, .gateIOS, .gateAndroid, .webBundleManifest, .webBundle,
            .file:
            return nil
        }
    }
}
