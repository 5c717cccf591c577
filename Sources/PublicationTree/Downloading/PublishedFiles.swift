import AWSRequests
import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// Gets files from where they are published: as anyone from an `https` address, with the publisher's credentials from a bucket.
package struct PublishedFiles: Sendable {
    /// One file to get.
    package struct Request: Sendable {
        /// The path below the address; nil for the address itself.
        let path: String?
        let destination: Curl.Transfer.Destination
        /// Whether only the headers are asked for.
        let isHead: Bool

        /// - Parameters:
        ///   - path: the path below the address; nil for the address itself.
        ///   - folder: where the body goes.
        ///   - byteLimit: the largest body that is taken.
        package init(_ path: String?, folder: Folder, name: String, byteLimit: Int, isHead: Bool = false) {
            self.path = path
            destination = Curl.Transfer.Destination(folder: folder, name: name, byteLimit: byteLimit)
            self.isHead = isHead
        }
    }

    private let address: TreeAddress
    private let variables: [String: String]
    private let timeLimits: Curl.TimeLimits

    /// - Parameter variables: the environment variables of this process.
    package init(at address: TreeAddress, variables: [String: String], timeLimits: Curl.TimeLimits) {
        self.address = address
        self.variables = variables
        self.timeLimits = timeLimits
    }

    /// The answers in the order of the requests.
    package func get(_ requests: [Request], until deadline: ContinuousClock.Instant) async throws -> [Curl.Answer] {
        let transfers = requests.map { request in
            let url = request.path.map { address.url(of: $0) } ?? address.rawValue
            var transfer = Curl.Transfer(request.isHead ? .head : .get, url)
            transfer.destination = request.isHead ? nil : request.destination
            return transfer
        }
        return try await Curl(variables: variables, timeLimits: timeLimits).send(transfers, until: deadline)
    }
}
