import Diagnostics

/// What a rule has against one translation; whose it is stands in the finding.
struct TextProblem {
    let code: LintCode
    /// What comes after `text "welcome" in "de"`.
    let phrase: String
    /// The next step, if there is one.
    let hint: String?

    init(_ code: LintCode, _ phrase: String, hint: String? = nil) {
        self.code = code
        self.phrase = phrase
        self.hint = hint
    }
}
