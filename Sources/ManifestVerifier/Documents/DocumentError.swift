/// Why a verified body is not a document of its format.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line and column, where there are any: `3:14`.
    public let place: String?
    /// What is wrong, as a phrase.
    public let reason: String
    /// What kind of fault it is.
    public let kind: Kind

    /// Kinds of faults.
    public enum Kind: Sendable {
        /// The body is not even strict JSON.
        case syntax
        /// Something in it is not what the format says.
        case content
        /// It could be read as something else.
        case otherMeaning
    }

    /// An error that has no place in the text.
    package init(reason: String, kind: Kind = .content) {
        place = nil
        self.reason = reason
        self.kind = kind
    }

    package static func reading<Result>(
        _ body: [UInt8], _ read: (JSONValue) throws(JSONShapeError) -> Result
    ) throws(DocumentError) -> Result {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(body)
        } catch {
            throw DocumentError(error)
        }
        do throws(JSONShapeError) {
            return try read(value)
        } catch {
            throw DocumentError(error)
        }
    }

    init(_ error: JSONError) {
        place = error.position.description
        reason = error.message
        kind = .syntax
    }

    init(_ error: JSONShapeError) {
        place = error.position?.description
        reason = error.message
        kind = .content
    }

    public var description: String { place.map { "\($0): \(reason)" } ?? reason }
}
