/**
 * What a device is told: the first rule that matches decides. A pure function of document, device and time.
 *
 * Own: the meaning of Signet's own format. Proved by `decisions-rules.json`, a truth table, by `decisions-rules-details.json`, and
 * for the place in a roll-out by `shares.json`.
 */

import { DocumentError } from './errors.js'
import { utf8 } from './json.js'
import { chooseText } from './languages.js'
import { checkOptions, isNothingOr, isText } from './options.js'
import { platformForm } from './rules.js'
import { clockTime, LAST_SECOND, MAINTENANCE_AGE, ruleTime } from './time.js'
import { compareNumbers, InstalledVersion, isBelow, versionNumbers } from './versions.js'
import { sha256 as webSHA256 } from './webcrypto.js'

/** @typedef {import('./rules.js').Rule} Rule */
/** @typedef {import('./rules.js').GateDocument} GateDocument */
/** @typedef {import('./index.js').Update} Update */
/** @typedef {{ time: number, clock: number, seen: ReadonlyMap<string, number> }} Moment rule time, the clock, and when rules were first seen */

export const installForm = /^[0-9a-f]{32}$/

/** @type {import('./options.js').Options} */
const PROPERTIES = {
  platform: ['"ios", "android" or a name of your own in lower case, "windows"', (value) => isText(value) && platformForm.test(value)],
  ...Object.fromEntries(['os', 'sdk', 'app', 'build'].map((name) => (
    [name, ['a text or a number', isNothingOr((value) => isText(value) || typeof value === 'number')]]))),
  languages: ['an array of texts, ["en-GB"]', (value) => Array.isArray(value) && value.every(isText)],
  ...Object.fromEntries(['channel', 'region', 'model', 'install'].map((name) => [name, ['a text', isNothingOr(isText)]])),
}

export class Device {
  constructor(/** @type {import('./index.js').DeviceProperties} */ properties) {
    checkOptions('property of a device', properties, PROPERTIES, ['platform'])
    const { platform, os, sdk, app, build, languages = [], channel = null, region = null, model = null, install } =
      /** @type {Record<string, any>} */ (properties)
    const version = (/** @type {string | number | null | undefined} */ text) => (text == null ? null : new InstalledVersion(String(text)))
    this.platform = /** @type {string} */ (platform)
    /** The SDK level of Android, elsewhere the version of the system. */
    this.system = version(platform === 'android' ? sdk : os)
    this.app = version(app)
    this.build = version(build)
    this.languages = /** @type {readonly string[]} */ (Object.freeze([...languages]))
    this.channel = /** @type {string | null} */ (channel)
    this.region = /** @type {string | null} */ (region)
    this.model = /** @type {string | null} */ (model)
    this.install = /** @type {string | null} */ (isText(install) && installForm.test(install) ? install : null)
    /** @type {ReadonlyMap<string, number>} where it is in roll-outs, by their salts, as far as that was worked out */
    this.points = new Map()
    Object.freeze(this)
  }

  /**
   * The same device with its place in the roll-outs of a document; without it the device is in none of them. A decision does
   * not wait for a hash.
   * @type {(gate: GateDocument, sha256?: import('./index.js').SHA256) => Promise<Device>}
   */
  async placedIn({ rules }, sha256 = webSHA256) {
    const { install } = this
    const salts = new Set(rules.map(({ salt }) => salt).filter((salt) => salt !== null && !this.points.has(salt)))
    if (install === null || salts.size === 0) return this
    const placed = await Promise.all([...salts].map(async (salt) => (
      /** @type {const} */ ([/** @type {string} */ (salt), await sharePoint(/** @type {string} */ (salt), install, sha256)]))))
    return this.with({ points: new Map([...this.points, ...placed]) })
  }

  /** @type {(changes: Partial<Pick<Device, 'app' | 'build' | 'install' | 'points'>>) => Device} */
  with(changes) { return Object.freeze(Object.assign(Object.create(Device.prototype), this, changes)) }
}

/** @type {(salt: string, install: string, sha256?: import('./index.js').SHA256) => Promise<number>} from 0 to 2^32 − 1 */
export async function sharePoint(salt, install, sha256 = webSHA256) {
  const [a, b, c, d] = await sha256(utf8(`gate:${salt}:${install}`))
  return a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
}

/** @type {(gate: GateDocument, device: Device, circumstances: import('./index.js').Circumstances) => import('./index.js').Decision} */
export function decide(gate, device, circumstances) {
  const { source, date, now, seen = new Map(), maximumAge = null, scope = null, store = null } = circumstances
  if (gate.platform !== device.platform) throw new DocumentError(`it says nothing to an app on ${device.platform}`)
  const at = { time: ruleTime(date, now, maximumAge), clock: clockTime(date, now), seen }
  // What was signed long ago may be a replay.
  const mayClose = source === 'fetched' && at.clock - date <= MAINTENANCE_AGE
  const decision = (/** @type {Record<string, unknown>} */ parts) => makeDecision(source, date, parts)
  /** @type {{ isObtainable: boolean, target: string | null } | undefined} */ let found
  const obtainable = () => (found ??= lookForTarget(gate, device, at))

  for (const rule of gate.rules) {
    if ((rule.scope !== null && rule.scope !== scope) || !matches(rule, device, at)) continue
    if (rule.then === 'available') return decision({ outcome: 'available', rule: rule.id })
    const [title, message] = [chooseText(rule.title, device.languages), chooseText(rule.message, device.languages)]
    if (rule.then === 'maintenance') {
      if (!mayClose) continue
      return decision({ outcome: 'maintenance', rule: rule.id, message, title })
    }
    const [due, isRequired] = [dueTime(rule, at), blocks(rule, at)]
    const { isObtainable, target } = obtainable()
    const orElse = isObtainable ? null : chooseText(rule.orElse, device.languages)
    const state = storeState(target, store, device)
    if (!isRequired && ((!isObtainable && orElse === null) || state === 'missing')) continue
    const isSeen = rule.then === 'recommended' && rule.grace !== null && (seen.get(rule.id) ?? Infinity) > at.time
    return decision({
      outcome: isRequired ? 'required' : 'recommended',
      rule: rule.id,
      seen: isSeen ? rule.id : null,
      update: Object.freeze({
        rule: rule.id, version: target, isObtainable, store: state, title,
        description: orElse ?? chooseText(rule.description, device.languages),
        url: isObtainable ? rule.url : null,
        due: !isRequired && due < Infinity ? new Date(due * 1_000) : null,
      }),
    })
  }
  return decision({ outcome: 'available' })
}

