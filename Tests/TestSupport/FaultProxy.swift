import Foundation

/// A real proxy on the loopback interface between a client and a server, which lets go wrong what a test wants.
///
/// The client is told of the proxy's origin; the header `Host`, which it signs, reaches the server unchanged.
package final class FaultProxy: Sendable {
    /// What happens to a request.
    package enum Fault: Sendable {
        /// An error in the way of S3, or of KMS where the request is one of its kind; nothing is forwarded.
        case answer(Int, code: String, headers: [String: String] = [:])
        /// The connection is reset, and nothing is forwarded.
        case reset
        /// The request is done, and the connection reset instead of an answer.
        case lostAnswer
        /// The answer ends after so many bytes of its body.
        case truncated(bytes: Int)
        /// The request is read, and nothing else happens.
        case silence
        /// The body is read with so many bytes a second; not at all for 0.
        case slowReading(bytesPerSecond: Int)
        /// The request waits beside the delay of all.
        case delay(milliseconds: Int)
        /// The answer's `Date` is so many seconds ahead.
        case date(secondsAhead: Int)
        /// The server's clock seems to be ahead by so many seconds: requests with a date a minute or more away from it are
        /// refused with `RequestTimeTooSkewed` and its date; others are forwarded.
        case clock(secondsAhead: Int)
        /// `ExpiredToken`, until a request has another session token than the first that was refused.
        case expiredToken
        /// A shell command, which ends before the request is forwarded; it runs in the proxy's folder.
        case command(String)
    }

    /// Which requests meet a fault; a request belongs to the first rule that fits it.
    package struct Rule: Sendable {
        /// The method of the requests: `PUT`; empty for all.
        package var method: String
        /// What their path and query hold.
        package var path: String
        /// Which of them, the first being 1.
        package var numbers: ClosedRange<Int>
        /// Which of these: those at a `1`; starts over at its end.
        package var pattern: String
        package var fault: Fault

        package init(
            _ method: String, path: String = "", numbers: ClosedRange<Int> = 1...Int(Int32.max),
            pattern: String = "1", _ fault: Fault
        ) {
            (self.method, self.path, self.numbers) = (method, path, numbers)
            (self.pattern, self.fault) = (pattern, fault)
        }

        /// A rule for requests of any method.
        package init(
            path: String = "", numbers: ClosedRange<Int> = 1...Int(Int32.max), pattern: String = "1", _ fault: Fault
        ) {
            self.init("", path: path, numbers: numbers, pattern: pattern, fault)
        }
    }

    /// A request that was answered, or whose connection ended.
    package struct Request: Sendable, Decodable {
        package let method: String
        /// The path and query, as they were sent.
        package let path: String
        /// 0 if there was no answer.
        package let status: Int
        /// How many requests were open when it came, with itself.
        package let open: Int
        /// Their names in lower case.
        package let headers: [String: String]
    }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// - Parameter server: the origin of the server: `http://127.0.0.1:PORT`.
    package init(to server: String) throws {
        folder = try TemporaryFolder()
        try folder.write("requests.log", "")
        process = try ServerProcess(
            named: "fault-proxy.py", [String(server.trimmingPrefix("http://"))], in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// Sets what goes wrong from now on; counting begins anew.
    ///
    /// - Parameter delay: milliseconds that every request waits.
    package func set(_ rules: Rule..., delay: Int = 0) throws {
        let plan: [String: Any] = ["delay": delay, "rules": rules.map(\.json)]
        // In one step: the proxy may be reading.
        try JSONSerialization.data(withJSONObject: plan)
            .write(to: URL(fileURLWithPath: folder.path("plan.json")), options: .atomic)
    }

    /// All requests that were answered so far, in that order.
    package func requests() throws -> [Request] {
        try folder.text("requests.log").split(separator: "\n").map {
            try JSONDecoder().decode(Request.self, from: Data($0.utf8))
        }
    }
}

extension FaultProxy.Rule {
    fileprivate var json: [String: Any] {
        let which: [String: Any] = [
            "method": method, "path": path, "first": numbers.lowerBound, "last": numbers.upperBound, "pattern": pattern,
        ]
        return which.merging(fault.json) { $1 }
    }
}

extension FaultProxy.Fault {
    fileprivate var json: [String: Any] {
        switch self {
        case .answer(let status, let code, let headers): ["status": status, "code": code, "headers": headers]
        case .reset: ["reset": "before"]
        case .lostAnswer: ["reset": "after"]
        case .truncated(let bytes): ["truncate": bytes]
        case .silence: ["silent": true]
        case .slowReading(let pace): ["pace": pace]
        case .delay(let milliseconds): ["delay": milliseconds]
        case .date(let seconds): ["date": seconds]
        case .clock(let seconds): ["clock": seconds]
        case .expiredToken: ["expired": true]
        case .command(let command): ["command": command]
        }
    }
}
