import ManifestVerifier

/// A value that a document requires or tells, as it is compared and shown.
package enum RequirementValue: Equatable, Sendable, CustomStringConvertible {
    case version(NumericVersion)
    case number(Int)
    case text(String)

    package var description: String {
        switch self {
        case .version(let version): version.spelling
        case .number(let number): String(number)
        case .text(let text): text
        }
    }

    package func isBelow(_ other: RequirementValue) -> Bool {
        switch (self, other) {
        case (.version(let a), .version(let b)): a < b
        case (.number(let a), .number(let b)): a < b
        default: false
        }
    }
}
