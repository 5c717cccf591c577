"""Which text a user gets, by hand: the languages of the user, those of the text, and the one that is chosen."""

import json

from classic import device

TABLE = [
    # The same tag before anything else.
    ("pt-BR", "en pt pt-BR pt-PT", "pt-BR"),
    ("de-CH-1996", "de de-CH de-CH-1996", "de-CH-1996"),
    ("zh-Hant-TW", "zh-Hant zh-Hant-TW zh-TW", "zh-Hant-TW"),
    ("zh-TW", "zh-Hant zh-Hant-TW zh-TW", "zh-TW"),
    # Ever shorter from the end, RFC 4647 section 3.4.
    ("zh-Hant-CN-x-private1-private2", "zh zh-Hant zh-Hant-CN en", "zh-Hant-CN"),
    ("zh-Hant-CN-x-private1-private2", "zh zh-Hant en", "zh-Hant"),
    ("de-CH-1996", "de de-CH en", "de-CH"),
    ("de-CH-1996", "de en", "de"),
    ("de-Latn-DE", "de en", "de"),
    ("en-GB-u-ca-buddhist", "en en-GB", "en-GB"),
    ("sr-u-nu-latn", "sr sr-Latn en", "sr"),
    # Case, underscores, and what locale identifiers add.
    ("pt_BR", "en pt-BR pt-PT", "pt-BR"),
    ("PT-br", "en pt-BR pt-PT", "pt-BR"),
    ("pt-BR.UTF-8", "en pt-BR pt-PT", "pt-BR"),
    ("pt_BR@calendar=buddhist", "en pt-BR pt-PT", "pt-BR"),
    ("pt-Latn-BR", "en pt-BR pt-PT", "pt-BR"),
    ("TR-tr", "en tr", "tr"),
    ("IT", "en it", "it"),
    # A script that is likely counts like one that is written.
    ("zh-TW", "en zh-Hans zh-Hant", "zh-Hant"),
    ("zh-HK", "en zh-Hans zh-Hant", "zh-Hant"),
    ("zh-Hant", "en zh-CN zh-TW", "zh-TW"),
    ("zh-CN", "en zh-Hans zh-Hant", "zh-Hans"),
    ("zh", "en zh-Hans zh-Hant", "zh-Hans"),
    ("zh-Hans-SG", "en zh zh-TW", "zh"),
    ("sr-Latn", "en sr sr-Latn", "sr-Latn"),
    ("sr-ME", "en sr sr-Latn", "sr-Latn"),
    ("sr-Cyrl-RS", "en sr sr-Latn", "sr"),
    ("pa-PK", "en pa pa-Arab", "pa-Arab"),
    ("uz-Cyrl", "en uz uz-Cyrl", "uz-Cyrl"),
    # Another script is not what a user reads.
    ("zh-TW", "en zh", "en"),
    ("zh-Hant", "en zh-Hans", "en"),
    ("zh-CN", "en zh-Hant", "en"),
    ("sr-Latn", "en sr", "en"),
    ("sr", "en sr-Latn", "en"),
    ("sr-Latn zh-TW hr", "en hr sr zh", "hr"),
    # Regions fall back as CLDR has it.
    ("es-MX", "en es es-419 es-ES", "es-419"),
    ("es-MX", "en es es-ES", "es"),
    ("es-ES", "en es es-419", "es"),
    ("es-AR", "en es-419", "es-419"),
    ("pt-AO", "en pt pt-BR pt-PT", "pt-PT"),
    ("pt-BR", "en pt pt-PT", "pt"),
    ("pt-PT", "en pt pt-BR", "pt"),
    ("en-AU", "en en-001 en-GB", "en-001"),
    ("en-AU", "en en-GB", "en-GB"),
    ("en-US", "en en-GB", "en"),
    ("zh-MO", "en zh-HK zh-TW", "zh-HK"),
    # The same language of another region is better than another language.
    ("pt-BR", "en pt-PT", "pt-PT"),
    ("pt-PT", "en pt-BR", "pt-BR"),
    ("es-ES", "en es-419", "es-419"),
    ("cy", "cy-GB en", "cy-GB"),
    ("nn-NO", "en nb", "nb"),
    ("nb", "en nn", "nn"),
    ("fr", "en fr-CA fr-FR", "fr-FR"),
    ("en-US", "en-AU en-GB", "en-GB"),
    ("pt", "en pt-PT pt-BR", "pt-BR"),
    ("zh-TW", "en zh-Hant-HK", "zh-Hant-HK"),
    # Codes that older devices report.
    ("iw-IL", "en he", "he"),
    ("in", "en id", "id"),
    ("no", "en nb", "nb"),
    ("nb-NO", "en no", "no"),
    ("sh", "en sr sr-Latn", "sr-Latn"),
    ("cmn-Hans-CN", "en zh-Hans", "zh-Hans"),
    # The languages of a user in their order.
    ("cy fr de", "de en fr", "fr"),
    ("xx yy de", "de en fr", "de"),
    ("fr cy", "cy en", "cy"),
    # Then British English, English, and any.
    ("cy", "de en en-GB fr", "en-GB"),
    ("cy", "de en fr", "en"),
    ("cy", "de en-US fr", "en-US"),
    ("cy", "de en en-001 fr", "en"),
    ("cy", "de en-AU en-001 fr", "en-001"),
    ("cy", "de fr", "de"),
    ("", "de en en-GB", "en-GB"),
    ("cy", "de en-gb en", "en-gb"),
    # What is no language is passed over.
    ("- de", "de en-GB fr", "de"),
    ("_ de", "de en-GB fr", "de"),
    ("@ de", "de en-GB fr", "de"),
    (". de", "de en-GB fr", "de"),
    ("1 de", "de en-GB fr", "de"),
    ("é de", "de en-GB fr", "de"),
    ("zz- de", "de en-GB fr", "de"),
    # A combining mark joins no hyphen.
    ("fr-\u0301 de", "de en fr", "fr"),
    ("fr.\u0301 de", "de en fr", "fr"),
]


