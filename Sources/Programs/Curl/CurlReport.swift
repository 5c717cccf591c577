import Diagnostics
import LocalFiles
import ManifestVerifier

/// What curl reports of one transfer, as `write-out` asks for it: a line `#NUMBER STATUS EXITCODE MESSAGE` and, unless they go
/// to a file, the fields of the answer as a JSON object, whose last line is a `}`.
struct CurlReport {
    let status: Int
    private let headers: [HeaderField]
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
            var found: [HeaderField]? = []
            if lines.first?.first == UInt8(ascii: "{") {
                guard let end = lines.firstIndex(where: { $0.first == UInt8(ascii: "}") }) else { break }
                found = fields(Array(lines[...end].map(mended).joined()))
                lines = lines[(end + 1)...]
            }
            guard let found else { continue }
            reports[number] = CurlReport(
                status: status, headers: found, exitCode: exitCode, message: printable(words[3].utf8))
        }
        return reports
    }

    /// A line of the fields. Where two names come twice by turns, curl 7.88 writes `"name":],` for the second of them.
    private static func mended(_ line: ArraySlice<UInt8>) -> [UInt8] {
        for end in [#"":],"#, #"":]"#] where line.reversed().starts(with: end.utf8.reversed()) {
            return line.dropLast(end.utf8.count - 2) + Array("[\(end.dropFirst(2))".utf8)
        }
        return Array(line)
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

    func headers(of transfer: Curl.Transfer) throws(FileError) -> [HeaderField] {
        guard let folder = transfer.destination?.folder, let name = transfer.headersName else { return headers }
        return Self.fields(ofBlocks: try folder.readIfPresent(name, limit: Limits.responseHeaderBytes) ?? [])
    }

    /// The fields of the last block of headers; those before it were informational (RFC 9110 §15.2), and what follows its
    /// empty line are trailers, which no app takes for headers (RFC 9110 §6.5.1).
    private static func fields(ofBlocks bytes: [UInt8]) -> [HeaderField] {
        var fields: [HeaderField] = []
        var isEnded = false
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if line.starts(with: Array("HTTP/".utf8)) {
                (fields, isEnded) = ([], false)
            } else if line.isEmpty {
                isEnded = true
            } else if !isEnded, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: line[..<colon], as: UTF8.self)
                guard let field = HeaderField(name: name, value: trimmed(line[line.index(after: colon)...])) else {
                    continue
                }
                fields.append(field)
            }
        }
        return fields
    }

    /// A value without the spaces and tabs around it (RFC 9110 §5.5).
    private static func trimmed(_ value: ArraySlice<UInt8>) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = value.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }
        return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
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
