/**
 * Reads a gate document: ordered rules, without those that cannot be used. Unknown members are ignored, so that later
 * documents still reach older apps; an unknown condition never holds, and a rule with another outcome is skipped.
 *
 * Own: the meaning of Signet's own format. Proved by `decisions-rules.json`, a truth table, and `decisions-rules-details.json`.
 */

import { DocumentError } from './errors.js'
import { asObject, asString, JSONNumber, parseJSON } from './json.js'
import { canonicalLanguage } from './languages.js'
import { instant, timeSpan } from './time.js'
import { InstalledVersion, positiveInteger, versionNumbers, versionPattern } from './versions.js'

/** @typedef {import('./json.js').JSONValue} JSONValue */
/** @typedef {import('./decision.js').Device} Device */
/** @typedef {import('./versions.js').VersionPattern} VersionPattern */
/** @typedef {import('./languages.js').LocalizedText} LocalizedText */
/** @typedef {((device: Device, time: number, ends: number) => boolean) & { salt?: string }} Condition by rule time, and by what the rule ends by */

/**
 * `whenever` are the conditions that hold for each version of the app or for none, and `reads` the names of those that can hold.
 * @typedef {{ id: string, then: string, scope: string | null, when: readonly Condition[], whenever: readonly Condition[],
 *   reads: readonly string[], salt: string | null, url: string | null, requiredFrom: number | null, requiredBy: number | null,
 *   grace: number | null } & Record<'title' | 'description' | 'message' | 'orElse', LocalizedText | null>} Rule
 */

/** @typedef {{ app: InstalledVersion, build: InstalledVersion | null, system: VersionPattern | null }} Latest a version that a device can get; null for any system */

const [RULES, LATEST, SHARE_STEPS] = [1_000, 100, 100]
const nameForm = /^[A-Za-z0-9._-]{1,64}$/
/** `ios`, `android`, or a name of an app's own: `web`, `windows`. */
export const platformForm = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** @typedef {{ platform: string, rules: readonly Rule[], latest: readonly Latest[] | null }} GateDocument */

/** @type {(platform: string, body: Uint8Array | string) => GateDocument} */
export function readGateDocument(platform, body) {
  const document = asObject(parseJSON(body), 'the document')
  const [version, rules, latest] = ['gate', 'rules', 'latest'].map((name) => document.get(name))
  if (!(version instanceof JSONNumber) || version.spelling !== '1') throw new DocumentError('"gate" is not 1')
  if (document.get('platform') !== platform) throw new DocumentError(`it is not for ${platform}`)
  if (!Array.isArray(rules) || rules.length > RULES) throw new DocumentError(`"rules" is not an array of at most ${RULES}`)
  if (latest !== undefined && (!Array.isArray(latest) || latest.length > LATEST)) {
    throw new DocumentError(`"latest" is not an array of at most ${LATEST}`)
  }
  return Object.freeze({
    platform,
    rules: usable(rules, (value) => readRule(value, platform)),
    latest: latest === undefined ? null : usable(/** @type {JSONValue[]} */ (latest), (value) => readLatest(value, platform)),
  })
}

