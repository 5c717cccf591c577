/// The body of the last 403 that was looked at: a backend that refuses every request costs one look and one fetch a minute.
struct RefusalMemory {
    private var last: (body: [UInt8], since: Stopwatch)?
    /// Whether that body blocks the app, or a response has started a fetch since.
    var isAnswered = false

    /// Whether a body has not been looked at for a minute; it has now.
    mutating func isNew(_ body: [UInt8], on clock: any SteadyClock) -> Bool {
        if let last, last.since.elapsed() < GateConfiguration.refusalInterval, last.body == body { return false }
        last = (body, Stopwatch(on: clock))
        isAnswered = false
        return true
    }
}
