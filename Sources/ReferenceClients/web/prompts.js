/**
 * How often a recommended update is shown: once per session, not for three days after "Later", and at once when a newer
 * version is recommended.
 *
 * Own: so that advice is not taken for an advertisement. Proved by the rules of `prompts.json`.
 */

import { checkOptions, FUNCTION, SECONDS, STORAGE, TEXT, withDefault } from './errors.js'
import { JSONNumber } from './json.js'
import { NOTHING, patientStorage, readKept, replaceKept } from './storage.js'
import { compareNumbers, installedNumbers, LAST_SECOND } from './values.js'

/** @typedef {import('./index.js').PromptedUpdate} PromptedUpdate */
/** @typedef {{ version: string | null, date: number }} Postponed */

const KEPT_CHARACTERS = 32 << 10
/** More than one document recommends in the days that "Later" lasts. */
const KEPT_RULES = 100
const MADE_HERE = Symbol()

/** @type {import('./errors.js').Options} */
const OPTIONS = {
  storage: STORAGE, key: withDefault(TEXT, 'signet/prompts'), interval: withDefault(SECONDS, 3 * 86_400),
  now: withDefault(FUNCTION, () => Date.now() / 1_000),
}

export class PromptThrottle {
  #options
  /** @type {Map<string, Postponed>} */ #postponed = new Map()
  /** @type {Map<string, Postponed>} what this session has postponed and the storage does not have */ #unkept = new Map()
  /** @type {Map<string, string | null>} the version that was shown of each rule */ #shown = new Map()

  /** @param {symbol} token @param {{ storage: import('./storage.js').PatientStorage, key: string, interval: number, now: () => number }} options */
  constructor(token, options) {
    if (token !== MADE_HERE) throw new TypeError('throttles are made by PromptThrottle.open')
    this.#options = options
  }

  static async open(/** @type {import('./index.js').PromptOptions} */ options = {}) {
    const given = /** @type {Required<typeof options>} */ (checkOptions('option of a prompt throttle', options, OPTIONS))
    const storage = patientStorage(given.storage)
    const throttle = new PromptThrottle(MADE_HERE, { ...given, storage })
    // What cannot be read counts as missing: the user is asked once more.
    await storage.get(given.key).then((text) => throttle.#takeOver(text)).catch(() => null)
    return throttle
  }

  shouldShow(/** @type {PromptedUpdate} */ { rule, version }) {
    const [shown, postponed] = [this.#shown.get(rule), this.#postponed.get(rule)]
    if (shown !== undefined && !isNewer(version, shown)) return false
    if (postponed && !isNewer(version, postponed.version) && this.#isStillPostponed(rule, postponed)) return false
    this.#shown.set(rule, version)
    return true
  }

  /** What cannot be kept holds for this session only. */
  async postpone(/** @type {PromptedUpdate} */ { rule, version }) {
    const { storage, key, now } = this.#options
    const postponed = { version, date: now() }
    this.#postponed.set(rule, postponed)
    this.#unkept.set(rule, postponed)
    let written = [...this.#unkept]
    const isKept = await replaceKept(storage, key, (text) => {
      // Other objects write to it as well.
      this.#takeOver(text)
      written = [...this.#unkept]
      return this.#text()
    }).catch(() => false)
    if (isKept) for (const [name, entry] of written) if (this.#unkept.get(name) === entry) this.#unkept.delete(name)
    return isKept && storage !== NOTHING
  }

  #isStillPostponed(/** @type {string} */ rule, /** @type {Postponed} */ { version, date }) {
    const { interval, now } = this.#options
    const elapsed = now() - date
    // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
    if (!(elapsed >= 0)) void this.postpone({ rule, version })
    return !(elapsed >= interval)
  }

  #text() {
    const newest = [...this.#postponed].sort(([, a], [, b]) => b.date - a.date).slice(0, KEPT_RULES)
    return JSON.stringify({ entries: newest.map(([rule, { version, date }]) => (
      { rule, version, postponed: date >= 0 && date <= LAST_SECOND ? Math.floor(date) : 0 })) })
  }

  #takeOver(/** @type {string | null} */ text) {
    const entries = (text ?? '').length <= KEPT_CHARACTERS ? readKept(text)?.get('entries') : null
    for (const entry of Array.isArray(entries) ? entries : []) {
      const [rule, version, postponed] = entry instanceof Map ? ['rule', 'version', 'postponed'].map((name) => entry.get(name)) : []
      const date = postponed instanceof JSONNumber ? Number(postponed.spelling) : NaN
      if (typeof rule !== 'string' || !(date >= 0 && date <= LAST_SECOND) || this.#unkept.has(rule)) continue
      this.#postponed.set(rule, { version: typeof version === 'string' ? version : null, date })
    }
  }
}

/** @type {(version: string | null, other: string | null) => boolean} of one rule, only another version is news */
const isNewer = (version, other) => version !== null && other !== null
  && compareNumbers(installedNumbers(version) ?? [], installedNumbers(other) ?? []) > 0
