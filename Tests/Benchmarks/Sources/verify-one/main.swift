// The smallest app: verifies one availability document, as often as it is told to, and exits with 0 or says why not. The
// signature is in headers or, with the path of the document in their place, in the document itself.
import Classic
import FoundationEssentials
import ManifestVerifier

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[4]), let production = EnvironmentName("production") else {
    preconditionFailure("usage: verify-one BODY HEADERS KEYS COUNT, or verify-one JWS PATH KEYS COUNT")
}
func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
let verifier = Verifier(
    keyRing: try TrustedKeys(exported: contents(arguments[3])), environment: production,
    reader: .availability(.ios))
let body = try contents(arguments[1])
if arguments[1].hasSuffix(".jws") {
    let path = try DocumentPath(arguments[2])
    for _ in 0..<count { _ = try verifier.verify(jws: body, path: path, stored: nil, now: Date()) }
} else {
    guard let download = Download(body: body, headersSidecar: try contents(arguments[2])) else {
        preconditionFailure("the headers are malformed")
    }
    for _ in 0..<count { _ = try verifier.verify(download, stored: nil, now: Date()) }
}
