import ManifestVerifier

/// Something that is wrong with a policy, or probably wrong, and where.
package struct Finding: Error, Hashable, Sendable {
    /// What a finding means for a build.
    package enum Severity: String, Sendable {
        /// Nothing is built.
        case error
        /// It is built; a person should look.
        case warning
    }

    package let code: LintCode
    /// The file it is about: the policy, its catalog, or a file that it names.
    package let file: String
    /// Where in the file.
    package let position: TextPosition?
    /// What is wrong, as a lowercase phrase without a full stop.
    package let message: String
    /// The next step, if there is one.
    package let hint: String?

    package init(_ code: LintCode, _ file: String, _ position: TextPosition?, _ message: String, hint: String? = nil) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.hint = hint
    }

    /// `policy.json:14:7`
    package var place: String { position.map { "\(file):\($0)" } ?? file }
}
