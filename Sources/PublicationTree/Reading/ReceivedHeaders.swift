import Classic
import ManifestVerifier

/// Why a file does not hold the headers of a response.
package enum ReceivedHeadersError: Error, Equatable, Sendable {
    /// It does not begin with a status line, and is no headers sidecar.
    case sidecar(HeaderFieldsError)
    case noStatusLine(line: Int)
    case notOneNameAndValue(line: Int)
    /// A line ends in something other than CR LF.
    case lineEnd(line: Int)
    /// There is no empty line after the last header.
    case endsEarly
    /// The last response is not one with a document.
    case status(Int)

    package var message: String {
        switch self {
        case .sidecar(let error): error.message
        case .noStatusLine(let line): "line \(line) is not a status line like HTTP/1.1 200 OK"
        case .notOneNameAndValue(let line): "line \(line) is not \"name: value\""
        case .lineEnd(let line): "line \(line) does not end with CR LF"
        case .endsEarly: "there is no empty line after the last header"
        case .status(let status): "the last response has status \(status)"
        }
    }
}

extension [HeaderField] {
    /// Reads headers as they were received: a headers sidecar, or what `curl -D` writes.
    ///
    /// The latter begins with `HTTP/` and may have several responses (100, redirects), of which the last one counts, whose
    /// status must be 200. Each is a status line, fields, and an empty line (RFC 9112 §2.1, §5); each line ends with CR LF.
    package init(received bytes: [UInt8]) throws(ReceivedHeadersError) {
        guard bytes.starts(with: "HTTP/".utf8) else {
            do throws(HeaderFieldsError) {
                try self.init(sidecarBytes: bytes)
                return
            } catch {
                throw .sidecar(error)
            }
        }
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { throw .endsEarly }
        self = []
        var status: Int?
        var isEnded = true
        for (index, line) in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else {
                throw .lineEnd(line: index + 1)
            }
            let text = line.dropLast()
            if isEnded {
                status = Self.status(text)
                guard status != nil else { throw .noStatusLine(line: index + 1) }
                removeAll()
                isEnded = false
            } else if text.isEmpty {
                isEnded = true
            } else {
                guard let field = HeaderField(receivedLine: text) else { throw .notOneNameAndValue(line: index + 1) }
                append(field)
            }
        }
        if let status, status != 200 { throw .status(status) }
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