/** @type {<T>(values: readonly JSONValue[], read: (value: JSONValue) => T) => readonly T[]} an unusable rule is skipped, and decides nothing about the others */
const usable = (values, read) => Object.freeze(values.flatMap((value) => {
  try {
    return [read(value)]
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}))

/** @type {(value: JSONValue, platform: string) => Rule} */
function readRule(value, platform) {
  const rule = asObject(value, 'a rule')
  /** @type {<T>(name: string, read: (value: JSONValue | undefined) => T | null) => T | null} what may be absent, but not of another form */
  const optional = (name, read) => {
    if (!rule.has(name)) return null
    const result = read(rule.get(name))
    if (result === null) throw new DocumentError(`"${name}" is not of its form`)
    return result
  }
  const name = (/** @type {JSONValue | undefined} */ text) => (typeof text === 'string' && nameForm.test(text) ? text : null)
  const [id, then] = [name(rule.get('id')), rule.get('then')]
  const isOutcome = typeof then === 'string' && ['available', 'recommended', 'required', 'maintenance'].includes(then)
  if (id === null || !isOutcome) throw new DocumentError('a rule has no id or outcome')
  const conditions = (optional('when', (when) => [...asObject(when, 'when')]) ?? []).map(([member, condition]) => (
    { member, holds: CONDITIONS.get(member)?.(condition, platform) ?? NEVER }))
  return Object.freeze({
    id, then, scope: optional('scope', name),
    when: conditions.map(({ holds }) => holds),
    whenever: conditions.filter(({ member }) => member !== 'app' && member !== 'build').map(({ holds }) => holds),
    reads: conditions.filter(({ holds }) => holds !== NEVER).map(({ member }) => member),
    salt: conditions.map(({ holds }) => holds.salt).find((salt) => salt !== undefined) ?? null,
    title: optional('title', readText), description: optional('description', readText),
    message: optional('message', readText), orElse: optional('orElse', readText), url: optional('url', (text) => asString(text, 'url')),
    requiredFrom: optional('requiredFrom', instant), requiredBy: optional('requiredBy', instant), grace: optional('grace', timeSpan),
  })
}

/** @type {(value: JSONValue | undefined) => LocalizedText} texts by distinct BCP 47 tags */
function readText(value) {
  const entries = [...asObject(value, 'a text')].map(([language, text]) => {
    const canonical = canonicalLanguage(language)
    if (canonical === null) throw new DocumentError(`"${language}" is not a BCP 47 language tag`)
    return { language, canonical, text: asString(text, language) }
  })
  if (new Set(entries.map((entry) => entry.canonical)).size < entries.length) {
    throw new DocumentError('the same language twice, written differently')
  }
  // Tags are ASCII, so that characters are in the order of bytes.
  entries.sort((a, b) => (a.language < b.language ? -1 : 1))
  return entries.map(({ language, text }) => /** @type {const} */ ([language, text]))
}

/** @type {(platform: string) => [own: string, other: string]} what conditions and versions call the system of a platform */
const systemNames = (platform) => (platform === 'android' ? ['sdk', 'os'] : ['os', 'sdk'])

/** @type {(value: JSONValue, platform: string) => Latest} */
function readLatest(value, platform) {
  const entry = asObject(value, 'latest')
  const app = asString(entry.get('app'), 'app')
  if (versionNumbers(app) === null) throw new DocumentError('"app" is not a version of 1 to 3 numbers joined by dots')
  const [own, other] = systemNames(platform)
  const system = entry.has(own) ? anyVersion(entry.get(own)) : null
  if (entry.has(other) || (entry.has(own) && system === null)) throw new DocumentError(`"${own}" is not of its form`)
  const number = entry.get('build')
  const build = number instanceof JSONNumber ? positiveInteger(number.spelling) : null
  if (number !== undefined && build === null) throw new DocumentError('"build" is not a positive integer')
  return { app: new InstalledVersion(app), build: build === null ? null : new InstalledVersion(build), system }
}

/** @type {Condition} an unknown condition, or one of another form */
const NEVER = () => false

/** @type {<T>(value: JSONValue | undefined, read: (value: JSONValue) => T | null) => T[] | null} one form or a non-empty list of it; null for anything else */
function oneOrMore(value, read) {
  const results = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(read)
  return results.length === 0 || results.includes(null) ? null : /** @type {any[]} */ (results)
}

/** @type {(value: JSONValue | undefined) => VersionPattern | null} a pattern or several, one of which must match */
function anyVersion(value) {
  const patterns = oneOrMore(value, versionPattern)
  return patterns === null ? null : (numbers) => patterns.some((matches) => matches(numbers))
}

/** @typedef {(value: JSONValue, platform: string) => Condition} ReadCondition */

/** @type {(name: string, property: (device: Device) => InstalledVersion | null) => [string, ReadCondition]} */
const versionCondition = (name, property) => [name, (value, platform) => {
  const matches = name === systemNames(platform)[1] ? null : anyVersion(value)
  return matches === null ? NEVER : (device) => {
    const version = property(device)
    return version?.isReadable === true && matches(version.numbers)
  }
}]

/** @type {(name: string, property: (device: Device) => string | null, allowsPrefix?: boolean) => [string, ReadCondition]} */
const textCondition = (name, property, allowsPrefix = false) => [name, (value) => {
  const texts = oneOrMore(value, (text) => (typeof text === 'string' ? text : null))
  return texts === null ? NEVER : (device) => {
    const own = property(device)
    return own !== null && texts.some((text) =>
      (allowsPrefix && text.endsWith('*') ? own.startsWith(text.slice(0, -1)) : own === text))
  }
}]

/** @type {(name: string, holds: (moment: number, time: number, ends: number) => boolean) => [string, ReadCondition]} */
const timeCondition = (name, holds) => [name, (value) => {
  const moment = instant(value)
  return moment === null ? NEVER : (_, time, ends) => holds(moment, time, ends)
}]

/** @type {ReadCondition} */
function shareCondition(value) {
  const [salt, list] = value instanceof Map ? [value.get('salt'), value.get('steps')] : []
  if (typeof salt !== 'string' || !nameForm.test(salt) || !Array.isArray(list)) return NEVER
  if (list.length === 0 || list.length > SHARE_STEPS) return NEVER
  /** @type {{ moment: number, hundredths: number }[]} */ const steps = []
  for (const step of list) {
    const [moment, hundredths] = Array.isArray(step) && step.length === 2 ? [instant(step[0]), readHundredths(step[1])] : []
    if (moment == null || hundredths == null) return NEVER
    if (steps.length > 0 && moment <= steps[steps.length - 1].moment) return NEVER
    steps.push({ moment, hundredths })
  }
  const holds = (/** @type {Device} */ device, /** @type {number} */ time) => {
    const point = device.points.get(salt)
    let hundredths = 0
    for (const step of steps) if (step.moment <= time) hundredths = step.hundredths
    return point !== undefined && isInShare(point, hundredths)
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
  versionCondition('app', (device) => device.app),
  versionCondition('build', (device) => device.build),
  versionCondition('os', (device) => device.system),
  versionCondition('sdk', (device) => device.system),
  textCondition('channel', (device) => device.channel),
  textCondition('region', (device) => device.region),
  textCondition('model', (device) => device.model, true),
  timeCondition('from', (moment, time) => moment <= time),
  timeCondition('until', (moment, _, ends) => ends < moment),
  /** @type {[string, ReadCondition]} */ (['share', shareCondition]),
])
