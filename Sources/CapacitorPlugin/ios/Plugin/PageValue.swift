import Foundation
import ManifestVerifier

/// What a session says, as Capacitor hands values to a page.
enum PageValue {
    static func object(_ members: [JSONMember]) -> [String: Any] {
        Dictionary(members.map { ($0.name, any($0.value)) }) { first, _ in first }
    }

    private static func any(_ value: JSONValue) -> Any {
        switch value.content {
        case .null: NSNull()
        case .bool(let isTrue): isTrue
        case .number(let spelling): Int(spelling) ?? 0
        case .string(let text): text
        case .array(let elements): elements.map(any)
        case .object(let members): object(members)
        }
    }
}
