import Diagnostics
import ManifestVerifier
import Programs
import PublicationTree

/// Whether pages of an app may read what is published. Their origin is the app's own, so that the host must allow it with
/// `Access-Control-Allow-Origin` (Fetch Standard, "CORS protocol"); native code needs no leave.
package struct PageAccess: Sendable {
    /// What static hosts are told to send: anybody may read what is public.
    static let header = HeaderField(unchecked: "access-control-allow-origin", value: "*")

    /// The origins of the pages of Capacitor on iOS and Android.
    private static let origins = ["capacitor://localhost", "https://localhost"]

    /// Where it was asked.
    package let url: String
    /// The origins whose pages cannot read it.
    package let refused: [String]

    /// Asks for a document that was just fetched, as pages of each origin would.
    package init(to path: String, at address: TreeAddress, network: LiveNetwork) async throws {
        url = address.url(of: path)
        let curl = Curl(variables: network.variables, timeLimits: network.timeLimits)
        var refused: [String] = []
        for origin in Self.origins {
            var question = Curl.Transfer(.get, url)
            question.headers = [HeaderField(unchecked: "origin", value: origin)]
            let (answer, _) = try await curl.send(
                question, bodyLimit: Limits.manifestBytes, until: .now + network.timeLimits.file)
            // A host that does not answer now is not one that allows nothing.
            guard answer.failure == nil else { continue }
            let allowed = answer.headers.filter { $0.isNamed(Self.header.name) }.map(\.value)
            if allowed != [Self.header.value], allowed != [origin] { refused.append(origin) }
        }
        self.refused = refused
    }
}
