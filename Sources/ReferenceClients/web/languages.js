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

const TAG_CHARACTERS = 64
/** More than anyone reads. */
const LANGUAGES_TRIED = 64
const SUBTAGS_READ = 16

/** A well-formed tag in lower case (RFC 5646 §2.1), with its variants and its extensions. */
const tagForm = new RegExp([
  '^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?',
  '((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)((?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*)(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+)$',
].join(''))

/** @type {(tag: string) => string | null} the same for tags that differ in case only; null for what is no BCP 47 tag */
export function canonicalLanguage(tag) {
  const lowercased = tag.length <= TAG_CHARACTERS && /^[A-Za-z0-9-]*$/.test(tag) ? tag.toLowerCase() : ''
  const [, variants = '', extensions = ''] = tagForm.exec(lowercased) ?? [, '-', '']
  const singletons = extensions.match(/-[a-z0-9](?=-)/g) ?? []
  const isRepeated = (/** @type {string[]} */ parts) => new Set(parts).size < parts.length
  return variants === '-' || isRepeated(variants.split('-')) || isRepeated(singletons) ? null : lowercased
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
    .map(([language, text]) => ({ chosen: { text, language }, identifier: readLanguage(language) }))
  if (candidates.length === 0) return null
  for (const language of languages.slice(0, LANGUAGES_TRIED)) {
    const wanted = readLanguage(language)
    const found = lookUp(wanted, candidates)
    if (found !== null) return found
    // Readers of either read the other as well (in CLDR Norwegian is the parent of both).
    const relative = { nn: 'nb', nb: 'nn' }[wanted.subtags[0] ?? '']
    const related = relative === undefined ? null : lookUp(readLanguage(relative), candidates)
    if (related !== null) return related
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
  let script = main.find((subtag) => /^[a-z]{4}$/.test(subtag)) ?? null
  const region = main.find((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/.test(subtag)) ?? null
  const current = CURRENT_CODES.get(subtags[0])
  if (current !== undefined) {
    subtags[0] = current[0]
    script = script ?? current[1] ?? null
  }
  return { subtags, script: script ?? likelyScript(subtags[0] ?? '', region), region }
}

/** @type {(wanted: LanguageIdentifier, candidates: readonly { chosen: ChosenText, identifier: LanguageIdentifier }[]) => ChosenText | null} */
function lookUp(wanted, candidates) {
  const [language] = wanted.subtags
  const related = candidates.filter(({ identifier }) => language !== undefined && identifier.subtags[0] === language
    && (wanted.script === null || identifier.script === null || wanted.script === identifier.script))
  if (related.length === 0) return null
  // The tag itself, then ever shorter; without its region it is looked up below.
  const subtags = [...wanted.subtags]
  while (subtags.length > 1) {
    const same = related.find(({ identifier }) => identifier.subtags.length === subtags.length
      && identifier.subtags.every((subtag, index) => subtag === subtags[index]))
    if (same !== undefined) return same.chosen
    subtags.pop()
    // A single letter begins an extension, which has just been cut off.
    if (subtags.length > 0 && isLetter.test(subtags[subtags.length - 1])) subtags.pop()
  }
  // Between a region and none come those of CLDR's parent locales; after none, the one that most people read.
  const named = wanted.region === null ? [] : [wanted.region, ...parentRegions(wanted.region, language)]
  for (const region of [...named, null, ...likelyRegions(language, wanted.script)]) {
    const found = related.find(({ identifier }) => identifier.region === region)
    if (found !== undefined) return found.chosen
  }
  return related[0].chosen
}

/** @type {Map<string, string[]>} codes that older systems still report, and macrolanguages used for one of their languages */
const CURRENT_CODES = new Map(
  'iw:he in:id ji:yi jw:jv mo:ro tl:fil no:nb sh:sr:latn cmn:zh arb:ar'.split(' ').map((entry) => {
    const [code, ...current] = entry.split(':')
    return [code, current]
  }))

/** @type {Map<string, { usual: string, inRegions: Map<string, string> }>} the scripts of languages that have more than one (CLDR, likely subtags) */
const SCRIPTS = new Map([
  'az latn arab:iq,ir cyrl:ru', 'bs latn', 'ha latn arab:cm,sd', 'hi deva', 'iu cans', 'kk cyrl arab:af,cn,ir,mn', 'ks arab',
  'ku latn arab:lb', 'ky cyrl arab:cn latn:tr', 'mn cyrl mong:cn', 'ms latn arab:cc', 'pa guru arab:pk', 'sd arab deva:in',
  'shi tfng', 'sr cyrl latn:me,ro,tr', 'tg cyrl arab:pk', 'ug arab cyrl:kz,mn', 'uz latn arab:af cyrl:cn', 'vai vaii',
  'yue hant hans:cn', 'zh hans hant:au,bn,gb,gf,hk,id,mo,pa,pf,ph,sr,th,tw,us,vn',
].map((entry) => {
  const [language, usual, ...others] = entry.split(' ')
  const inRegions = others.flatMap((other) => {
    const [script, regions] = other.split(':')
    return regions.split(',').map((region) => /** @type {[string, string]} */ ([region, script]))
  })
  return [language, { usual, inRegions: new Map(inRegions) }]
}))

/** @type {(language: string, region: string | null) => string | null} */
function likelyScript(language, region) {
  const scripts = SCRIPTS.get(language)
  return scripts === undefined ? null : scripts.inRegions.get(region ?? '') ?? scripts.usual
}

const LATIN_AMERICA = new Set('ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve'.split(' '))
const EUROPEAN_PORTUGUESE = new Set('ao ch cv fr gq gw lu mo mz st tl'.split(' '))
const AMERICAN_ENGLISH = new Set('as gu mh mp ph pr um us vi'.split(' '))

/** @type {(region: string, language: string) => string[]} the regions to try after a region and before none (CLDR, parent locales) */
function parentRegions(region, language) {
  if (language === 'es' && LATIN_AMERICA.has(region)) return ['419']
  if (language === 'pt' && EUROPEAN_PORTUGUESE.has(region)) return ['pt']
  // Both are spelled alike; a text for the whole world comes first.
  if (language === 'en' && !AMERICAN_ENGLISH.has(region)) return ['001', 'gb']
  return language === 'zh' && region === 'mo' ? ['hk'] : []
}

/** @type {(language: string, script: string | null) => string[]} the regions to try when every text has a region */
function likelyRegions(language, script) {
  switch (language) {
    case 'en': return ['gb', 'us']
    case 'pt': return ['br']
    case 'ar': return ['001', 'eg']
    case 'zh': return [script === 'hant' ? 'tw' : 'cn']
    // Many languages have the code of their region: `fr-FR`, `de-DE`.
    default: return [language]
  }
}
