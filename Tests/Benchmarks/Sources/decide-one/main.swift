// An app that decides one gate document again and again, and prints the median of the times in microseconds.
import AppGate
import Classic
import FoundationEssentials
import ManifestVerifier

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[4]), let production = EnvironmentName("production"),
    let system = NumericVersion("16.2"), let install = InstallID("0123456789abcdef0123456789abcdef")
else { preconditionFailure("usage: decide-one BODY HEADERS KEYS COUNT") }
func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
let verifier = Verifier(
    keyRing: try TrustedKeys(exported: contents(arguments[3])), environment: production, reader: .gate(.ios))
guard let download = Download(body: try contents(arguments[1]), headersSidecar: try contents(arguments[2])) else {
    preconditionFailure("the headers are malformed")
}
let manifest = try verifier.verify(download, stored: nil, now: Date())
guard let document = manifest.content as? GateDocument, let date = manifest.date else {
    preconditionFailure("this is not a gate document")
}
var device = Device(system: .ios(system), reportedVersion: "3.1.0", reportedBuild: "31000", languages: ["de-DE", "en"])
(device.channel, device.region, device.model, device.installID) = ("store", "DE", "iPhone15,2", install)

/// How often each number of hundredths of a microsecond was needed; the last is for more.
var times = [Int](repeating: 0, count: 100_000)
let clock = ContinuousClock()
let time = RuleTime(of: date, clock: Date())
for _ in 0..<count {
    let start = clock.now
    let decision = decide(document, for: device, at: time, source: .fetched, asOf: date)
    let needed = (clock.now - start) / .nanoseconds(10)
    precondition(decision.rule == "r99", "the last rule decides")
    times[min(times.count - 1, Int(needed))] += 1
}
var seen = 0
let median = times.firstIndex { number in
    seen += number
    return seen * 2 > count
}
print(Double(median ?? 0) / 100)
