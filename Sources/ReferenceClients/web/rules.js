/**
 * Reads a gate document: ordered rules, without those that cannot be used. Unknown members are ignored, so that later
 * documents still reach older apps; an unknown condition never holds, and a rule with another outcome is skipped.
 *
 * Own: the meaning of Signet's own format. Proved by `decisions-rules.json`, a truth table, and `decisions-rules-details.json`.
 */

import { attempt, DocumentError, isText } from './errors.js'
import { asObject, asString, JSONNumber, parseJSON } from './json.js'
import { canonicalLanguage } from './languages.js'
import { buildNumbers, instant, timeSpan, versionNumbers, versionPattern } from './values.js'

/** @typedef {import('./json.js').JSONValue} JSONValue */
/** @typedef {import('./decision.js').Device} Device */
/** @typedef {import('./values.js').VersionPattern} VersionPattern */
/** @typedef {import('./values.js').Numbers} Numbers */
/** @typedef {import('./languages.js').LocalizedText} LocalizedText */
/** @typedef {((device: Device, time: number, ends: number) => boolean) & { salt?: string }} Condition by rule time; a rule may end by another */

/**
 * `whenever` are the conditions that hold for each version of the app or for none, and `reads` the names of those that can hold.
 * @typedef {{ id: string, then: string, scope: string | null, when: readonly Condition[], whenever: readonly Condition[],
 *   reads: readonly string[], salt: string | null, url: string | null, requiredFrom: number | null, requiredBy: number | null,
 *   grace: number | null } & Record<'title' | 'description' | 'message' | 'orElse', LocalizedText | null>} Rule
 */
/** @typedef {{ version: string, app: Numbers, build: Numbers | null, system: VersionPattern | null }} Latest that a device can get */
/** @typedef {{ platform: string, rules: readonly Rule[], latest: readonly Latest[] | null }} GateDocument */

const RULES = 1_000, LATEST = 100, SHARE_STEPS = 100
const nameForm = /^[A-Za-z0-9._-]{1,64}$/
const platformForm = /^[a-z0-9][a-z0-9._-]{0,63}$/
/** @type {import('./errors.js').Option} */
export const PLATFORM = [
  '"ios", "android" or a name of your own in lower case, "windows"', (value) => isText(value) && platformForm.test(value)]

/** @type {(platform: string, body: Uint8Array | string) => GateDocument} */
export function readGateDocument(platform, body) {
  const document = asObject(parseJSON(body), 'the document')
  const version = document.get('gate')
  if (!(version instanceof JSONNumber) || version.spelling !== '1') throw new DocumentError('"gate" is not 1')
  if (document.get('platform') !== platform) throw new DocumentError(`it is not for ${platform}`)
  /** @type {<T>(name: string, limit: number, read: (value: JSONValue, platform: string) => T) => readonly T[]} */
  const usable = (name, limit, read) => {
    const values = document.get(name)
    if (!Array.isArray(values) || values.length > limit) throw new DocumentError(`"${name}" is not an array of at most ${limit}`)
    return Object.freeze(values.flatMap((value) => {
      const entry = attempt(() => read(value, platform))
      return entry instanceof DocumentError ? [] : [entry]
    }))
  }
  const rules = usable('rules', RULES, readRule)
  return Object.freeze({ platform, rules, latest: document.has('latest') ? usable('latest', LATEST, readLatest) : null })
}

/** Said to no one: what is unusable is skipped, and decides nothing about the others. */
const unusable = () => new DocumentError('another form')

/** @type {<T>(value: T | null) => T} */
function ofForm(value) {
  if (value === null) throw unusable()
  return value
}

const readName = (/** @type {JSONValue | undefined} */ value) => (typeof value === 'string' && nameForm.test(value) ? value : null)

function readRule(/** @type {JSONValue} */ value, /** @type {string} */ platform) {
  const rule = asObject(value)
  /** @type {<T>(member: string, read: (value: JSONValue | undefined) => T | null) => T | null} what may be absent, but not of another form */
  const optional = (member, read) => (rule.has(member) ? ofForm(read(rule.get(member))) : null)
  const then = ofForm(readName(rule.get('then')))
  if (!['available', 'recommended', 'required', 'maintenance'].includes(then)) throw unusable()
  const conditions = (optional('when', (when) => [...asObject(when)]) ?? []).map(([member, condition]) => (
    /** @type {const} */ ([member, CONDITIONS.get(member)?.(condition, platform) ?? NEVER])))
  return Object.freeze({
    id: ofForm(readName(rule.get('id'))), then, scope: optional('scope', readName),
    when: conditions.map(([, holds]) => holds),
    whenever: conditions.filter(([member]) => member !== 'app' && member !== 'build').map(([, holds]) => holds),
    reads: conditions.filter(([, holds]) => holds !== NEVER).map(([member]) => member),
    salt: conditions.map(([, holds]) => holds.salt).find(Boolean) ?? null,
    title: optional('title', readText), description: optional('description', readText),
    message: optional('message', readText), orElse: optional('orElse', readText), url: optional('url', (text) => asString(text)),
    requiredFrom: optional('requiredFrom', instant), requiredBy: optional('requiredBy', instant), grace: optional('grace', timeSpan),
  })
}

