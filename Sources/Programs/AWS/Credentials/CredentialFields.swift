import Diagnostics
import FoundationEssentials
import ManifestVerifier

/// Credentials as a source names and spells them, before they are checked.
struct CredentialFields {
    typealias Field = (name: String, value: String)

    var accessKeyID: Field
    var secretAccessKey: Field
    var sessionToken: Field?
    var expiration: Field?
}

extension AWSCredentials {
    /// Checks what becomes part of signed fields. The errors name the fields, and never quote them.
    init(checking fields: CredentialFields) throws(ErrorReport) {
        self.init(
            accessKeyID: try Self.word(fields.accessKeyID, limit: Limits.accessKeyBytes),
            secretAccessKey: try Self.word(fields.secretAccessKey, limit: Limits.accessKeyBytes),
            sessionToken: try fields.sessionToken.map { (field) throws(ErrorReport) in
                try Self.word(field, limit: Limits.sessionTokenBytes)
            },
            expiration: try fields.expiration.map { (field) throws(ErrorReport) in try Self.time(field) })
    }

    /// Reads `{ "AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration" }`, as the program `aws` writes it.
    init(json: [UInt8]) throws(ErrorReport) {
        guard let value = try? JSONParser.parse(json), case .object = value.content else {
            throw ErrorReport(.unavailable, "the answer is not a JSON object")
        }
        func field(_ name: String) throws(ErrorReport) -> CredentialFields.Field? {
            guard let member = value[name] else { return nil }
            if case .null = member.content { return nil }
            guard case .string(let text) = member.content else {
                throw ErrorReport(.unavailable, "\(name) in the answer is not a string")
            }
            return (name, text)
        }
        func required(_ name: String) throws(ErrorReport) -> CredentialFields.Field {
            guard let field = try field(name) else { throw ErrorReport(.unavailable, "the answer has no \(name)") }
            return field
        }
        let fields = CredentialFields(
            accessKeyID: try required("AccessKeyId"), secretAccessKey: try required("SecretAccessKey"),
            sessionToken: try field("SessionToken"), expiration: try field("Expiration"))
        try self.init(checking: fields)
    }

    private static func word(_ field: CredentialFields.Field, limit: Int) throws(ErrorReport) -> String {
        guard field.value.isASCIIWord else {
            throw ErrorReport(
                .unavailable,
                "\(field.name) is empty or has a space, a line break or another character that no key has",
                hint: "check how it was copied; it is not shown here")
        }
        guard field.value.utf8.count <= limit else {
            throw ErrorReport(.unavailable, "\(field.name) has more than \(limit) bytes")
        }
        return field.value
    }

    /// Seconds since 1970, rounded down.
    private static func time(_ field: CredentialFields.Field) throws(ErrorReport) -> Int64 {
        guard let date = try? Date(field.value, strategy: .iso8601),
            let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
        else { throw ErrorReport(.unavailable, "\(field.name) is not a time like 2026-08-03T22:59:35Z") }
        return seconds
    }
}

extension String {
    /// Whether the text can stand in a field of a request as one word: printable ASCII without spaces.
    var isASCIIWord: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// The text without the line break and spaces at its end that `echo` and editors add.
    var trimmingLineEnd: String {
        var text = self[...]
        while let last = text.unicodeScalars.last, last.value <= 0x20 { text.unicodeScalars.removeLast() }
        return String(text)
    }
}