/** @type {(source: string, date: number | null, parts?: Record<string, unknown>) => import('./index.js').Decision} */
export const makeDecision = (source, date, parts = {}) => /** @type {any} */ (Object.freeze({
  outcome: 'available', isBlocked: parts.outcome === 'required' || parts.outcome === 'maintenance', source,
  asOf: date === null ? null : new Date(date * 1_000), rule: null, update: null, title: null, message: null, seen: null, ...parts,
}))

/** @type {(gate: Pick<GateDocument, 'rules' | 'latest'>, device: Device) => { device: boolean, app: 'version' | 'build' | null }} */
export function unreadable({ rules, latest }, device) {
  const isRead = (/** @type {string} */ name) => rules.some(({ reads }) => reads.includes(name))
  const isKnown = (/** @type {'system' | 'app' | 'build'} */ name) => device[name]?.isReadable === true
  const readsSystem = isRead('os') || isRead('sdk') || latest?.some(({ system }) => system !== null) === true
  return {
    // A phone always has one; a web app may have none that rules are about.
    device: !isKnown('system') && (readsSystem || device.platform === 'ios' || device.platform === 'android'),
    app: !isKnown('app') && isRead('app') ? 'version' : !isKnown('build') && isRead('build') ? 'build' : null,
  }
}

/** @type {(needed: string | null, store: import('./index.js').StoreVersion | null, device: Device) => Update['store']} */
function storeState(needed, store, device) {
  const [bound, newest] = [versionNumbers(needed), versionNumbers(store?.version)]
  if (bound === null || newest === null) return 'unknown'
  if (compareNumbers(newest, bound) < 0) return 'missing'
  const minimum = versionNumbers(store?.minimumSystem)
  // The store offers this device the last version that it can run, which is not known.
  return minimum !== null && device.platform !== 'android' && isBelow(device.system, minimum) ? 'unknown' : 'available'
}

/** @type {(rule: Rule, at: Moment) => number} when a recommendation becomes a requirement; never is infinity */
function dueTime({ id, then, requiredFrom, requiredBy, grace }, { time, seen }) {
  if (then !== 'recommended') return Infinity
  const firstSeen = Math.min(seen.get(id) ?? time, time)
  const given = [requiredFrom, grace === null ? null : Math.min(firstSeen + grace, LAST_SECOND)].filter((moment) => moment !== null)
  const due = given.length > 0 ? Math.max(.../** @type {number[]} */ (given)) : Infinity
  return Math.min(due, requiredBy ?? Infinity)
}

/** @type {(rule: Rule, at: Moment) => boolean} whether a rule blocks those whom it matches */
const blocks = (rule, at) => rule.then === 'required' || rule.then === 'maintenance' || dueTime(rule, at) <= at.time

/** @type {(rule: Rule, device: Device, at: Moment, conditions?: Rule['when']) => boolean} whether all conditions hold */
function matches(rule, device, at, conditions = rule.when) {
  const { time, clock } = at
  // A block ends by the clock where that is later, so that it ends even if the document is never signed again.
  const ends = clock > time && blocks(rule, at) ? clock : time
  for (const holds of conditions) if (!holds(device, time, ends)) return false
  return true
}

/**
 * What the device can get: the first listed version that is for its system, above what it has, and not blocked itself.
 * @type {(gate: GateDocument, device: Device, at: Moment) => { isObtainable: boolean, target: string | null }}
 */
function lookForTarget({ rules, latest }, device, at) {
  if (latest === null) return { isObtainable: true, target: null }
  // For as many versions as are listed, what no version changes is not asked again.
  const possible = rules.filter((rule) => matches(rule, device, at, rule.whenever))
  const isBlocked = (/** @type {Device} */ updated) => {
    for (const rule of possible) {
      if (rule.then === 'maintenance' || rule.scope !== null || !matches(rule, updated, at)) continue
      return blocks(rule, at)
    }
    return false
  }
  const target = latest.find(({ app, build, system }) => {
    if (system !== null && !(device.system?.isReadable === true && system(device.system.numbers))) return false
    return isAbove(app, build, device) && !isBlocked(device.with({ app, build }))
  })
  return { isObtainable: target !== undefined, target: target?.app.spelling ?? null }
}

/** @type {(app: InstalledVersion, build: InstalledVersion | null, device: Device) => boolean} */
function isAbove(app, build, device) {
  const order = device.app?.isReadable === true ? compareNumbers(app.numbers, device.app.numbers) : null
  if (order !== null && order !== 0) return order > 0
  if (build !== null && device.build?.isReadable === true) return compareNumbers(build.numbers, device.build.numbers) > 0
  return order === null
}
