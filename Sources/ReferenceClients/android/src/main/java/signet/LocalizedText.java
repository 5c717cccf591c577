package signet;

import static signet.Names.lowercase;
import static signet.Names.split;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// Own: the grammar of tags. Locale.forLanguageTag drops what is ill-formed instead of refusing it, and another client
// would then show another text. Proved by decisions-languages.json and decisions-rules-details.json ("each text in its
// own best language").

/** One text in several languages. */
public final class LocalizedText {
    /** Language, script, region, variants (1), extensions (2) and what is private. */
    private static final Pattern TAG = Pattern.compile(
        "(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?"
            + "((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)((?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*)"
            + "(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+");

    /** White space (Unicode's property White_Space), of which Java has other ideas. */
    private static final Pattern BLANK = Pattern.compile(
        "[\\x09-\\x0D\\x20\\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]*+");

    /** Ordered by the bytes of their tags; or the one text of a document that does not say in which language it is. */
    private final List<ChosenText> texts;

    private LocalizedText(List<ChosenText> texts) { this.texts = texts; }

    /** One text in a language that is not known. */
    public static LocalizedText ofUntagged(String text) {
        return new LocalizedText(Collections.singletonList(new ChosenText(text, null)));
    }

    /** Reads an object of distinct, well-formed language tags (BCP 47) and texts. */
    static LocalizedText read(JsonObject object) throws DocumentException {
        List<ChosenText> texts = new ArrayList<>();
        Set<String> languages = new HashSet<>();
        for (String tag : object.names()) {
            if (!isLanguageTag(tag)) throw new DocumentException("\"" + tag + "\" is not a BCP 47 language tag");
            if (!languages.add(lowercase(tag))) {
                throw new DocumentException("the same language twice, written differently");
            }
            texts.add(new ChosenText(object.string(tag), tag));
        }
        Collections.sort(texts, (a, b) -> a.language().compareTo(b.language()));
        return new LocalizedText(texts);
    }

    /** The text for a user who reads these languages, best first; null when there is none, or all are blank. */
    @Nullable static ChosenText choose(@Nullable LocalizedText text, List<String> languages) {
        if (text == null) return null;
        List<ChosenText> candidates = new ArrayList<>();
        for (ChosenText each : text.texts) {
            if (each.language() == null) return each;
            if (!BLANK.matcher(each.text()).matches()) candidates.add(each);
        }
        return candidates.isEmpty() ? null : Language.choose(candidates, languages);
    }

    /** Whether a tag is well-formed (RFC 5646 §2.1); irregular grandfathered tags are not. */
    static boolean isLanguageTag(String text) {
        Matcher tag = TAG.matcher(lowercase(text));
        if (text.length() > Limits.LANGUAGE_TAG_BYTES || !tag.matches()) return false;
        // Neither a variant nor the letter of an extension may come twice. Where all is private, there is none.
        Set<String> seen = new HashSet<>();
        for (String variant : split(String.valueOf(tag.group(1)), '-')) {
            if (!seen.add(variant)) return false;
        }
        for (String subtag : split(String.valueOf(tag.group(2)), '-')) {
            if (subtag.length() == 1 && !seen.add(subtag)) return false;
        }
        return true;
    }
}
