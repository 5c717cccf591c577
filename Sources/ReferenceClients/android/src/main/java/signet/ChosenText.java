package signet;

import java.util.Objects;

/** A text chosen for a user. */
public final class ChosenText {
    private final String text;
    @Nullable private final String language;

    /** A text in a language, for previews; null where the language is not known. */
    public ChosenText(String text, @Nullable String language) {
        this.text = text;
        this.language = language;
    }

    /** As it was translated. */
    public String text() { return text; }

    /** As a BCP 47 tag, for speech and the writing direction; null where the document does not say it. */
    @Nullable public String language() { return language; }

    @Override public boolean equals(Object other) {
        return other instanceof ChosenText && text.equals(((ChosenText) other).text)
            && Objects.equals(language, ((ChosenText) other).language);
    }

    @Override public int hashCode() { return text.hashCode(); }
    @Override public String toString() { return text; }
}
