/**
 * Where texts are kept between sessions. What a storage returns is not trusted: documents are verified again, and anything
 * damaged counts as missing.
 *
 * Own: compare and set, so that of two tabs none takes back what the other has kept. Proved by `sequences-stores.json`, and by
 * two tabs and two threads in `Tests/Clients/web/races.mjs`.
 */

/** How often something is read again and replaced that others have written meanwhile. */
export const ATTEMPTS = 100

/** A database of the browser (IndexedDB), whose transactions hold for all tabs: what gates use that are given no storage. */
export class DatabaseStorage {
  #name
  /** @type {Promise<IDBDatabase> | null} */ #opening = null

  constructor(/** @type {string} */ name = 'signet') {
    if (globalThis.indexedDB === undefined) throw new TypeError('there is no IndexedDB here: give a storage, or null for none')
    this.#name = name
  }

  /** @type {(key: string) => Promise<string | null>} */
  get(key) { return this.#transaction('readonly', async (texts) => await resultOf(texts.get(key)) ?? null) }

  /** @type {(key: string, old: string | null, now: string) => Promise<boolean>} */
  replace(key, old, now) {
    return this.#transaction('readwrite', async (texts) => {
      const isOld = (await resultOf(texts.get(key)) ?? null) === old
      if (isOld) texts.put(now, key)
      return isOld
    })
  }

  /** @type {<T>(mode: IDBTransactionMode, work: (texts: IDBObjectStore) => Promise<T>) => Promise<T>} */
  async #transaction(mode, work) {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = null
      throw error
    })
    const transaction = (await this.#opening).transaction('texts', mode)
    const isComplete = new Promise((done, fail) => {
      transaction.oncomplete = done
      transaction.onabort = () => fail(transaction.error ?? new Error('the transaction was aborted'))
    })
    const [result] = await Promise.all([work(transaction.objectStore('texts')), isComplete])
    return result
  }

  async #open() {
    const request = indexedDB.open(this.#name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('texts')
    const database = await resultOf(request)
    // Closed by the browser, or to be deleted by another tab.
    database.onclose = database.onversionchange = () => {
      database.close()
      this.#opening = null
    }
    return database
  }
}

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const resultOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result)
  request.onerror = () => fail(request.error)
})

/**
 * `localStorage` or anything with its interface, as well as that can be done: it has no transactions, so that of two tabs which
 * write at the same moment the one may take back what the other has kept.
 */
export class WebStorage {
  #items

  constructor(/** @type {Pick<globalThis.Storage, 'getItem' | 'setItem'>} */ items) { this.#items = items }

  get(/** @type {string} */ key) { return this.#items.getItem(key) }

  /** @type {(key: string, old: string | null, now: string) => boolean} */
  replace(key, old, now) {
    if (this.#items.getItem(key) !== old) return false
    this.#items.setItem(key, now)
    return true
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

/** A storage that may never answer: a call that takes too long has failed, and so have all until it is answered. */
export class PatientStorage {
  #storage
  #isSilent = false

  constructor(/** @type {import('./index.js').Storage} */ storage) { this.#storage = storage }

  /** @type {(storage: import('./index.js').Storage | null | undefined) => PatientStorage | null} nothing for that of the browser */
  static of(storage) { return storage === null ? null : new PatientStorage(storage ?? new DatabaseStorage()) }

  /** @type {(key: string) => Promise<string | null>} */
  async get(key) {
    const text = await this.#call(() => this.#storage.get(key))
    return typeof text === 'string' ? text : null
  }

  /** @type {(key: string, old: string | null, now: string) => Promise<boolean>} */
  async replace(key, old, now) { return (await this.#call(() => this.#storage.replace(key, old, now))) === true }

  /** @type {<T>(work: () => T | Promise<T>) => Promise<T>} */
  async #call(work) {
    const silence = () => new Error('the storage does not answer')
    if (this.#isSilent) throw silence()
    const answer = Promise.resolve().then(work)
    const answered = () => { this.#isSilent = false }
    answer.then(answered, answered)
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer
    // By no clock of a test: nothing is decided by it.
    const late = new Promise((/** @type {(value: never) => void} */ _, fail) => {
      timer = setTimeout(() => {
        this.#isSilent = true
        fail(silence())
      }, PATIENCE * 1_000)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
