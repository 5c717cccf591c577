import Foundation

/// A request to AWS that botocore has signed.
package struct SignedRequest: Sendable {
    package let request: Request
    package let answer: Answer

    /// What is to be signed.
    package struct Request: Sendable, Decodable {
        package let method, scheme, host: String
        /// The segments of the path, as raw bytes.
        package let path: [Data]
        /// Names and values, as raw bytes, in any order.
        package let query: [[Data]]
        /// Names and values, in any order; without `Host`, `X-Amz-Date` and the like.
        package let headers: [[String]]
        package let payloadHash: String
        /// `20261122T082900Z`
        package let date: String
        package let region, service, accessKey, secretKey: String
        /// Empty for none.
        package let sessionToken: String

        /// The seconds since 1970 of the date.
        package var time: Int {
            get throws {
                let form = Date.ISO8601FormatStyle(timeZoneSeparator: .omitted)
                    .year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
                    .timeSeparator(.omitted).timeZone(separator: .omitted)
                return Int(try form.parse(date).timeIntervalSince1970)
            }
        }
    }

    /// What botocore made of it.
    package struct Answer: Sendable, Decodable {
        package let canonicalRequest, authorization: String
        /// All that are sent but `Authorization`; names in lower case.
        package let headers: [String: String]
    }

    /// Random requests, always the same, with what botocore made of them.
    package static func random(_ count: Int) throws -> [SignedRequest] {
        try signed(runBotocore("generate", String(count)))
    }

    /// What botocore makes of requests, a line each.
    private static func signed(_ lines: String) throws -> [SignedRequest] {
        let answers = try decode(Answer.self, try runBotocore(input: lines))
        return zip(try decode(Request.self, lines), answers).map { SignedRequest(request: $0, answer: $1) }
    }

    private static func decode<Value: Decodable>(_: Value.Type, _ lines: String) throws -> [Value] {
        let decoder = JSONDecoder()
        return try lines.utf8.split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(Value.self, from: Data($0))
        }
    }

    private static func runBotocore(_ arguments: String..., input: String = "") throws -> String {
        let script = serversFolder.appending(path: "botocore-signatures.py").path
        return try check(ServerProcess.python.get(), ["-B", script] + arguments, input: Array(input.utf8))
    }
}
