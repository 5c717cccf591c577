package signet;

import static signet.Names.isDigits;
import static signet.Names.isLetters;
import static signet.Names.lowercase;
import static signet.Names.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import signet.DocumentReader.DocumentException;

// Own: the grammar of tags. Locale.forLanguageTag drops what is ill-formed instead of refusing it, and another client
// would then show another text. Proved by decisions-languages.json and decisions-rules-details.json.

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

    // Own: the lookup, with what it takes of the CLDR. LocaleList and ULocale choose in each release in another way, and
    // Locale.lookup knows no likely scripts and no parents. Proved by decisions-languages.json.
    /** A language tag or locale identifier, taken apart to look up a text; it may be any text. */
    private static final class Language {
        /** The subtags in lower case, with the current code of the language. */
        final List<String> subtags = new ArrayList<>();
        /** The region in lower case; null when none is named. */
        @Nullable final String region;
        /** The script, named or likely; null for languages that have only one. */
        @Nullable private final String script;

        /** Reads {@code pt-BR}, {@code pt_BR}, {@code zh-Hant-TW}, {@code en_GB@calendar=buddhist}, {@code C.UTF-8}. */
        Language(String identifier) {
            int end = 0;
            while (end < identifier.length() && "@.".indexOf(identifier.charAt(end)) < 0) end++;
            for (String subtag : split(identifier.substring(0, end).replace('_', '-'), '-')) {
                if (!subtag.isEmpty() && subtags.size() < Limits.SUBTAGS_READ) subtags.add(lowercase(subtag));
            }
            String namedScript = null;
            String namedRegion = null;
            // What follows a single letter is an extension: neither script nor region.
            for (int i = 1; i < subtags.size() && !isSingle(subtags.get(i)); i++) {
                String subtag = subtags.get(i);
                if (namedScript == null && isScript(subtag)) namedScript = subtag;
                if (namedRegion == null && isRegion(subtag)) namedRegion = subtag;
            }
            List<String> current = subtags.isEmpty() ? null : CURRENT_CODES.get(subtags.get(0));
            if (current != null) {
                subtags.set(0, current.get(0));
                if (namedScript == null && current.size() > 1) namedScript = current.get(1);
            }
            region = namedRegion;
            script = namedScript != null || subtags.isEmpty() ? namedScript : likelyScript(subtags.get(0), region);
        }

        /**
         * The text for a user who reads these languages, best first; one of them in any case.
         *
         * <p>For each language in turn: the same tag, what lookup of RFC 4647 §3.4 finds, then the same language in the
         * same script for another region. Last come {@code en-GB}, any English with {@code en} first, and any text.
         */
        static ChosenText choose(List<ChosenText> texts, List<String> languages) {
            List<Language> candidates = new ArrayList<>();
            for (ChosenText text : texts) candidates.add(new Language(text.language()));
            for (int i = 0; i < Math.min(languages.size(), Limits.LANGUAGES_TRIED); i++) {
                Language wanted = new Language(languages.get(i));
                int found = wanted.lookUp(candidates);
                if (found < 0 && wanted.relative() != null) found = wanted.relative().lookUp(candidates);
                if (found >= 0) return texts.get(found);
            }
            for (ChosenText text : texts) {
                if (lowercase(text.language()).equals("en-gb")) return text;
            }
            return texts.get(Math.max(0, new Language("en").lookUp(candidates)));
        }

        /** The place of the best candidate; -1 when readers of this language read none. */
        private int lookUp(List<Language> candidates) {
            List<Language> related = new ArrayList<>();
            for (Language candidate : candidates) {
                if (isSameLanguageAndScript(candidate)) related.add(candidate);
            }
            if (related.isEmpty()) return -1;
            // The tag itself, then ever shorter; without its region it is looked up below.
            List<String> wanted = subtags;
            while (wanted.size() > 1) {
                for (Language candidate : related) {
                    if (candidate.subtags.equals(wanted)) return candidates.indexOf(candidate);
                }
                wanted = wanted.subList(0, wanted.size() - 1);
                // A single letter begins an extension, which has just been cut off.
                if (isSingle(wanted.get(wanted.size() - 1))) wanted = wanted.subList(0, wanted.size() - 1);
            }
            for (String each : regionsToTry()) {
                for (Language candidate : related) {
                    if (Objects.equals(each, candidate.region)) return candidates.indexOf(candidate);
                }
            }
            return candidates.indexOf(related.get(0));
        }

        private static boolean isScript(String subtag) { return subtag.length() == 4 && isLetters(subtag); }

        private static boolean isRegion(String subtag) {
            return subtag.length() == 2 ? isLetters(subtag) : subtag.length() == 3 && isDigits(subtag);
        }

        private static boolean isSingle(String subtag) { return subtag.length() == 1 && subtag.charAt(0) < 0x80; }

        /** Whether readers of this language read another, regions aside. */
        boolean isSameLanguageAndScript(Language other) {
            if (subtags.isEmpty() || other.subtags.isEmpty() || !subtags.get(0).equals(other.subtags.get(0))) {
                return false;
            }
            return script == null || other.script == null || script.equals(other.script);
        }

        /** The regions whose texts come next, best first (CLDR, parent locales); null is a text without a region. */
        private List<String> regionsToTry() {
            String language = subtags.get(0);
            List<String> regions = new ArrayList<>();
            if (region != null) {
                regions.add(region);
                if (language.equals("es") && has(LATIN_AMERICA, region)) regions.add("419");
                if (language.equals("pt") && has(EUROPEAN_PORTUGUESE, region)) regions.add("pt");
                // Both are spelled alike; a text for the whole world comes first.
                if (language.equals("en") && !has(AMERICAN_ENGLISH, region)) regions.addAll(Arrays.asList("001", "gb"));
                if (language.equals("zh") && region.equals("mo")) regions.add("hk");
            }
            regions.add(null);
            boolean isTraditional = language.equals("zh") && "hant".equals(script);
            List<String> likely = LIKELY_REGIONS.get(isTraditional ? "zh-hant" : language);
            // Many languages have the code of their region: fr-FR, de-DE.
            regions.addAll(likely == null ? Arrays.asList(language) : likely);
            return regions;
        }

        /** Another language that readers of this one read as well (in CLDR Norwegian is the parent of both). */
        @Nullable Language relative() {
            if (subtags.isEmpty()) return null;
            if (subtags.get(0).equals("nn")) return new Language("nb");
            return subtags.get(0).equals("nb") ? new Language("nn") : null;
        }

        @Nullable private static String likelyScript(String language, @Nullable String region) {
            List<String> scripts = SCRIPTS.get(language);
            if (scripts == null) return null;
            // The usual one, then others with their regions: "latn arab:iq,ir cyrl:ru".
            for (String each : scripts.subList(1, scripts.size())) {
                if (region != null && split(each.substring(5), ',').contains(region)) return each.substring(0, 4);
            }
            return scripts.get(0);
        }

        private static boolean has(String words, String word) { return split(words, ' ').contains(word); }

        private static final String LATIN_AMERICA = "ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve";
        private static final String EUROPEAN_PORTUGUESE = "ao ch cv fr gq gw lu mo mz st tl";
        private static final String AMERICAN_ENGLISH = "as gu mh mp ph pr um us vi";

        private static final Map<String, List<String>> LIKELY_REGIONS = table(
            "en gb us", "pt br", "ar 001 eg", "zh cn", "zh-hant tw");
        /** Codes that older systems and Android still report, and macrolanguages used for one of their languages. */
        private static final Map<String, List<String>> CURRENT_CODES = table(
            "iw he", "in id", "ji yi", "jw jv", "mo ro", "tl fil", "no nb", "sh sr latn", "cmn zh", "arb ar");
        /** The scripts of languages that have more than one (CLDR, likely subtags). */
        private static final Map<String, List<String>> SCRIPTS = table(
            "az latn arab:iq,ir cyrl:ru", "bs latn", "ha latn arab:cm,sd", "hi deva", "iu cans",
            "kk cyrl arab:af,cn,ir,mn", "ks arab", "ku latn arab:lb", "ky cyrl arab:cn latn:tr", "mn cyrl mong:cn",
            "ms latn arab:cc", "pa guru arab:pk", "sd arab deva:in", "shi tfng", "sr cyrl latn:me,ro,tr",
            "tg cyrl arab:pk", "ug arab cyrl:kz,mn", "uz latn arab:af cyrl:cn", "vai vaii", "yue hant hans:cn",
            "zh hans hant:au,bn,gb,gf,hk,id,mo,pa,pf,ph,sr,th,tw,us,vn");

        /** What follows the first word of each row, by that word. */
        private static Map<String, List<String>> table(String... rows) {
            Map<String, List<String>> table = new HashMap<>();
            for (String row : rows) {
                List<String> words = split(row, ' ');
                table.put(words.get(0), words.subList(1, words.size()));
            }
            return table;
        }
    }
}
