/// What a request to AWS is signed with. It is never printed, on a command line or on a disk.
package struct AWSCredentials: Sendable, Equatable {
    package let accessKeyID: String
    package let secretAccessKey: String
    /// Belongs to credentials that last for a while.
    package let sessionToken: String?
    /// When they end, in seconds since 1970; nil when nothing says so.
    package let expiration: Int64?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil, expiration: Int64? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }
}

extension AWSCredentials: CustomStringConvertible, CustomReflectable {
    package var description: String { "AWS credentials" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
