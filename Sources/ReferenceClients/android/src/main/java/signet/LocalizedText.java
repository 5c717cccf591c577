package signet;

import static signet.Names.isDigit;
import static signet.Names.isLetters;
import static signet.Names.lowercase;
import static signet.Names.split;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/*
 * Own: the grammar of tags. Locale.forLanguageTag drops what is ill-formed instead of refusing it, and another client
 * would then show another text. Proved by decisions-languages.json and decisions-rules-details.json ("each text in its
 * own best language").
 */

/** One text in several languages. */
public final class LocalizedText {
    /** Texts by their tags, ordered by the bytes of the tags. */
    private final List<ChosenText> texts;
    /** The one text of a document that does not say in which language it is. */
    @Nullable private final ChosenText untagged;

    private LocalizedText(List<ChosenText> texts, @Nullable ChosenText untagged) {
        this.texts = texts;
        this.untagged = untagged;
    }

    /** One text in a language that is not known. */
    public static LocalizedText ofUntagged(String text) {
        return new LocalizedText(Collections.<ChosenText>emptyList(), new ChosenText(text, null));
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
        return new LocalizedText(texts, null);
    }

    /** The text for a user who reads these languages, best first; null when there is none, or all are blank. */
    @Nullable static ChosenText choose(@Nullable LocalizedText text, List<String> languages) {
        if (text == null || text.untagged != null) return text == null ? null : text.untagged;
        List<ChosenText> candidates = new ArrayList<>();
        for (ChosenText each : text.texts) {
            if (!isBlank(each.text())) candidates.add(each);
        }
        return candidates.isEmpty() ? null : Language.choose(candidates, languages);
    }

    /** Whether a tag is well-formed (RFC 5646 §2.1); irregular grandfathered tags are not. */
    static boolean isLanguageTag(String tag) {
        if (tag.length() > Limits.LANGUAGE_TAG_BYTES) return false;
        List<String> subtags = split(lowercase(tag), '-');
        for (String subtag : subtags) {
            if (subtag.isEmpty() || subtag.length() > 8 || !Names.isAlphanumeric(subtag)) return false;
        }
        int count = subtags.size();
        int index = 0;
        if (!subtags.get(0).equals("x")) {
            String language = subtags.get(index++);
            if (language.length() < 2 || !isLetters(language)) return false;
            int extended = language.length() <= 3 ? Math.min(count, 4) : 1;
            while (index < extended && subtags.get(index).length() == 3 && isLetters(subtags.get(index))) index++;
            if (index < count && Language.isScript(subtags.get(index))) index++;
            if (index < count && Language.isRegion(subtags.get(index))) index++;
            // Neither a variant nor the letter of an extension may come twice.
            Set<String> seen = new HashSet<>();
            for (; index < count && isVariant(subtags.get(index)); index++) {
                if (!seen.add(subtags.get(index))) return false;
            }
            while (index < count && subtags.get(index).length() == 1 && !subtags.get(index).equals("x")) {
                if (!seen.add(subtags.get(index++))) return false;
                int first = index;
                while (index < count && subtags.get(index).length() >= 2) index++;
                if (index == first) return false;
            }
        }
        // What follows an x is private.
        return index == count || (subtags.get(index).equals("x") && count - index > 1);
    }

    private static boolean isVariant(String subtag) {
        return subtag.length() > 4 || (subtag.length() == 4 && isDigit(subtag.charAt(0)));
    }

    /** Whether there is nothing but white space (Unicode's property White_Space), of which Java has other ideas. */
    private static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSpace = (c >= 0x09 && c <= 0x0D) || (c >= 0x2000 && c <= 0x200A)
                || " \u0085\u00A0\u1680\u2028\u2029\u202F\u205F\u3000".indexOf(c) >= 0;
            if (!isSpace) return false;
        }
        return true;
    }
}
