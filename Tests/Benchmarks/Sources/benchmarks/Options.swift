/// What was asked for on the command line.
struct Options {
    /// The tool that is measured; nil for a release build of this checkout.
    var signet: String?
    /// A tenth of the documents and few pairs: to see that everything runs, not to quote.
    var isQuick = false
    /// The names of what is measured; empty for everything.
    var only: Set<String> = []

    init(_ arguments: [String]) throws(BenchmarkError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch (option, rest.first) {
            case ("--quick", _): isQuick = true
            case ("--signet", let path?):
                signet = path
                rest.removeFirst()
            case ("--only", let name?) where Benchmarks.names.contains(name):
                only.insert(name)
                rest.removeFirst()
            default:
                throw BenchmarkError(
                    description: "usage: benchmarks [--quick] [--signet PATH] [--only NAME]…; NAME is one of "
                        + Benchmarks.names.joined(separator: ", "))
            }
        }
    }
}
