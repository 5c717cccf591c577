import Foundation

/// The client of the web, as an app copies it.
package enum WebClient {
    package static let folder = repositoryRoot.appending(path: "Sources/ReferenceClients/web")
    /// What an app imports.
    package static let module = path("index.js")
    /// What holds a client against the vectors.
    package static let driver = path("vectors.mjs")

    package static func path(_ name: String) -> String { folder.appending(path: name).path }

    package static func read(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// Its files, without the README.
    package static var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }.sorted()
        }
    }

    /// Its modules as pages import them: `/client/index.js`.
    package static func serve(on server: RawHTTPServer) throws {
        for name in try files where name.hasSuffix(".js") {
            try server.answer("/client/\(name)", text: read(name), type: "text/javascript")
        }
    }
}

extension RawHTTPServer {
    package func answer(_ path: String, text: String, type: String) throws {
        try answer(path, with: Answer(headers: ["Content-Type: \(type)"], body: Array(text.utf8)))
    }
}
