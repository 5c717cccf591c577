import LocalFiles
import ManifestVerifier
import Programs

/// Gets files from where they are published: as anyone from an `https` address, with the publisher's credentials from a bucket.
package struct PublishedFiles: Sendable {
    package struct Request: Sendable {
        /// The path below the address; nil for the address itself.
        let path: String?
        let destination: Curl.Transfer.Destination
        /// Whether only the headers are asked for.
        let isHead: Bool
        /// Whether the answer must have all headers.
        let needsHeaders: Bool

        /// - Parameter byteLimit: the largest body that is taken.
        package init(
            _ path: String?, folder: Folder, name: String, byteLimit: Int, isHead: Bool = false,
            needsHeaders: Bool = true
        ) {
            self.path = path
            destination = Curl.Transfer.Destination(folder: folder, name: name, byteLimit: byteLimit)
            self.isHead = isHead
            self.needsHeaders = needsHeaders
        }
    }

    package let address: TreeAddress
    private let variables: [String: String]
    let timeLimits: Curl.TimeLimits
    private let bucket: SharedBucket

    /// - Parameter variables: the environment variables of this process, where `PATH` leads to curl, and `TMPDIR` says where
    ///   temporary folders are.
    package init(at address: TreeAddress, variables: [String: String], timeLimits: Curl.TimeLimits = Curl.TimeLimits())
    {
        self.address = address
        self.variables = variables
        self.timeLimits = timeLimits
        bucket = SharedBucket(address.bucket, variables: variables)
    }

    package func get(_ requests: [Request], until deadline: ContinuousClock.Instant) async throws -> [Curl.Answer] {
        if let bucket = try await bucket.opened() { return try await get(requests, from: bucket) }
        let transfers = requests.map { request in
            let url = request.path.map { address.url(of: $0) } ?? address.rawValue
            var transfer = Curl.Transfer(request.isHead ? .head : .get, url)
            transfer.destination = request.destination
            transfer.headersName = Self.headersName(of: request)
            return transfer
        }
        let answers = try await Curl(variables: variables, timeLimits: timeLimits).send(transfers, until: deadline)
        // The folder of a tree has only what is published.
        for request in requests {
            if let name = Self.headersName(of: request) { try? request.destination.folder.remove(name) }
        }
        return answers
    }

    private func get(_ requests: [Request], from bucket: S3Bucket) async throws -> [Curl.Answer] {
        let results = try await bucket.tryGetting(
            requests.map { ($0.path ?? "", $0.isHead ? nil : $0.destination) })
        return zip(requests, results).map { request, result in
            switch result {
            case .success(let answer): return Curl.Answer(status: answer.status, headers: answer.headers, failure: nil)
            case .failure(let error):
                let failure: TransferFailure =
                    switch error.cause {
                    case .noSuchObject: .status(404)
                    case .tooLarge: .tooLarge(limit: request.destination.byteLimit)
                    default: .service(error.report)
                    }
                return Curl.Answer(status: failure == .status(404) ? 404 : 0, headers: [], failure: failure)
            }
        }
    }

    /// The paths of all that is there; nil for what cannot be listed: an `https` address, a bucket of which the list is
    /// denied, and one that holds much else.
    ///
    /// - Parameter count: how many of the files may be ours.
    package func list(expecting count: Int) async throws -> Set<String>? {
        guard let bucket = try await bucket.opened() else { return nil }
        do {
            return try await bucket.list(expecting: count).map { Set($0.keys) }
        } catch let error as AWSError where error.cause == .accessDenied {
            return nil
        }
    }

    /// Where the fields of an answer are until they are read; no document's name begins with a dot.
    private static func headersName(of request: Request) -> String? {
        request.needsHeaders ? ".\(request.destination.name)" : nil
    }
}

extension Array {
    /// The elements in parts, of which none has more than so many elements, or more bytes unless it is one element.
    package func parts(count: Int, bytes: Int, of size: (Element) -> Int) -> [ArraySlice<Element>] {
        var parts: [ArraySlice<Element>] = []
        var start = 0
        var sum = 0
        for (index, element) in enumerated() {
            let size = size(element)
            if index > start, index - start == count || sum + size > bytes {
                parts.append(self[start..<index])
                (start, sum) = (index, 0)
            }
            sum += size
        }
        return isEmpty ? [] : parts + [self[start...]]
    }
}

/// The bucket of an address, opened when it is first read; its credentials are then there for all that is read.
private actor SharedBucket {
    private let address: BucketAddress?
    private let variables: [String: String]
    private var bucket: S3Bucket?

    init(_ address: BucketAddress?, variables: [String: String]) {
        self.address = address
        self.variables = variables
    }

    func opened() async throws -> S3Bucket? {
        guard bucket == nil, let address else { return bucket }
        let opened = try await S3Bucket(address, variables: variables)
        bucket = opened
        return opened
    }
}
