/**
 * What a device is told: the first rule that matches decides. A pure function of document, device and time.
 *
 * Own: the meaning of Signet's own format. Proved by `decisions-rules.json`, a truth table, by `decisions-rules-details.json`, and
 * for the place in a roll-out by `shares.json`.
 */

import { checkOptions, DocumentError, isText, isTexts, orNull, TEXT, withDefault } from './errors.js'
import { utf8 } from './json.js'
import { chooseText } from './languages.js'
import { PLATFORM } from './rules.js'
import { clockTime, compareNumbers, installedNumbers, LAST_SECOND, MAINTENANCE_AGE, ruleTime, versionNumbers } from './values.js'
import { webSHA256 } from './verifier.js'

/** @typedef {import('./rules.js').Rule} Rule */
/** @typedef {import('./rules.js').Latest} Latest */
/** @typedef {import('./rules.js').GateDocument} GateDocument */
/** @typedef {{ time: number, clock: number, seen: ReadonlyMap<string, number> }} Moment rule time, the clock, and when rules were first seen */

export const installForm = /^[0-9a-f]{32}$/

const NAME = withDefault(orNull(TEXT), null)
const NUMBER = withDefault(orNull(['a text or a number', (value) => isText(value) || typeof value === 'number']), null)
/** @type {import('./errors.js').Options} */
const PROPERTIES = {
  platform: PLATFORM,
  os: NUMBER, sdk: NUMBER, app: NUMBER, build: NUMBER, languages: ['an array of texts, ["en-GB"]', isTexts, []],
  channel: NAME, region: NAME, model: NAME, install: NAME,
}

export class Device {
  constructor(/** @type {import('./index.js').DeviceProperties} */ properties) {
    const given = checkOptions('property of a device', properties, PROPERTIES)
    const numbers = (/** @type {string | number | null} */ text) => (text === null ? null : installedNumbers(String(text)))
    this.platform = /** @type {string} */ (given.platform)
    /** The SDK level of Android, elsewhere the version of the system; like the others null when it cannot be compared. */
    this.system = numbers(this.platform === 'android' ? given.sdk : given.os)
    this.app = numbers(given.app)
    this.build = numbers(given.build)
    this.languages = /** @type {readonly string[]} */ (Object.freeze([...given.languages]))
    this.channel = /** @type {string | null} */ (given.channel)
    this.region = /** @type {string | null} */ (given.region)
    this.model = /** @type {string | null} */ (given.model)
    this.install = /** @type {string | null} */ (installForm.test(given.install) ? given.install : null)
    /** @type {ReadonlyMap<string, number>} where it is in roll-outs, by their salts, as far as that was worked out */
    this.points = new Map()
    Object.freeze(this)
  }

  /** Without its place a device is in no roll-out: a decision does not wait for a hash. */
  async placedIn(/** @type {GateDocument} */ { rules }, sha256 = webSHA256) {
    const { install, points } = this
    const salts = new Set(rules.flatMap(({ salt }) => (salt === null || points.has(salt) ? [] : [salt])))
    if (install === null || salts.size === 0) return this
    const placed = await Promise.all([...salts].map(async (salt) => (
      /** @type {const} */ ([salt, await sharePoint(salt, install, sha256)]))))
    return this.with({ points: new Map([...points, ...placed]) })
  }

  /** @type {(changes: Partial<Pick<Device, 'app' | 'build' | 'install' | 'points'>>) => Device} */
  with(changes) { return Object.freeze(Object.assign(Object.create(Device.prototype), this, changes)) }
}

/** @type {(salt: string, install: string, sha256?: import('./index.js').SHA256) => Promise<number>} from 0 to 2^32 − 1 */
export async function sharePoint(salt, install, sha256 = webSHA256) {
  const digest = await sha256(utf8(`gate:${salt}:${install}`))
  if (digest?.length !== 32) throw new TypeError('sha256 did not give 32 bytes')
  const [a, b, c, d] = digest
  return a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
}

/** @type {(gate: GateDocument, device: Device, circumstances: import('./index.js').Circumstances) => import('./index.js').Decision} */
export function decide(gate, device, circumstances) {
  const { source, date, now, seen = new Map(), maximumAge = null, scope = null, store = null } = circumstances
  if (gate.platform !== device.platform) throw new DocumentError(`it says nothing to an app on ${device.platform}`)
  const at = { time: ruleTime(date, now, maximumAge), clock: clockTime(date, now), seen }
  // What was signed long ago may be a replay.
  const mayClose = source === 'fetched' && at.clock - date <= MAINTENANCE_AGE
  const choose = (/** @type {import('./languages.js').LocalizedText | null} */ texts) => chooseText(texts, device.languages)
  /** @type {{ target: Latest | null, isObtainable: boolean } | undefined} */ let found

  for (const rule of gate.rules) {
    const { id, then } = rule
    if ((rule.scope !== null && rule.scope !== scope) || !matches(rule, device, at)) continue
    if (then === 'available') return makeDecision(source, date, { rule: id })
    const title = choose(rule.title)
    if (then === 'maintenance') {
      if (!mayClose) continue
      return makeDecision(source, date, { outcome: then, rule: id, message: choose(rule.message), title })
    }
    const [due, isRequired] = [dueTime(rule, at), blocks(rule, at)]
    const { target, isObtainable } = found ??= lookForTarget(gate, device, at)
    const orElse = isObtainable ? null : choose(rule.orElse)
    const state = storeState(target, store, device)
    if (!isRequired && ((!isObtainable && !orElse) || state === 'missing')) continue
    const isSeen = then === 'recommended' && rule.grace !== null && (seen.get(id) ?? Infinity) > at.time
    return makeDecision(source, date, {
      outcome: isRequired ? 'required' : then,
      rule: id,
      seen: isSeen ? id : null,
      update: Object.freeze({
        rule: id, version: target?.version ?? null, isObtainable, store: state, title,
        description: orElse ?? choose(rule.description),
        url: isObtainable ? rule.url : null,
        due: !isRequired && due < Infinity ? new Date(due * 1_000) : null,
      }),
    })
  }
  return makeDecision(source, date)
}

