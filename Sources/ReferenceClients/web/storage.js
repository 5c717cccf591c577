/**
 * What is kept between sessions, and where: texts, of documents that are verified again, and what rules need to be remembered.
 * What a storage returns is not trusted: anything damaged counts as missing.
 *
 * Own: compare and set, so that of two tabs none takes back what the other has kept; and an id that cannot be kept is none, or
 * a device would be in another part of each roll-out in each session. Proved by `sequences-rules.json`, `sequences-stores.json`,
 * and by two tabs and two threads in `Tests/Clients/web/races.mjs`.
 */

import { installForm } from './decision.js'
import { attempt } from './errors.js'
import { parseJSON } from './json.js'
import { instant, instantText, systemClock, within } from './values.js'

/** A database of the browser (IndexedDB), whose transactions hold for all tabs: what gates use that are given no storage. */
export class DatabaseStorage {
  #name

  constructor(/** @type {string} */ name = 'signet') {
    if (globalThis.indexedDB === undefined) throw new TypeError('there is no IndexedDB here: give a storage, or null for none')
    this.#name = name
  }

  get(/** @type {string} */ key) { return this.#transaction('readonly', (texts) => textIn(texts, key)) }

  replace(/** @type {string} */ key, /** @type {string | null} */ old, /** @type {string} */ now) {
    return this.#transaction('readwrite', async (texts) => {
      const isOld = await textIn(texts, key) === old
      if (isOld) texts.put(now, key)
      return isOld
    })
  }

  /** @type {<T>(mode: IDBTransactionMode, work: (texts: IDBObjectStore) => Promise<T>) => Promise<T>} */
  async #transaction(mode, work) {
    const request = indexedDB.open(this.#name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('texts')
    // Opened each time: browsers end connections of pages that sleep, and other tabs may want to delete the database.
    const database = await resultOf(request)
    try {
      const transaction = database.transaction('texts', mode)
      const isComplete = new Promise((done, fail) => {
        transaction.oncomplete = done
        transaction.onabort = () => fail(transaction.error ?? new Error('the transaction was aborted'))
      })
      const [result] = await Promise.all([work(transaction.objectStore('texts')), isComplete])
      return result
    } finally {
      database.close()
    }
  }
}

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const resultOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result)
  request.onerror = () => fail(request.error)
})

const textIn = async (/** @type {IDBObjectStore} */ texts, /** @type {string} */ key) => await resultOf(texts.get(key)) ?? null

/**
 * `localStorage` or anything with its interface, as well as that can be done: it has no transactions, so that of two tabs which
 * write at the same moment the one may take back what the other has kept.
 */
export class WebStorage {
  #items

