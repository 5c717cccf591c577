/**
 * How often a recommended update is shown: once per session, not for three days after "Later", and at once when a newer
 * version is recommended.
 *
 * Own: so that advice is not taken for an advertisement. Proved by the rules of `prompts.json`.
 */

import { JSONNumber } from './json.js'
import { readKept } from './memory.js'
import { checkOptions, hasMethods, isDuration, isFunction, isNothingOr, isText } from './options.js'
import { ATTEMPTS, PatientStorage } from './storage.js'
import { LAST_SECOND } from './time.js'
import { compareNumbers, InstalledVersion } from './versions.js'

/** @typedef {import('./index.js').PromptedUpdate} PromptedUpdate */
/** @typedef {{ version: string | null, date: number }} Postponed */

const KEPT_CHARACTERS = 32 << 10
/** More than one document recommends in the days that "Later" lasts. */
const KEPT_RULES = 100
const MADE_HERE = Symbol('made by PromptThrottle.open')

/** @type {import('./options.js').Options} */
const OPTIONS = {
  storage: ['a storage with get and replace, or null', isNothingOr(hasMethods('get', 'replace'))], key: ['a text', isText],
  interval: ['seconds', isDuration], now: ['a function', isFunction],
}

/** One object is one session. "Later" is kept for each rule. */
export class PromptThrottle {
  #storage
  #key
  #interval
  #now
  /** @type {Map<string, Postponed>} */ #postponed = new Map()
  /** @type {Map<string, Postponed>} what this session has postponed and the storage does not have */ #unkept = new Map()
  /** @type {Map<string, string | null>} the version that was shown of each rule */ #shown = new Map()

  /** @param {symbol} token @param {PatientStorage | null} storage @param {{ key: string, interval: number, now: () => number }} options */
  constructor(token, storage, { key, interval, now }) {
    if (token !== MADE_HERE) throw new TypeError('throttles are made by PromptThrottle.open')
    this.#storage = storage
    this.#key = key
    this.#interval = interval
    this.#now = now
  }

  static async open(/** @type {import('./index.js').PromptOptions} */ options = {}) {
    checkOptions('option of a prompt throttle', options, OPTIONS)
    const { storage, key = 'signet/prompts', interval = 3 * 86_400, now = () => Date.now() / 1_000 } = options
    const throttle = new PromptThrottle(MADE_HERE, PatientStorage.of(storage), { key, interval, now })
    // What cannot be read counts as missing: the user is asked once more.
    await throttle.#read().catch(() => null)
    return throttle
  }

  /** Whether to show this recommendation now; true counts as shown in this session. */
  shouldShow(/** @type {PromptedUpdate} */ { rule, version }) {
    const [shown, postponed] = [this.#shown.get(rule), this.#postponed.get(rule)]
    if (shown !== undefined && !isNewer(version, shown)) return false
    if (postponed !== undefined && !isNewer(version, postponed.version) && this.#isStillPostponed(rule, postponed)) return false
    this.#shown.set(rule, version)
    return true
  }

  /** The user said "Later"; false when it could not be kept, and holds for this session only. */
  async postpone(/** @type {PromptedUpdate} */ { rule, version }) { return this.#keep(rule, { version, date: this.#now() }) }

  /** @type {(rule: string, postponed: Postponed) => boolean} */
  #isStillPostponed(rule, { version, date }) {
    const elapsed = this.#now() - date
    if (elapsed >= 0) return elapsed < this.#interval
    // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
    void this.#keep(rule, { version, date: this.#now() })
    return true
  }

  /** @type {(rule: string, postponed: Postponed) => Promise<boolean>} adds to what the storage has, which other objects write as well */
  async #keep(rule, postponed) {
    this.#postponed.set(rule, postponed)
    this.#unkept.set(rule, postponed)
    try {
      for (let attempt = 0; this.#storage !== null && attempt < ATTEMPTS; attempt += 1) {
        const kept = await this.#read()
        const written = [...this.#unkept]
        if (!await this.#storage.replace(this.#key, kept, this.#text())) continue
        for (const [name, entry] of written) if (this.#unkept.get(name) === entry) this.#unkept.delete(name)
        return true
      }
    } catch {
      // It holds for this session.
    }
    return false
  }

  #text() {
    const newest = [...this.#postponed].sort(([, a], [, b]) => b.date - a.date).slice(0, KEPT_RULES)
    return JSON.stringify({ entries: newest.map(([rule, { version, date }]) => (
      { rule, version, postponed: date >= 0 && date <= LAST_SECOND ? Math.floor(date) : 0 })) })
  }

  /** Takes over what was kept, and returns its text. */
  async #read() {
    const text = await this.#storage?.get(this.#key) ?? null
    const entries = (text ?? '').length <= KEPT_CHARACTERS ? readKept(text)?.get('entries') : null
    for (const entry of Array.isArray(entries) ? entries : []) {
      const [rule, version, postponed] = entry instanceof Map ? ['rule', 'version', 'postponed'].map((name) => entry.get(name)) : []
      const date = postponed instanceof JSONNumber ? Number(postponed.spelling) : NaN
      if (!isText(rule) || !(date >= 0 && date <= LAST_SECOND) || this.#unkept.has(/** @type {string} */ (rule))) continue
      this.#postponed.set(/** @type {string} */ (rule), { version: isText(version) ? /** @type {string} */ (version) : null, date })
    }
    return text
  }
}

/** @type {(version: string | null, other: string | null) => boolean} of one rule, only another version is news */
const isNewer = (version, other) => version !== null && other !== null
  && compareNumbers(new InstalledVersion(version).numbers, new InstalledVersion(other).numbers) > 0
