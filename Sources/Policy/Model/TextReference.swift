import Diagnostics
import ManifestVerifier

package enum TextReference: Sendable {
    case key(Positioned<String>)
    /// The text itself, by language.
    case inline(CatalogText)

    var position: TextPosition? {
        switch self {
        case .key(let key): key.position
        case .inline(let text): text.position
        }
    }
}

// MARK: JSON

extension TextReference {
    /// Reads a key, or an object of texts by their languages; nil, with findings, when it is neither.
    ///
    /// - Parameter name: what the text is for, for messages: `minimumAppVersion.description`.
    init?(_ value: JSONValue, name: String, _ findings: FileFindings) {
        switch value.content {
        case .string(let key): self = .key(Positioned(value: key, position: value.position))
        case .object(let members):
            guard !members.isEmpty else {
                findings.add(value.unacceptable("a text needs at least one language"))
                return nil
            }
            self = .inline(CatalogText(inline: members, name: name, at: value.position, findings))
        default:
            findings.add(value.wrongType("the key of a text, or texts by language"))
            return nil
        }
    }
}
