import ExternalPrograms

/// How a live check asks, and for how long it waits.
package struct LiveNetwork: Sendable {
    /// The environment variables of this process, where `PATH` leads to curl.
    package let variables: [String: String]
    /// How long one round of questions may take.
    package let timeLimits: Curl.TimeLimits
    /// How long to wait for a host that settles.
    package let settling: Settling

    package init(
        variables: [String: String], timeLimits: Curl.TimeLimits = Curl.TimeLimits(),
        settling: Settling = Settling()
    ) {
        self.variables = variables
        self.timeLimits = timeLimits
        self.settling = settling
    }
}