/** @type {(source: string, date: number | null, parts?: Record<string, unknown>) => import('./index.js').Decision} */
export const makeDecision = (source, date, parts = {}) => /** @type {any} */ (Object.freeze({
  outcome: 'available', isBlocked: parts.outcome === 'required' || parts.outcome === 'maintenance', source,
  asOf: date === null ? null : new Date(date * 1_000), rule: null, update: null, title: null, message: null, seen: null, ...parts,
}))

/** @type {(gate: Pick<GateDocument, 'rules' | 'latest'>, device: Device) => { device: boolean, app: 'version' | 'build' | null }} */
export function unreadable({ rules, latest }, { platform, system, app, build }) {
  const isRead = (/** @type {string} */ name) => rules.some(({ reads }) => reads.includes(name))
  const readsSystem = isRead('os') || isRead('sdk') || latest?.some((listed) => listed.system)
  return {
    // A phone always has one; a web app may have none that rules are about.
    device: !system && (readsSystem || platform === 'ios' || platform === 'android'),
    app: !app && isRead('app') ? 'version' : !build && isRead('build') ? 'build' : null,
  }
}

/** @type {(needed: Latest | null, store: import('./index.js').StoreVersion | null, device: Device) => import('./index.js').Update['store']} */
function storeState(needed, store, { system, platform }) {
  const newest = versionNumbers(store?.version)
  if (!needed || !newest) return 'unknown'
  if (compareNumbers(newest, needed.app) < 0) return 'missing'
  const minimum = versionNumbers(store?.minimumSystem)
  // The store offers this device the last version that it can run, which is not known.
  return minimum && platform !== 'android' && system && compareNumbers(system, minimum) < 0 ? 'unknown' : 'available'
}

/** @type {(rule: Rule, at: Moment) => number} when a recommendation becomes a requirement; never is infinity */
function dueTime({ id, then, requiredFrom, requiredBy, grace }, { time, seen }) {
  if (then !== 'recommended') return Infinity
  const firstSeen = Math.min(seen.get(id) ?? time, time)
  const due = requiredFrom === null && grace === null ? Infinity
    : Math.max(requiredFrom ?? 0, grace === null ? 0 : Math.min(firstSeen + grace, LAST_SECOND))
  return Math.min(due, requiredBy ?? Infinity)
}

/** @type {(rule: Rule, at: Moment) => boolean} whether a rule blocks those whom it matches */
const blocks = (rule, at) => rule.then === 'required' || rule.then === 'maintenance' || dueTime(rule, at) <= at.time

/** @type {(rule: Rule, device: Device, at: Moment, conditions?: Rule['when']) => boolean} whether all conditions hold */
function matches(rule, device, at, conditions = rule.when) {
  const { time, clock } = at
  // A block ends by the clock where that is later, so that it ends even if the document is never signed again.
  const ends = clock > time && blocks(rule, at) ? clock : time
  return conditions.every((holds) => holds(device, time, ends))
}

/** @type {(gate: GateDocument, device: Device, at: Moment) => { target: Latest | null, isObtainable: boolean }} */
function lookForTarget({ rules, latest }, device, at) {
  // For as many versions as are listed, what no version changes is not asked again.
  const possible = rules.filter((rule) => rule.then !== 'maintenance' && rule.scope === null && matches(rule, device, at, rule.whenever))
  // The first that is for its system, above what it has, and not blocked itself.
  const target = latest?.find(({ app, build, system }) => {
    if ((system && !(device.system && system(device.system))) || !isAbove(app, build, device)) return false
    const updated = device.with({ app, build })
    const first = possible.find((rule) => matches(rule, updated, at))
    return !first || !blocks(first, at)
  }) ?? null
  return { target, isObtainable: !latest || target !== null }
}

/** @type {(app: Latest['app'], build: Latest['build'], device: Device) => boolean} */
function isAbove(app, build, device) {
  const order = device.app && compareNumbers(app, device.app)
  if (order) return order > 0
  if (build && device.build) return compareNumbers(build, device.build) > 0
  return order === null
}
