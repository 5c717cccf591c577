/// What a document of a tree is.
public enum DocumentFormat: String, Sendable, CaseIterable {
    /// Availability for iOS.
    case availabilityIOS = "availability-ios"
    /// Availability for Android.
    case availabilityAndroid = "availability-android"
    /// Any file, byte for byte.
    case file
}

extension DocumentFormat {
    /// Checks that a verified body is a document of this format; a file may be anything.
    package func check(_ body: [UInt8]) throws(DocumentError) {
        switch self {
        case .availabilityIOS: _ = try IOSAvailability(body: body)
        case .availabilityAndroid: _ = try AndroidAvailability(body: body)
        case .file: break
        }
    }
}

/// Why a verified body is no document of its format.
public struct DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line and column, where there are any: `3:14`.
    public let place: String?
    /// What is wrong, as a phrase.
    public let reason: String

    init(_ error: JSONError) {
        place = error.position.description
        reason = error.message
    }

    init(_ error: JSONShapeError) {
        place = error.position?.description
        reason = error.message
    }

    public var description: String { place.map { "\($0): \(reason)" } ?? reason }
}
