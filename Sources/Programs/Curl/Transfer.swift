import Diagnostics
import LocalFiles
import ManifestVerifier

extension Curl {
    /// One request and where its answer goes.
    package struct Transfer: Sendable {
        package enum Method: String, Sendable {
            case get = "GET"
            case head = "HEAD"
            case put = "PUT"
            case post = "POST"
            case delete = "DELETE"
        }

        package enum Body: Sendable {
            case none
            /// A short text without a null byte, which is never on a disk.
            case text(String)
            case file(path: String, byteCount: Int)

            fileprivate var byteCount: Int {
                switch self {
                case .none: 0
                case .text(let text): text.utf8.count
                case .file(_, let byteCount): byteCount
                }
            }
        }

        /// The file that gets the body of an answer.
        package struct Destination: Sendable {
            package let folder: Folder
            package let name: String
            package let byteLimit: Int

            package init(folder: Folder, name: String, byteLimit: Int) {
                self.folder = folder
                self.name = name
                self.byteLimit = byteLimit
            }
        }

        package let url: String
        package var method = Method.get
        /// Fields of the request; their values have no control characters.
        package var headers: [HeaderField] = []
        package var body = Body.none
        /// Where the body of the answer goes; nil when it is dropped.
        package var destination: Destination?
        /// The file of the destination's folder that gets the fields of the answer as the host sent them; nil to have them
        /// with the report, which is much faster. curl 7.88 then loses those that stand between two of the same name.
        package var headersName: String?
        /// Whether the body of an answer with an error status is wanted, too.
        package var keepsErrors = false
        /// Whether the address may begin with `http://`, which is for this machine alone.
        package var isPlain = false

        package init(_ method: Method, _ url: String) {
            self.method = method
            self.url = url
        }

        /// What a file takes beyond the time of a small one: that of each MiB down, from so many bytes on, and sixteen times
        /// as much up.
        func extraTime(from freeBytes: Int, _ limits: TimeLimits) -> Duration {
            let down = max(0, (destination?.byteLimit ?? 0) - freeBytes) >> 20
            return limits.mebibyte * (down + (body.byteCount >> 16))
        }
    }

    /// What curl reads from its standard input.
    ///
    /// - Parameter bodyLimit: the bytes that the body of a single answer may have, which then goes to standard output and the
    ///   report to standard error; nil when bodies go to files.
    func configuration(for transfers: [Transfer], atOnce: Int = transfersAtOnce, bodyLimit: Int? = nil) -> String {
        precondition(bodyLimit == nil || transfers.count == 1, "standard output takes one body")
        let stream = bodyLimit == nil ? "" : "%{stderr}"
        // Each URL begins a set of options of its own, which inherits nothing.
        let sets = transfers.enumerated().map { number, transfer in
            """
            url = \(Self.quoted(transfer.url))
            globoff
            path-as-is
            connect-timeout = \(Self.seconds(timeLimits.connection))
            max-time = \(Self.seconds(timeLimits.file + transfer.extraTime(from: Limits.staticFileBytes, timeLimits)))
            write-out = "\(stream)#\(number) %{response_code} %{exitcode} %{errormsg}\\n\(transfer.headersName == nil ? "%{header_json}\\n" : "")"

            """ + Self.options(of: transfer, bodyLimit: bodyLimit)
        }
        return """
            parallel
            parallel-max = \(atOnce)
            no-progress-meter

            """ + sets.joined(separator: "next\n")
    }

    private static func options(of transfer: Transfer, bodyLimit: Int?) -> String {
        var lines: [String] = []
        let (destination, isHead) = (transfer.destination, transfer.method == .head)
        let output = isHead ? nil : destination.map { $0.folder.child($0.name) }
        lines.append("output = \(quoted(output ?? (bodyLimit == nil ? "/dev/null" : "-")))")
        if let folder = destination?.folder, let name = transfer.headersName {
            lines.append("dump-header = \(quoted(folder.child(name)))")
        }
        if transfer.isPlain {
            // This machine's own services are not asked through a proxy.
            lines += ["proto = \"=http\"", "noproxy = \"*\""]
        } else {
            lines += ["proto = \"=https\"", "tlsv1.2"]
        }
        if !transfer.keepsErrors { lines.append("fail") }
        if let limit = destination?.byteLimit ?? bodyLimit, !isHead { lines.append("max-filesize = \(max(1, limit))") }
        lines += transfer.headers.map { field in
            // curl drops a field without a value unless it ends so.
            "header = \(quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"))"
        }
        // Requests that are signed or send something go over connections of their own, as S3 does it.
        if !transfer.headers.isEmpty { lines += ["http1.1", "header = \"Accept:\""] }
        switch transfer.body {
        case .none: break
        case .text(let text): lines.append("data-raw = \(quoted(text))")
        case .file(let path, let byteCount):
            lines.append("upload-file = \(quoted(path))")
            // curl would ask first whether a body may come; a server that does not answer that costs a second.
            if byteCount <= 1 << 20 { lines.append("header = \"Expect:\"") }
            // A server that stops to read is not waited for until the end of all time.
            lines += ["speed-limit = 1000", "speed-time = 30"]
        }
        switch transfer.method {
        case .get: break
        case .head: lines.append("head")
        default: lines.append("request = \"\(transfer.method.rawValue)\"")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A word as it is quoted in a configuration of curl.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            case 0x0B: bytes += Array("\\v".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// Seconds with three digits after the point; zero would be no limit at all.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        let fraction = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