  constructor(/** @type {Pick<globalThis.Storage, 'getItem' | 'setItem'>} */ items) { this.#items = items }

  get(/** @type {string} */ key) { return this.#items.getItem(key) }

  replace(/** @type {string} */ key, /** @type {string | null} */ old, /** @type {string} */ now) {
    const isOld = this.get(key) === old
    if (isOld) this.#items.setItem(key, now)
    return isOld
  }
}

/** For one session, for tests and previews: an app that forgets its document can be rolled back. */
export class MemoryStorage extends WebStorage {
  constructor() {
    const texts = new Map()
    super({ getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => { texts.set(key, value) } })
  }
}

/** Seconds after which a call has failed. */
const PATIENCE = 1
/** @typedef {string | null | undefined} Kept a text or none; undefined when it cannot be read now */
/**
 * `read` gives all texts once the storage answers, however late, and whether that is in time.
 * @typedef {{ get: (key: string) => Promise<string | null>, replace: (key: string, old: string | null, now: string) => Promise<boolean>,
 *   read: (keys: readonly string[]) => { texts: Promise<Kept[]>, isPrompt: Promise<boolean> } }} PatientStorage
 */
/** @typedef {() => readonly { id: string }[] | null} Rules of the document that decides now */
/** @typedef {() => Promise<boolean>} IsKept whether that document is the kept one */

/** @type {PatientStorage} that of an app which keeps nothing: it never has a text, and none is missed */
export const NOTHING = {
  get: async () => null, replace: async () => true,
  read: (keys) => ({ texts: Promise.resolve(keys.map(() => null)), isPrompt: Promise.resolve(true) }),
}

/** @type {(given: import('./index.js').Storage | null | undefined) => PatientStorage} that of the browser for none */
export function patientStorage(given) {
  if (given === null) return NOTHING
  const storage = given ?? new DatabaseStorage()
  // It may never answer: a call that takes too long has failed, and so have all until it is answered.
  let isSilent = false
  /** @type {<T>(work: () => T | Promise<T>) => Promise<T>} */
  const call = async (work) => {
    if (!isSilent) {
      const answer = Promise.resolve().then(work).finally(() => { isSilent = false }).then((value) => ({ value }))
      // By no clock of a test: nothing is decided by it.
      const inTime = await within(systemClock, PATIENCE, () => answer)
      if (inTime) return inTime.value
      isSilent = true
    }
    throw new Error('the storage does not answer')
  }
  const textAt = async (/** @type {string} */ key) => {
    const text = await storage.get(key)
    return typeof text === 'string' ? text : null
  }
  return {
    get: (key) => call(() => textAt(key)),
    read: (keys) => {
      const texts = Promise.all(keys.map((key) => textAt(key).catch(() => undefined)))
      return { texts, isPrompt: call(() => texts).then(() => true, () => false) }
    },
    replace: async (key, old, now) => await call(() => storage.replace(key, old, now)) === true,
  }
}

/** How often a text is read and replaced again that others have written meanwhile. */
const ATTEMPTS = 100

/** @type {(storage: PatientStorage, key: string, change: (kept: string | null) => any) => Promise<boolean>} */
export async function replaceKept(storage, key, change) {
  // What `change` makes of a text replaces it, and undefined leaves it; true once the storage has that.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const kept = await storage.get(key)
    const text = await change(kept)
    if (text === kept) return true
    if (text == null) return false
    if (await storage.replace(key, kept, text)) return true
  }
  return false
}

/** @param {string | null} text what was kept; null when it is not what this client writes */
export function readKept(text) {
  const value = attempt(() => parseJSON(text ?? ''))
  return value instanceof Map ? value : null
}

const INSTALL_KEY = 'signet/install'

/**
 * What rules need to be remembered: when they were first seen, and the id that places this installation in roll-outs.
 * @param {PatientStorage} storage @param {string} key @param {string | null} install @param {import('./index.js').Random} random
 */
export function openMemory(storage, key, install, random) {
  /** @type {Map<string, number>} in seconds since 1970 */ const seen = new Map()
  /** @type {Map<string, number>} what the storage has of it, as far as is known */ let kept = new Map()
  let hasReadSeen = false
  /** Whether what was seen is on its way to the storage. */ let isKeeping = false

  const isSeenKept = () => seen.size === kept.size && [...seen].every(([id, seconds]) => kept.get(id) === seconds)

  /** What was seen earlier counts. */
  const takeOverSeen = (/** @type {string | null} */ text) => {
    kept = new Map()
    for (const [id, moment] of readKept(text) ?? []) {
      const seconds = instant(moment)
      if (seconds === null) continue
      kept.set(id, seconds)
      seen.set(id, Math.min(seconds, seen.get(id) ?? Infinity))
    }
    hasReadSeen = true
  }

  /** The id is random, kept here and never sent. */
  const makeInstall = async () => {
    const made = Array.from(random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
    // Kept, it would be no id in the next session, which would make another one.
    if (!installForm.test(made)) throw new TypeError('random(16) did not give 16 bytes')
    let id = install
    if (await replaceKept(storage, INSTALL_KEY, (old) => (id = installForm.test(old ?? '') ? old : made))) install = id
  }

  const write = async (/** @type {Rules} */ rules, /** @type {IsKept} */ isDocumentKept) => {
    let written = kept
    hasReadSeen = false
    const isWritten = await replaceKept(storage, key, async (text) => {
      // Another gate may have written since, and nothing is written before it was read.
      takeOverSeen(text)
      // Rules that the document has no more are forgotten, unless another one is kept: that of another gate, which keeps it before
      // what it has seen by it.
      if (await isDocumentKept()) {
        const ids = new Set(rules()?.map(({ id }) => id))
        for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
      }
      written = new Map(seen)
      return isSeenKept() ? text : `{${[...seen].map(([id, seconds]) => `"${id}":"${instantText(seconds)}"`).join()}}`
    })
    if (isWritten) kept = written
    return isWritten
  }

  /** Of more rules than the document has: one that comes again is a new one. */
  const hasOthers = (/** @type {Rules} */ rules) => {
    const ids = new Set(rules()?.map(({ id }) => id))
    return [...seen.keys()].some((id) => !ids.has(id))
  }

  /** @type {(rules: Rules, isDocumentKept: IsKept, exclusively: (work: () => Promise<boolean>) => Promise<boolean>, isAgain?: boolean) => void} */
  const keep = (rules, isDocumentKept, exclusively, isAgain = false) => {
    if (rules() === null || isKeeping || isSeenKept() && (isAgain || !hasOthers(rules))) return
    isKeeping = true
    void exclusively(() => write(rules, isDocumentKept)).catch(() => false).then((isWritten) => {
      isKeeping = false
      // More may have been seen meanwhile.
      if (isWritten) keep(rules, isDocumentKept, exclusively, true)
    })
  }

  return {
    seen,
    /** Null while it could not be kept. */
    install: () => install,
    isRead: () => hasReadSeen && install !== null,
    /** Whether the storage has all of it, or will soon. */
    isKept: () => storage === NOTHING || isKeeping || (install !== null && isSeenKept()),
    keys: [key, INSTALL_KEY],
    /** Takes over what the storage has by its keys. */
    async takeOver(/** @type {Kept} */ seenText, /** @type {Kept} */ installText) {
      hasReadSeen = false
      if (seenText !== undefined) takeOverSeen(seenText)
      if (install === null && installForm.test(installText ?? '')) install = installText ?? null
      if (install === null) await makeInstall().catch(() => null)
    },
    keep,
  }
}