/** @type {(value: JSONValue | undefined) => LocalizedText} texts by distinct BCP 47 tags */
function readText(value) {
  const texts = [...asObject(value)]
  const tags = texts.map(([language]) => ofForm(canonicalLanguage(language)))
  if (new Set(tags).size < tags.length) throw unusable()
  // Tags are ASCII, so that characters are in the order of bytes.
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([language, text]) => /** @type {const} */ ([language, asString(text)]))
}

/** @type {(platform: string) => [own: string, other: string]} what conditions and versions call the system of a platform */
const systemNames = (platform) => (platform === 'android' ? ['sdk', 'os'] : ['os', 'sdk'])

function readLatest(/** @type {JSONValue} */ value, /** @type {string} */ platform) {
  const entry = asObject(value)
  const [version, number] = [asString(entry.get('app')), entry.get('build')]
  const [own, other] = systemNames(platform)
  if (entry.has(other)) throw unusable()
  return {
    version, app: ofForm(versionNumbers(version)),
    build: number === undefined ? null : ofForm(number instanceof JSONNumber ? buildNumbers(number.spelling) : null),
    system: entry.has(own) ? ofForm(anyVersion(entry.get(own))) : null,
  }
}

/** @type {Condition} an unknown condition, or one of another form */
const NEVER = () => false

/** @type {<T>(value: JSONValue | undefined, read: (value: JSONValue | undefined) => T | null) => T[] | null} a form or a list of it; else null */
function oneOrMore(value, read) {
  const results = (Array.isArray(value) ? value : [value]).map(read)
  return results.length === 0 || results.includes(null) ? null : /** @type {any[]} */ (results)
}

/** @type {(value: JSONValue | undefined) => VersionPattern | null} a pattern or several, one of which must match */
function anyVersion(value) {
  const patterns = oneOrMore(value, versionPattern)
  return patterns && ((numbers) => patterns.some((matches) => matches(numbers)))
}

/** @typedef {[name: string, read: (value: JSONValue, platform: string) => Condition]} ReadCondition */

/** @type {(name: string, property: 'app' | 'build' | 'system') => ReadCondition} */
const versionCondition = (name, property) => [name, (value, platform) => {
  const matches = name === systemNames(platform)[1] ? null : anyVersion(value)
  return matches ? ({ [property]: numbers }) => numbers !== null && matches(numbers) : NEVER
}]

/** @type {(name: 'channel' | 'region' | 'model', allowsPrefix?: boolean) => ReadCondition} */
const textCondition = (name, allowsPrefix = false) => [name, (value) => {
  const texts = oneOrMore(value, (text) => (typeof text === 'string' ? text : null))
  return texts ? ({ [name]: own }) => own !== null && texts.some((text) => (
    allowsPrefix && text.endsWith('*') ? own.startsWith(text.slice(0, -1)) : own === text)) : NEVER
}]

/** @type {(name: string, holds: (moment: number, time: number, ends: number) => boolean) => ReadCondition} */
const timeCondition = (name, holds) => [name, (value) => {
  const moment = instant(value)
  return moment === null ? NEVER : (_, time, ends) => holds(moment, time, ends)
}]

function shareCondition(/** @type {JSONValue} */ value) {
  const [salt, list] = value instanceof Map ? [readName(value.get('salt')), value.get('steps')] : []
  if (!salt || !Array.isArray(list) || list.length === 0 || list.length > SHARE_STEPS) return NEVER
  /** @type {{ moment: number, hundredths: number }[]} */ const steps = []
  for (const step of list) {
    const [moment, hundredths] = Array.isArray(step) && step.length === 2 ? [instant(step[0]), readHundredths(step[1])] : []
    if (moment == null || hundredths == null || moment <= (steps[steps.length - 1]?.moment ?? -1)) return NEVER
    steps.push({ moment, hundredths })
  }
  const holds = (/** @type {Device} */ device, /** @type {number} */ time) => {
    const point = device.points.get(salt)
    const step = steps.filter(({ moment }) => moment <= time).pop()
    return point !== undefined && isInShare(point, step?.hundredths ?? 0)
  }
  return Object.assign(holds, { salt })
}

/** @param {JSONValue} percent hundredths of a percentage from 0 to 100 with at most two decimals; null for another form */
function readHundredths(percent) {
  const number = percent instanceof JSONNumber ? Number(percent.spelling) : NaN
  const hundredths = Math.round(100 * number)
  return hundredths >= 0 && hundredths <= 10_000 && hundredths / 100 === number ? hundredths : null
}

/** @type {(point: number, hundredths: number) => boolean} whether a place is in a roll-out to so many hundredths of a percent */
export const isInShare = (point, hundredths) => point * 10_000 < hundredths * 2 ** 32

const CONDITIONS = new Map([
  versionCondition('app', 'app'), versionCondition('build', 'build'), versionCondition('os', 'system'), versionCondition('sdk', 'system'),
  textCondition('channel'), textCondition('region'), textCondition('model', true),
  timeCondition('from', (moment, time) => moment <= time), timeCondition('until', (moment, _, ends) => ends < moment),
  /** @type {ReadCondition} */ (['share', shareCondition]),
])
