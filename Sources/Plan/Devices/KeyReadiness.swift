import AppGate
import Diagnostics
import ManifestVerifier
import SigningKeys

/// Which devices of a population know the keys of one environment, and what a rotation would come to.
///
/// An app knows a key from the version on that first embeds it (`shippedIn`), on both platforms.
package struct KeyReadiness: Sendable {
    package struct Counts: Equatable, Sendable {
        package fileprivate(set) var knowing = 0
        package fileprivate(set) var lacking = 0
        /// Devices for which this is not known: the version is not readable, or none is noted for the key.
        package fileprivate(set) var unclear = 0
    }

    package enum Rotation: Sendable {
        /// It lets this key sign.
        case possible(KeyRing.Entry)
        /// It refuses with this error, without a place.
        case refused(ErrorReport)
    }

    package let environment: EnvironmentName
    /// The keys that are not revoked, oldest first.
    package let keys: [KeyRing.Entry]
    package let rotation: Rotation
    package private(set) var devices = 0
    private let bounds: [NumericVersion?]
    private var counts: [Counts]

    package init(_ environment: EnvironmentName, in ring: KeyRing) {
        self.environment = environment
        keys = ring.entries.filter { $0.environment == environment && $0.state != .revoked }
        bounds = keys.map { $0.shippedIn.flatMap { NumericVersion($0) } }
        counts = keys.map { _ in Counts() }
        do throws(ErrorReport) {
            rotation = .possible(try ring.successor(for: environment))
        } catch {
            rotation = .refused(error)
        }
    }

    package mutating func add(_ kind: PopulationDevice, _ number: Int) {
        devices += number
        let version = kind.device.version
        for (index, bound) in bounds.enumerated() {
            guard let bound, let version, version.isReadable else {
                counts[index].unclear += number
                continue
            }
            if version.isBelow(bound) {
                counts[index].lacking += number
            } else {
                counts[index].knowing += number
            }
        }
    }

    package func counts(of key: KeyRing.Entry) -> Counts {
        keys.firstIndex { $0.id == key.id }.map { counts[$0] } ?? Counts()
    }
}
