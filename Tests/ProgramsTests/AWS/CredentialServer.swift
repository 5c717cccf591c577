import Foundation
import TestSupport

/// A real web server on the loopback interface that hands out credentials as a Security Token Service does (`/sts/`).
final class CredentialServer: Sendable {
    /// What it answers in place of what it would.
    struct Answer {
        var status = 200
        var body = ""
        /// How many requests get it.
        var count = Int(Int32.max)
    }

    struct Request {
        /// `POST /sts/`.
        let line: String
        let headers: [String: String]
        let body: String
    }

    let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    static let keyID = "ASIAEXAMPLE"
    static let secretKey = "secret/key+of/the/server"
    static let sessionToken = "secret//session==token"
    /// 2026-08-04T12:00:00Z.
    static let expiration: Int64 = 1_785_844_800

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("requests.log", "")
        process = try ServerProcess(named: "credentials.py", in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// Sets what a path answers from now on.
    func answer(_ path: String, _ answer: Answer) throws {
        let plan: [String: Any] = ["status": answer.status, "body": answer.body, "count": answer.count]
        let file = URL(fileURLWithPath: folder.path("plan\(path.replacingOccurrences(of: "/", with: "_")).json"))
        try JSONSerialization.data(withJSONObject: plan).write(to: file, options: .atomic)
    }

    /// All requests so far.
    func requests() throws -> [Request] {
        try folder.text("requests.log").split(separator: "\n").map { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return Request(
                line: fields["line"] as? String ?? "", headers: fields["headers"] as? [String: String] ?? [:],
                body: fields["body"] as? String ?? "")
        }
    }
}
