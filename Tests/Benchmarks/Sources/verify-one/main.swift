// The smallest app: verifies one availability document, as often as it is told to, and exits with 0 or says why not.
import FoundationEssentials
import ManifestVerifier

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[4]), let production = EnvironmentName("production") else {
    preconditionFailure("usage: verify-one BODY HEADERS KEYS COUNT")
}
let (body, headers, keys) = (
    [UInt8](try Data(contentsOf: URL(filePath: arguments[1]))),
    [UInt8](try Data(contentsOf: URL(filePath: arguments[2]))),
    [UInt8](try Data(contentsOf: URL(filePath: arguments[3])))
)
guard let download = Download(body: body, headersSidecar: headers) else {
    preconditionFailure("the headers are malformed")
}
let verifier = Verifier(
    keyRing: try TrustedKeys(exported: keys), environment: production, format: .availabilityIOS, profile: .dated)
for _ in 0..<count { _ = try verifier.verify(download, stored: nil, now: Date()) }
