import Foundation

/// A real web server on the loopback interface, stopped with this object.
package final class HTTPSServer: Sendable {
    /// What the server does at a path instead of sending the file.
    package enum Fault: Sendable {
        case status(Int)
        /// Nothing there, by a clock that says this date.
        case absent(date: String)
        /// A redirect with this status.
        case redirect(Int, to: String)
        /// A body that never ends and announces no length.
        case endless
        /// No answer to the request.
        case silence
        /// The first so many requests get what is in this other folder.
        case former(times: Int, root: String)
        /// The file with these headers and no other; one may be there more than once.
        case headers([String])
    }

    /// `https://127.0.0.1:PORT`, for which the certificate is good.
    package let origin: String
    /// `https://localhost:PORT`, for which it is not.
    package let otherOrigin: String
    /// The certificate that clients must trust.
    package let certificate: String

    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Serves the files below `root`.
    ///
    /// - Parameters:
    ///   - faults: by path, with a `/` at its beginning.
    ///   - shakesHands: whether clients come as far as sending a request.
    ///   - sendsHeaders: whether what stands in a file's headers sidecar is sent with it.
    package init(
        serving root: String, faults: [String: Fault] = [:], shakesHands: Bool = true, sendsHeaders: Bool = false
    ) throws {
        folder = try TemporaryFolder()
        let identity = try Self.identity.get()
        certificate = identity.path("certificate.pem")
        try folder.write("faults.json", [UInt8](JSONSerialization.data(withJSONObject: faults.mapValues(\.json))))
        process = try ServerProcess(
            named: "https.py",
            [identity.root, root, shakesHands ? "talk" : "mute", sendsHeaders ? "headers" : "plain"], in: folder)
        origin = "https://127.0.0.1:\(process.port)"
        otherOrigin = "https://localhost:\(process.port)"
    }

    /// The paths that were asked for, in order; after `HEAD ` where only the headers were.
    package func requests() throws -> [String] {
        try folder.text("requests.log").split(separator: "\n").map(String.init)
    }

    /// One key and certificate for all servers.
    static let identity = Result {
        let folder = try TemporaryFolder()
        try folder.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
            "-out", "certificate.pem", "-days", "2", "-subj", "/CN=signet", "-addext", "subjectAltName=IP:127.0.0.1")
        return folder
    }
}

extension HTTPSServer.Fault {
    fileprivate var json: [String: Any] {
        switch self {
        case .status(let status): ["status": status]
        case .absent(let date): ["status": 404, "date": date]
        case .redirect(let status, let location): ["status": status, "location": location]
        case .endless: ["endless": true]
        case .silence: ["silence": true]
        case .former(let times, let root): ["times": times, "root": root]
        case .headers(let lines): ["headers": lines]
        }
    }
}
