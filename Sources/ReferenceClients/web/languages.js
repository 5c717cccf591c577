/**
 * Which of several languages a user gets.
 *
 * Own: `Intl.Locale` is missing in React Native and differs between browsers, and all clients of an app must say the same.
 * Proved by `decisions-languages.json`, and for the tags by `decisions-rules-details.json`.
 */

import { asciiLowercased } from './json.js'

/** @typedef {readonly (readonly [language: string, text: string])[]} LocalizedText ordered by the bytes of the tags */
/** @typedef {{ readonly text: string, readonly language: string }} ChosenText */
/** @typedef {{ subtags: string[], script: string | null, region: string | null }} LanguageIdentifier taken apart */

const TAG_CHARACTERS = 64, LANGUAGES_TRIED = 64, SUBTAGS_READ = 16

/** A well-formed tag in lower case (RFC 5646 §2.1), with its variants and its extensions. */
const tagForm = new RegExp([
  '^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?',
  '((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)((?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*)(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+)$',
].join(''))

/** @type {(tag: string) => string | null} the same for tags that differ in case only; null for what is no BCP 47 tag */
export function canonicalLanguage(tag) {
  const canonical = asciiLowercased(tag)
  const parts = tag.length <= TAG_CHARACTERS ? tagForm.exec(canonical) : null
  if (!parts) return null
  const [, variants = '', extensions = ''] = parts
  const isRepeated = (/** @type {string[]} */ subtags) => new Set(subtags).size < subtags.length
  return isRepeated(variants.split('-')) || isRepeated(extensions.match(/-[a-z0-9](?=-)/g) ?? []) ? null : canonical
}

/** White space of Unicode: not what `trim` takes for it. */
const isBlank = /^[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]*$/
/** What begins an extension. */
const isLetter = /^[\0-\x7F]$/

/**
 * The text for a user who reads these languages, best first; null when all texts are blank.
 *
 * For each language in turn: the same tag, what lookup of RFC 4647 §3.4 finds, then the same language in the same script
 * for another region. Scripts are those that are likely for a language and region, so that `zh-TW` finds `zh-Hant` and
 * never `zh`. Last come `en-GB`, any English with `en` first, and any text.
 * @type {(texts: LocalizedText | null, languages: readonly string[]) => ChosenText | null}
 */
export function chooseText(texts, languages) {
  const candidates = (texts ?? []).filter(([, text]) => !isBlank.test(text))
    .map(([language, text]) => ({ chosen: { text, language }, ...readLanguage(language) }))
  if (candidates.length === 0) return null
  for (const language of languages.slice(0, LANGUAGES_TRIED)) {
    const wanted = readLanguage(language)
    // Readers of either read the other as well (in CLDR Norwegian is the parent of both).
    const relative = wanted.subtags[0] === 'nn' ? 'nb' : wanted.subtags[0] === 'nb' ? 'nn' : null
    const found = lookUp(wanted, candidates) ?? (relative && lookUp(readLanguage(relative), candidates))
    if (found) return found
  }
  const british = candidates.find(({ chosen }) => canonicalLanguage(chosen.language) === 'en-gb')
  return british?.chosen ?? lookUp(readLanguage('en'), candidates) ?? candidates[0].chosen
}

