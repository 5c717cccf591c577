import ManifestVerifier

/// What an environment config says about the app in one environment and on one platform; a build below `build` is
/// blocked.
public struct EnvironmentApp: Equatable, Sendable {
    /// The version to show.
    public let minimalVersion: String
    /// The build that decides.
    public let build: Int
    /// Where to get the app, which may be another app.
    public let url: String

    package init(minimalVersion: String, build: Int, url: String) {
        self.minimalVersion = minimalVersion
        self.build = build
        self.url = url
    }
}

/// The environment config: a team's own file whose environments carry the requirements of their apps.
public struct EnvironmentConfig: Equatable, Sendable {
    /// The ids of all environments, in the order of the document.
    public let environments: [String]
    /// The apps of each of them by the bytes of its id, since ids with different bytes can be equal as `String`.
    private let apps: [[UInt8]: [Platform: EnvironmentApp]]

    private init(_ environments: [(id: String, apps: [Platform: EnvironmentApp])]) {
        self.environments = environments.map(\.id)
        apps = Dictionary(environments.map { (Array($0.id.utf8), $0.apps) }) { first, _ in first }
    }

    /// The apps of the environment with this id; empty for an unknown id.
    public func apps(in id: String) -> [Platform: EnvironmentApp] { apps[Array(id.utf8)] ?? [:] }
}

extension EnvironmentConfig {
    /// Reads a verified body; everything but the apps is left to the team's own code.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            return try EnvironmentConfig(environments: JSONObject(object.required("environments")).members)
        }
    }

    package init(environments members: [JSONMember]) throws(JSONShapeError) {
        var environments: [(id: String, apps: [Platform: EnvironmentApp])] = []
        for environment in members {
            var found: [Platform: EnvironmentApp] = [:]
            if let apps = environment.value["apps"] {
                var platforms = try JSONObject(apps)
                for platform in Platform.allCases {
                    guard let app = platforms.optional(platform.rawValue) else { continue }
                    found[platform] = try EnvironmentApp(app)
                }
            }
            environments.append((environment.name, found))
        }
        self.init(environments)
    }
}

extension EnvironmentApp {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        // All three or none: clients drop the block when one is missing.
        self.init(
            minimalVersion: try object.required("minimalVersion").asString(),
            build: try Int(versionJSON: object.required("build")),
            url: try object.required("url").asString())
    }

    /// The block in the order of the contract.
    package var json: JSONValue {
        .object([
            JSONMember("minimalVersion", .string(minimalVersion)),
            JSONMember("build", .integer(build)),
            JSONMember("url", .string(url)),
        ])
    }
}
