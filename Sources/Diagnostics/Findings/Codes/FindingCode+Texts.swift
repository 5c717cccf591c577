extension FindingCode {
    package static let unknownText = FindingCode(
        "unknown-text", .error, .none, "a text that the catalog lacks",
        why: "The document would have no words for the people it stops.",
        fix: "Correct the key, or add the text to the catalog in its source language first.",
        example: #""description": "update-requierd"   instead of   "update-required""#)

    package static let sourceLanguageMissing = FindingCode(
        "source-language-missing", .error, .none, "a text without the source language of its catalog",
        why: "The source language is what people read whose own language is missing.",
        fix: "Write the text in the catalog's sourceLanguage.",
        example: #""sourceLanguage": "en", and a text that has only "de""#)

    package static let languageTag = FindingCode(
        "language-tag", .error, .none, "a language that is not a BCP 47 tag, such as `en_GB` for `en-GB`",
        why: "Apps match languages by their tags; another spelling is never found.",
        fix: "Take the spelling that the hint shows.",
        example: #""en_GB"   instead of   "en-GB""#)

    package static let duplicateLanguage = FindingCode(
        "duplicate-language", .error, .none, "one language under two spellings",
        why: "Which of the two texts people read would be chance.",
        fix: "Keep one of them.",
        example: #""en" and "EN" in the same text"#)

    package static let textVariations = FindingCode(
        "text-variations", .error, .none, "a text that varies by device or plural",
        why: "A document has one text for each language; there is nothing to choose by.",
        fix: "Write one text that fits all.",
        example: #""variations": { "device": … }   instead of   "stringUnit""#)

    package static let placeholder = FindingCode(
        "placeholder", .error, .none, "a placeholder that does not exist, or that has no value here",
        why: "People would read the braces.",
        fix: "Use a placeholder that there is, and give it a value; {{ stands for a brace.",
        example: #""Update to {verison}"   instead of   "Update to {minimumAppVersion}""#)

    package static let invisibleCharacter = FindingCode(
        "invisible-character", .error, .none,
        """
        a control, bidi-override or other invisible character, by its code point; joiners stay where a script needs them
        """,
        why: "It can turn a text around, or hide in it what no review sees.",
        fix: "Delete the character at that place, or write the text again.",
        example: #""Up\u202Edate""#)

    package static let leftoverText = FindingCode(
        "leftover-text", .error, .none, "a stand-in for a text: `TODO`, `lorem`, `%@`",
        why: "It would be shown to everyone who is blocked.",
        fix: "Write the text.",
        example: #""TODO: ask legal""#)

    package static let languagesMissing = FindingCode(
        "languages-missing", .warning, .byQuote,
        "a language that another text of the same document has, and this one lacks",
        why: "People would read a title in their language over a text in another one.",
        fix: "Have it translated, or leave the language out of both.",
        example: "a title in en and cy, and a description only in en")

    package static let emptyText = FindingCode(
        "empty-text", .warning, .byQuote, "a text that consists of white space",
        why: "An empty box tells people nothing.",
        fix: "Write the text, or take the translation out.",
        example: #""value": " ""#)

    package static let spaces = FindingCode(
        "spaces", .warning, .byQuote, "a leading, trailing or doubled space",
        why: "It shows on a screen, and mostly is left over from editing.",
        fix: "Delete it.",
        example: #""Please update.  Thank you. ""#)

    package static let unreviewedText = FindingCode(
        "unreviewed-text", .warning, .byQuote, "a translation that its catalog calls new or in need of review",
        why: "No reader of the language has looked at it yet.",
        fix: #"Have it reviewed, which Xcode notes as "translated"."#,
        example: #""state": "needs_review""#)

    package static let wrongStore = FindingCode(
        "wrong-store", .warning, .byQuote,
        "an Android text that names the App Store, or an iOS text that names a store for Android",
        why: "It sends people to a store that they do not have.",
        fix: "Use a text for each platform, or one without the name of a store.",
        example: #""Get it in the App Store" in android.minimumAppVersion"#)
}