/** @type {(identifier: string) => LanguageIdentifier} reads `pt-BR`, `pt_BR`, `zh-Hant-TW`, `en_GB@calendar=buddhist`, `C.UTF-8`; any text */
function readLanguage(identifier) {
  const subtags = identifier.split(/[@.]/, 1)[0].split(/[-_]/).filter((subtag) => subtag !== '')
    .slice(0, SUBTAGS_READ).map(asciiLowercased)
  // What follows a single letter is an extension: neither script nor region.
  const singleton = subtags.findIndex((subtag, index) => index > 0 && isLetter.test(subtag))
  const main = subtags.slice(1, singleton < 0 ? undefined : singleton)
  const script = main.find((subtag) => /^[a-z]{4}$/.test(subtag))
  const region = main.find((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/.test(subtag)) ?? null
  const [language = '', impliedScript] = CURRENT_CODES.get(subtags[0]) ?? subtags.slice(0, 1)
  if (subtags.length > 0) subtags[0] = language
  return { subtags, script: script ?? impliedScript ?? likelyScript(language, region), region }
}

/** @type {(wanted: LanguageIdentifier, candidates: readonly (LanguageIdentifier & { chosen: ChosenText })[]) => ChosenText | null} */
function lookUp(wanted, candidates) {
  const [language] = wanted.subtags
  const related = candidates.filter(({ subtags, script }) => language !== undefined && subtags[0] === language
    && (wanted.script === null || script === null || wanted.script === script))
  if (related.length === 0) return null
  // The tag itself, then ever shorter; without its region it is looked up below.
  const wantedTags = [...wanted.subtags]
  while (wantedTags.length > 1) {
    const same = related.find(({ subtags }) => subtags.join('-') === wantedTags.join('-'))
    if (same) return same.chosen
    wantedTags.pop()
    // A single letter begins an extension, which has just been cut off.
    if (isLetter.test(wantedTags[wantedTags.length - 1])) wantedTags.pop()
  }
  // Between a region and none come those of CLDR's parent locales; after none, the one that most people read.
  const named = wanted.region ? [wanted.region, ...parentRegions(wanted.region, language)] : []
  for (const wantedRegion of [...named, null, ...likelyRegions(language, wanted.script)]) {
    const found = related.find(({ region }) => region === wantedRegion)
    if (found) return found.chosen
  }
  return related[0].chosen
}

/** @type {(lists: string[]) => Map<string, string[]>} lists of words by their first */
const byFirst = (lists) => new Map(lists.map((list) => list.split(' ')).map(([first, ...others]) => [first, others]))

/** Codes that older systems still report, and macrolanguages used for one of their languages; for one, its script. */
const CURRENT_CODES = byFirst([
  'iw he', 'in id', 'ji yi', 'jw jv', 'mo ro', 'tl fil', 'no nb', 'sh sr latn', 'cmn zh', 'arb ar',
])

/** The usual script of languages that have more than one, and others with their regions (CLDR, likely subtags). */
const SCRIPTS = byFirst([
  'az latn arab:iq,ir cyrl:ru', 'bs latn', 'ha latn arab:cm,sd', 'hi deva', 'iu cans', 'kk cyrl arab:af,cn,ir,mn', 'ks arab',
  'ku latn arab:lb', 'ky cyrl arab:cn latn:tr', 'mn cyrl mong:cn', 'ms latn arab:cc', 'pa guru arab:pk', 'sd arab deva:in',
  'shi tfng', 'sr cyrl latn:me,ro,tr', 'tg cyrl arab:pk', 'ug arab cyrl:kz,mn', 'uz latn arab:af cyrl:cn', 'vai vaii',
  'yue hant hans:cn', 'zh hans hant:au,bn,gb,gf,hk,id,mo,pa,pf,ph,sr,th,tw,us,vn',
])

function likelyScript(/** @type {string} */ language, /** @type {string | null} */ region) {
  const [usual = null, ...others] = SCRIPTS.get(language) ?? []
  // Scripts have four letters, and regions two or three digits, so that in a list one is only found as a whole.
  const other = region === null ? undefined : others.find((entry) => entry.includes(region, 5))
  return other?.slice(0, 4) ?? usual
}

const LATIN_AMERICA = 'ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve'
const EUROPEAN_PORTUGUESE = 'ao ch cv fr gq gw lu mo mz st tl'
const AMERICAN_ENGLISH = 'as gu mh mp ph pr um us vi'

/** @type {(region: string, language: string) => string[]} the regions to try after a region and before none (CLDR, parent locales) */
function parentRegions(region, language) {
  if (language === 'es' && LATIN_AMERICA.includes(region)) return ['419']
  if (language === 'pt' && EUROPEAN_PORTUGUESE.includes(region)) return ['pt']
  // Both are spelled alike; a text for the whole world comes first.
  if (language === 'en' && !AMERICAN_ENGLISH.includes(region)) return ['001', 'gb']
  return language === 'zh' && region === 'mo' ? ['hk'] : []
}

/** Many other languages have the code of their region: `fr-FR`, `de-DE`. */
const LIKELY_REGIONS = byFirst(['en gb us', 'pt br', 'ar 001 eg', 'zh cn', 'zh-hant tw'])

/** @type {(language: string, script: string | null) => string[]} the regions to try when every text has a region */
const likelyRegions = (language, script) => LIKELY_REGIONS.get(`${language}-${script}`) ?? LIKELY_REGIONS.get(language) ?? [language]