def text_of(texts):
    return json.dumps(texts, ensure_ascii=False)


def body(texts):
    return ('{\n  "minimumOSVersion": { "value": "9", "description": { "en": "system" } },\n'
            f'  "minimumAppVersion": {{ "value": "2", "title": {text_of(texts)}, "description": {text_of(texts)} }}\n}}\n')


def files():
    documents, cases = {}, []

    def add(name, wanted, texts, chosen):
        document = next((known for known, text in documents.items() if text == body(texts)), None)
        if document is None:
            document = "texts in " + (" ".join(texts) or "no language")
            while document in documents:
                document += ", others"
            documents[document] = body(texts)
        verdict = {"outcome": "required", "subject": "app", "version": "2"}
        if chosen:
            one = {"language": chosen, "text": texts[chosen]}
            verdict.update(title=one, description=one)
        cases.append({"name": name, "document": document, "format": "availability-ios",
                      "device": device("ios", "14", "1", "1", languages=wanted), "source": "fetched",
                      "verdict": verdict})

    for wanted, available, chosen in TABLE:
        texts = {tag: f"text in {tag}" for tag in available.split()}
        add(f"{wanted or 'no language'} of {available}", wanted.split(), texts, chosen)

    add("an empty text is never chosen", ["cy", "en"], {"cy": "", "en": " \n", "fr": "Mettez à jour"}, "fr")
    add("nor one of other white space", ["cy"], {"cy": "\u2003\u00a0", "en": "yes"}, "en")
    add("only empty texts are none", ["cy"], {"cy": "", "en": "\t"}, None)
    add("no text at all", ["cy"], {}, None)
    add("a text is kept to the code point", ["ar-EG"], {"ar": "cafe\u0301 \u200f"}, "ar")
    add("spaces around a text are kept", ["en"], {"en": " a "}, "en")
    add("65 languages, of which only 64 are tried", ["xx"] * 64 + ["de"], {"de": "d", "en": "e"}, "en")
    add("64 languages are tried", ["xx"] * 63 + ["de"], {"de": "d", "en": "e"}, "de")
    # Turkish letters have other cases in Turkish; language tags have none of that.
    add("tags are compared in ASCII whatever the language of the device", ["ID"], {"id": "i", "en": "e"}, "id")
    add("nor is a Kelvin sign a k", ["\u212aK"], {"kk": "k", "en": "e"}, "en")

    # The order of a document does not matter; that of the bytes does.
    add("any text: the first by the bytes of its tag", ["cy"], {"fr": "f", "de": "d", "DE-AT": "a"}, "DE-AT")
    yield "decisions-languages.json", {
        "about": "Which text a user gets, by the languages of the user and those of the text.",
        "documents": documents, "cases": cases}
