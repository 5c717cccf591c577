import Classic
import ManifestVerifier

/// Why a file does not hold the headers of a response.
package struct ReceivedHeadersError: Error {
    package let message: String

    fileprivate init(_ message: String) { self.message = message }
}

extension [HeaderField] {
    /// Reads headers as they were received: a headers sidecar, or what `curl -D` writes.
    ///
    /// The latter begins with `HTTP/` and may have several responses (100, redirects), of which the last one counts, whose
    /// status must be 200. Each is a status line, fields, and an empty line (RFC 9112 §2.1, §5); each line ends with CR LF.
    package init(received bytes: [UInt8]) throws(ReceivedHeadersError) {
        guard bytes.starts(with: "HTTP/".utf8) else {
            self = try translating([HeaderField](sidecarBytes: bytes)) { (error: HeaderFieldsError) in
                ReceivedHeadersError(error.message)
            }
            return
        }
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else {
            throw ReceivedHeadersError("there is no empty line after the last header")
        }
        self = []
        var status: Int?
        var isEnded = true
        for (index, line) in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else {
                throw ReceivedHeadersError("line \(index + 1) does not end with CR LF")
            }
            let text = line.dropLast()
            if isEnded {
                status = Self.status(text)
                guard status != nil else {
                    throw ReceivedHeadersError("line \(index + 1) is not a status line like HTTP/1.1 200 OK")
                }
                removeAll()
                isEnded = false
            } else if text.isEmpty {
                isEnded = true
            } else {
                guard let field = HeaderField(receivedLine: text) else {
                    throw ReceivedHeadersError("line \(index + 1) is not \"name: value\"")
                }
                append(field)
            }
        }
        if let status, status != 200 { throw ReceivedHeadersError("the last response has status \(status)") }
    }

    /// The status of a line like `HTTP/1.1 200 OK` or `HTTP/2 200 `.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[1].count == 3,
            parts[1].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(String(decoding: parts[1], as: UTF8.self))
    }
}

extension HeaderField {
    /// Reads a field line: a name, a colon, and a value with spaces and tabs around it (RFC 9110 §5.5).
    fileprivate init?(receivedLine line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value.removeLast() }
        self.init(
            name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }
}
