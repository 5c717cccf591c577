import CTestSupport
import Foundation
import Testing

/// A large argument of a test, which the log shows by its beginning and its size.
package struct Brief<Value: Collection & Sendable>: Sendable, CustomTestStringConvertible {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package var testDescription: String {
        let start = value.prefix(16)
        return start.count == value.count ? "\(value)" : "\(start)… (\(value.count))"
    }
}

// Bytes in arguments and failed expectations.

extension [UInt8]: @retroactive CustomTestStringConvertible {
    public var testDescription: String {
        count <= 256 ? "\(self)" : "\(prefix(16))… (\(count) bytes, hash \(digest))"
    }

    /// Enough to tell two apart in a log.
    fileprivate var digest: String { String(reduce(5_381) { ($0 &* 33) ^ UInt64($1) }, radix: 16) }
}

extension [String: [UInt8]]: @retroactive CustomTestStringConvertible {
    public var testDescription: String {
        sorted { $0.key < $1.key }.map { "\($0): \($1.count) bytes, hash \($1.digest)" }.joined(separator: "\n")
    }
}

extension String {
    /// The text as the log says it; nil where that says all of it.
    package var brief: String? {
        guard let text = unsafe signet_brief(self, utf8.count) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// Whether the log of this process cuts long messages.
    package static var isLogBrief: Bool { signet_log_is_brief() != 0 }
}
