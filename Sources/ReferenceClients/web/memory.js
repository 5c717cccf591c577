/**
 * What rules need to be remembered: when they were first seen, and the id that places this installation in roll-outs.
 *
 * Own: with an id that cannot be kept, a device would be in another part of each roll-out in each session; it is in none then.
 * Proved by `sequences-rules.json` and `sequences-stores.json`.
 */

import { installForm } from './decision.js'
import { parseJSON } from './json.js'
import { ATTEMPTS } from './storage.js'
import { instant, instantText } from './time.js'

const INSTALL_KEY = 'signet/install'

export class Memory {
  #storage
  #key
  #random
  /** @type {ReadonlyMap<string, number>} what the storage has of {@link seen}, as far as is known */ #kept = new Map()
  #hasReadSeen = false
  /** Whether what was seen is on its way to the storage. */
  #isKeeping = false
  /** @type {Map<string, number>} when rules were first seen, in seconds since 1970 */ seen = new Map()

  /** @param {import('./storage.js').PatientStorage | null} storage @param {string} key @param {string | null} install @param {import('./index.js').Random} random */
  constructor(storage, key, install, random) {
    this.#storage = storage
    this.#key = key
    this.#random = random
    /** Null while it could not be kept. */
    this.install = install
  }

  get isRead() { return this.#hasReadSeen && this.install !== null }

  /** Whether the storage has all of it, or will soon. */
  get isKept() { return this.#storage === null || this.#isKeeping || (this.install !== null && this.#isSeenKept) }

  async read() {
    this.#hasReadSeen = await this.#readSeen().then(() => true, () => false)
    if (this.install === null) await this.#readInstall().catch(() => null)
  }

  /** Takes over what was seen earlier, and returns its text. */
  async #readSeen() {
    const text = await this.#storage?.get(this.#key) ?? null
    const kept = new Map()
    for (const [id, moment] of readKept(text) ?? []) {
      const seconds = instant(moment)
      if (seconds !== null) kept.set(id, seconds)
    }
    this.#kept = kept
    for (const [id, seconds] of kept) this.seen.set(id, Math.min(seconds, this.seen.get(id) ?? Infinity))
    return text
  }

  /** The id is random, kept here and never sent. */
  async #readInstall() {
    const made = Array.from(this.#random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
    for (let attempt = 0; this.install === null && attempt < ATTEMPTS; attempt += 1) {
      const kept = await this.#storage?.get(INSTALL_KEY) ?? null
      const isMade = kept === null || !installForm.test(kept)
      if (isMade && this.#storage !== null && !await this.#storage.replace(INSTALL_KEY, kept, made)) continue
      this.install = isMade ? made : kept
    }
  }

  get #isSeenKept() {
    return this.seen.size === this.#kept.size && [...this.seen].every(([id, seconds]) => this.#kept.get(id) === seconds)
  }

  /**
   * Keeps when rules were first seen, of those that the document which decides now still has.
   * @type {(rules: () => readonly { id: string }[] | null, exclusively: (work: () => Promise<boolean>) => Promise<boolean>) => void}
   */
  keep(rules, exclusively) {
    if (rules() === null || this.#isSeenKept || this.#isKeeping) return
    this.#isKeeping = true
    void exclusively(() => this.#write(rules)).catch(() => false).then((isKept) => {
      this.#isKeeping = false
      // More may have been seen meanwhile.
      if (isKept) this.keep(rules, exclusively)
    })
  }

  async #write(/** @type {() => readonly { id: string }[] | null} */ rules) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // Another gate may have written since, and nothing is written before it was read.
      this.#hasReadSeen = false
      const text = await this.#readSeen()
      this.#hasReadSeen = true
      const ids = new Set(rules()?.map(({ id }) => id))
      for (const id of this.seen.keys()) if (!ids.has(id)) this.seen.delete(id)
      if (this.#isSeenKept) return true
      const kept = new Map(this.seen)
      const now = `{${[...kept].map(([id, seconds]) => `"${id}":"${instantText(seconds)}"`).join()}}`
      if (this.#storage !== null && !await this.#storage.replace(this.#key, text, now)) continue
      this.#kept = kept
      return true
    }
    return false
  }
}

/** @param {string | null} text what was kept; null when it is not what this client writes */
export function readKept(text) {
  try {
    const value = parseJSON(text ?? '')
    return value instanceof Map ? value : null
  } catch {
    return null
  }
}
