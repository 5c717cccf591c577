import Foundation

/// A real web server on the loopback interface that speaks the JSON protocol of AWS KMS and signs as KMS does.
package final class KMSServer: Sendable {
    /// `http://127.0.0.1:PORT`.
    package let origin: String
    /// The P-256 key, its alias and ARNs.
    package static let keyID = "1234abcd-12ab-34cd-56ef-1234567890ab"
    package static let alias = "alias/production"
    package static let arn = "arn:aws:kms:eu-west-2:111122223333:key/\(keyID)"
    /// Another P-256 key.
    package static let otherKeyID = "2234abcd-12ab-34cd-56ef-1234567890ab"
    /// A P-384 key and an RSA key.
    package static let p384KeyID = "3234abcd-12ab-34cd-56ef-1234567890ab"
    package static let rsaKeyID = "4234abcd-12ab-34cd-56ef-1234567890ab"
    /// A P-256 key for key agreement.
    package static let agreementKeyID = "5234abcd-12ab-34cd-56ef-1234567890ab"

    private let folder: TemporaryFolder
    private let process: ServerProcess

    package init() throws {
        folder = try TemporaryFolder()
        try folder.write("requests.log", "")
        process = try ServerProcess(named: "kms.py", in: folder)
        origin = "http://127.0.0.1:\(process.port)"
    }

    /// What leads `aws` here.
    package var environment: [String: String] { awsEnvironment(origin: origin) }

    /// What happens to the requests of one operation from now on.
    package struct Trouble: Sendable {
        /// `GetPublicKey` or `Sign`.
        package var operation = "Sign"
        /// The error code of the answers.
        package var code = ""
        /// How many requests get that answer; the others get a good one.
        package var count = Int.max
        /// The key that signs in place of the right one.
        package var signWith = ""
        /// Text in place of the answer.
        package var body = ""
        /// The first answers wait until so many requests are open.
        package var together = 0

        package init(
            operation: String = "Sign", code: String = "", count: Int = .max, signWith: String = "", body: String = "",
            together: Int = 0
        ) {
            (self.operation, self.code, self.count) = (operation, code, count)
            (self.signWith, self.body, self.together) = (signWith, body, together)
        }
    }

    /// Makes trouble.
    package func make(_ trouble: Trouble) throws {
        let plan: [String: Any] = [
            "operation": trouble.operation, "code": trouble.code, "count": trouble.count,
            "signWith": trouble.signWith, "body": trouble.body, "together": trouble.together,
        ]
        // In one step: the server may be reading.
        try JSONSerialization.data(withJSONObject: plan)
            .write(to: URL(fileURLWithPath: folder.path("trouble.json")), options: .atomic)
    }

    /// The operations that were asked for, in order.
    package func operations() throws -> [String] {
        try folder.text("requests.log").split(separator: "\n").map { String($0.split(separator: " ")[0]) }
    }

    /// The most requests that were open at once.
    package func mostAtOnce() throws -> Int {
        try folder.text("requests.log").split(separator: "\n").compactMap { Int($0.split(separator: " ")[1]) }.max()
            ?? 0
    }

    /// The regions that the requests were signed for, in order.
    package func regions() throws -> [String] {
        try folder.text("requests.log").split(separator: "\n").map { String($0.split(separator: " ")[2]) }
    }
}
