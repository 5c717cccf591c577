import LocalFiles
import ManifestVerifier

/// What curl reports of one transfer, as `write-out` asks for it: a line `#NUMBER STATUS EXITCODE MESSAGE`, and the fields of
/// the answer as a JSON object, whose last line is a `}`.
struct CurlReport {
    let status: Int
    let headers: [HeaderField]
    private let exitCode: Int
    private let message: String

    /// The reports by the numbers of the transfers; nil for one of which nothing was said.
    static func reading(_ output: [UInt8], count: Int) -> [CurlReport?] {
        var reports = [CurlReport?](repeating: nil, count: count)
        var lines = output.split(separator: UInt8(ascii: "\n"))[...]
        while let line = lines.popFirst() {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard line.first == UInt8(ascii: "#"), words.count == 4, let number = Int(words[0].dropFirst()),
                reports.indices.contains(number), let status = Int(words[1]), let exitCode = Int(words[2])
            else { continue }
            let start = lines.firstIndex { $0.first == UInt8(ascii: "{") }
            let end = lines.firstIndex { $0.first == UInt8(ascii: "}") }
            guard start == lines.startIndex, let end else { continue }
            let fields = fields(Array(lines[...end].joined()))
            lines = lines[(end + 1)...]
            guard let fields else { continue }
            reports[number] = CurlReport(
                status: status, headers: fields, exitCode: exitCode, message: printable(words[3].utf8))
        }
        return reports
    }

    /// The fields of `{ "name": ["value", …], … }`; nil for anything else.
    private static func fields(_ json: [UInt8]) -> [HeaderField]? {
        // A value may hold bytes that are no text.
        let text = String(decoding: json, as: UTF8.self)
        guard let value = try? JSONParser.parse(Array(text.utf8)), let members = try? JSONObject(value).members else {
            return nil
        }
        return members.flatMap { member in
            let values = (try? member.value.asArray()) ?? []
            return values.compactMap { value in
                (try? value.asString()).flatMap { HeaderField(name: member.name.asciiLowercased, value: $0) }
            }
        }
    }

    /// Why the transfer did not succeed.
    ///
    /// - Parameter byteLimit: the bytes that the body may have if it does not go to a file.
    func failure(of transfer: Curl.Transfer, byteLimit: Int = 0) -> TransferFailure? {
        if let destination = transfer.destination, transfer.method != .head,
            // For an endless file curl reports success before version 8.4, or that it could not be written.
            let size = try? destination.folder.file(destination.name).size, size > destination.byteLimit
        {
            return .tooLarge(limit: destination.byteLimit)
        }
        let isDone = transfer.method == .get || transfer.method == .head ? status == 200 : (200..<300).contains(status)
        if exitCode == 0, isDone { return nil }
        return TransferFailure(
            status: status, exitCode: exitCode, message: message,
            byteLimit: transfer.destination?.byteLimit ?? byteLimit)
    }

    static func firstLine(_ errors: [UInt8]) -> String {
        printable(errors.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// A message may quote what a host sent: it must not control the terminal.
    private static func printable(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.filter(\.isPrintableASCII).prefix(300), as: UTF8.self)
    }
}
