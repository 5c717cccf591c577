import Foundation
import ManifestVerifier
import PublicationTree

extension Verifier {
    /// A verifier for documents of a format, which knows all others by name.
    package init(
        keyRing: TrustedKeys, environment: EnvironmentName, format: DocumentFormat, profile: SignatureProfile,
        clockSkew: TimeInterval = Limits.clockSkew, bodyLimit: Int = Limits.manifestBytes
    ) {
        self.init(
            keyRing: keyRing, environment: environment, reader: format.reader, profile: profile, clockSkew: clockSkew,
            bodyLimit: bodyLimit, knownFormats: DocumentFormat.readers)
    }
}
