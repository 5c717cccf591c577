/**
 * Checks one document at start and on return to the foreground, and decides what the app should do.
 *
 * There is always a decision: a failure of the network, of a signature or of a document never decides, and leaves the current
 * one. A page that comes from the host it should check proves little: whoever controls the host controls the check.
 *
 * Own: what a session knows, what it may forget, and what decides meanwhile. Proved by `sequences-rules.json`,
 * `sequences-stores.json`, `sequences-gates.json`, and `Tests/Clients/web/gate.test.mjs`.
 */

import { decide, Device, makeDecision, unreadable } from './decision.js'
import { CheckFailure, TransportError, VerificationError } from './errors.js'
import { asciiLowercased, bytesOf, hasSameBytes, textOf } from './json.js'
import { environmentForm, isDocumentPath, jwsLimit } from './jws.js'
import { TrustedKeys } from './keys.js'
import { Memory } from './memory.js'
import { checkOptions, hasMethods, isDuration, isFunction, isNothingOr, isText } from './options.js'
import { ATTEMPTS, PatientStorage } from './storage.js'
import { dateText, ruleTime, systemClock } from './time.js'
import { fetchTransport, isAddress } from './transport.js'
import { BODY_BYTES, CLOCK_SKEW, Verifier } from './verifier.js'
import * as webCrypto from './webcrypto.js'

/** @typedef {import('./index.js').Decision} Decision */
/** @typedef {Omit<import('./index.js').GateOptions, 'device'> & { device: Device }} GateOptions */
/** @typedef {import('./verifier.js').VerifiedManifest} VerifiedManifest */
/** @typedef {{ manifest: VerifiedManifest, source: 'fetched' | 'stored' | 'embedded' }} Standing what decides, and where it came from */

/** Seconds in which the same body of a 403 is not looked at again. */
const REFUSAL_INTERVAL = 60

const DEFAULTS = Object.freeze({
  storage: undefined, transport: fetchTransport, clock: systemClock, lookUp: null, backends: [], embedded: null,
  whenUnreachable: 'last-verified', maximumAge: null, clockSkew: CLOCK_SKEW, bodyLimit: BODY_BYTES, checkTimeLimit: 3,
  requestTimeLimit: 10, foregroundInterval: 5 * 60, observationInterval: 10,
  retry: Object.freeze({ attempts: 3, firstDelay: 0.5, maximumDelay: 8, jitter: Math.random }),
  verify: webCrypto.verify, sha256: webCrypto.sha256, random: webCrypto.random,
})

/** @type {import('./options.js').Options} */
const OPTIONS = {
  origin: ['an https address, "https://distribution.example.com"', (value) => isText(value) && isAddress(value)],
  document: ['the path of a document, "gate/ios.json"', (value) => isText(value) && isDocumentPath(value)],
  environment: ['the name of an environment, "production"', (value) => isText(value) && environmentForm.test(value)],
  keys: ['TrustedKeys', (value) => value instanceof TrustedKeys],
  device: ['a Device', (value) => value instanceof Device],
  storage: ['a storage with get and replace, or null', isNothingOr(hasMethods('get', 'replace'))],
  ...Object.fromEntries(['transport', 'verify', 'sha256', 'random'].map((name) => [name, ['a function', isFunction]])),
  clock: ['a clock with now, stopwatch and sleep', hasMethods('now', 'stopwatch', 'sleep')],
  lookUp: ['a function or null', isNothingOr(isFunction)],
  backends: ['an array of host names', (value) => Array.isArray(value) && value.every(isText)],
  embedded: ['the content of a .jws, or null', isNothingOr((value) => isText(value) || value instanceof Uint8Array)],
  whenUnreachable: ['"last-verified" or "allow"', (value) => value === 'last-verified' || value === 'allow'],
  maximumAge: ['seconds, 172800, or null', isNothingOr(isDuration)],
  ...Object.fromEntries(['clockSkew', 'checkTimeLimit', 'requestTimeLimit', 'foregroundInterval', 'observationInterval'].map((name) => (
    [name, ['seconds', isDuration]]))),
  bodyLimit: ['a number of bytes', (value) => Number.isSafeInteger(value) && value > 0],
  retry: [
    'an object with attempts, firstDelay, maximumDelay and jitter',
    (value) => Number.isSafeInteger(value?.attempts) && isDuration(value.firstDelay) && isDuration(value.maximumDelay) && isFunction(value.jitter)],
}
const REQUIRED = ['origin', 'document', 'environment', 'keys', 'device']

/** One object is one session. Concurrent calls share one fetch. */
export class Gate {
  #options
  #verifier
  #device
  #storage
  #memory
  /** @type {VerifiedManifest | null} the newest known manifest; nothing older is accepted */ #newest = null
  /** @type {Standing | null} what decides; null while nothing is known */ #standing = null
  /** @type {Promise<void> | null} */ #loading = null
  #hasReadStore = false
  /** Whether the storage has what was last accepted, or something newer. */
  #isDocumentKept = true
  /** @type {Promise<unknown>} what changes the knowledge waits for what did before */ #queue = Promise.resolve()
  /** @type {import('./index.js').StoreVersion | null} */ #storeVersion = null
  /** @type {Promise<void> | null} */ #refresh = null
  /** @type {Promise<void> | null} */ #lookingUp = null
  /** Whether the store was not asked yet about what was fetched last. */ #awaitsStore
  /** Ends the current fetch. */
  #abort = new AbortController()
  /** Whether the current fetch has its document. */
  #hasAnswered = false
  /** @type {{ file: Uint8Array, since: () => number } | null} the 403 that was looked at last, and since when */
  #refusal = null
  /** @type {(() => number) | null} */ #sinceDocument = null
  /** @type {(() => number) | null} */ #sinceFetch = null
  #isUnreachable = false
  /** @type {Set<(decision: Decision) => void>} */ #listeners = new Set()
  /** What they were told last. */
  #published = makeDecision('none', null)
  /** @type {CheckFailure | null} */ #failure = null
  /** @type {CheckFailure | null} */ #embeddedFailure = null

  constructor(/** @type {GateOptions} */ given) {
    checkOptions('option of a gate', given, OPTIONS, REQUIRED)
    const isGiven = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const options = /** @type {Required<GateOptions>} */ (/** @type {unknown} */ ({ ...DEFAULTS, ...isGiven }))
    if (!webCrypto.hasWebCrypto() && ['verify', 'sha256', 'random'].some((name) => !(name in isGiven))) {
      throw new TypeError('there is no WebCrypto here: serve the page over https, or give verify, sha256 and random')
    }
    this.#options = options
    this.#awaitsStore = options.lookUp !== null
    this.#device = options.device
    this.#verifier = new Verifier({ ...options, platform: this.#device.platform })
    this.#storage = PatientStorage.of(options.storage)
    this.#memory = new Memory(this.#storage, this.#key('#seen'), this.#device.install, options.random)
  }

  // For the app

  /** Fetches and decides; returns within `checkTimeLimit` with what is known then, while the fetch goes on. */
  async check(/** @type {import('./index.js').Asked} */ options = {}) {
    const signal = this.#untilCancelled()
    const settled = this.load().then(() => {
      if (!signal.aborted) this.#startRefresh()
      return this.#settle()
    }).catch((error) => this.#report(error))
    const isSettled = await this.#within(this.#options.checkTimeLimit, settled.then(() => true))
    if (isSettled === null && !this.#hasAnswered && !signal.aborted) this.#isUnreachable = true
    this.#publish()
    return this.decision(options)
  }

  /** The same once the last document was fetched `foregroundInterval` ago; before, what is known is decided again by the time. */
  async enterForeground(/** @type {import('./index.js').Asked} */ options = {}) {
    const isRecent = this.#sinceDocument !== null && this.#sinceDocument() < this.#options.foregroundInterval
    if (this.#isUnreachable || !isRecent) return this.check(options)
    this.#publish()
    return this.decision(options)
  }

  /** Examines a response of the backend in mid-session: a 403 with the `.jws` of the document is one more way for it to arrive. */
  async observe(/** @type {import('./index.js').Refusal} */ { host, status, body }) {
    try {
      await this.load()
      if (this.#options.backends.some((known) => asciiLowercased(known) === asciiLowercased(String(host)))) {
        await this.#look(status, bytesOf(body))
      }
    } catch (error) {
      this.#report(error)
    }
    return this.decision()
  }

  /** By what is known now, without waiting. */
  decision(/** @type {import('./index.js').Asked} */ options = {}) {
    const decision = this.#known(this.#storeVersion, options.scope ?? null)
    if (decision.seen !== null && this.#standing !== null && !this.#mayBeTakenBack(decision)) {
      const { clock, maximumAge } = this.#options
      this.#memory.seen.set(decision.seen, ruleTime(this.#standing.manifest.date, clock.now(), maximumAge))
    }
    this.#memory.keep(() => this.#standing?.manifest.gate.rules ?? null, (work) => this.#exclusively(work))
    return decision.seen === null ? decision : Object.freeze({ ...decision, seen: null })
  }

  /** Why the last check failed, or what is wrong with the embedded document or the device. */
  get lastFailure() {
    const code = this.#failure?.code
    // A document that was refused comes first; the embedded one stays wrong after a check that succeeds, and comes before a
    // network that fails, as networks do every day.
    if (code === 'transport' || code === 'status') return this.#embeddedFailure ?? this.#failure
    // What cannot be compared is never blocked, which is worse than a document that is not stored.
    return this.#failure ?? this.#embeddedFailure ?? this.#unreadable
      ?? (this.#isDocumentKept && (this.#standing === null || this.#memory.isKept) ? null
        : new CheckFailure('not-stored', 'the document decides, but could not be stored for the next start'))
  }

  get #unreadable() {
    const gate = this.#deciding?.manifest.gate ?? { rules: [], latest: null }
    const { device, app } = unreadable(gate, this.#device)
    const failure = (/** @type {string} */ code, /** @type {string} */ what) => (
      new CheckFailure(code, `${what} is unknown or does not begin with a number: it was not compared`))
    if (device) return failure('unreadable-device', 'the system of the device')
    return app === null ? null : failure('unreadable-app', `the app's ${app}`)
  }

  /** Calls a function with the current decision and every change of it; the result ends that. */
  subscribe(/** @type {(decision: Decision) => void} */ listener) {
    // The other listeners first: from here on the decision counts as published.
    this.#publish()
    this.#listeners.add(listener)
    this.#tell(listener, this.#published)
    return () => { this.#listeners.delete(listener) }
  }

  /** Ends the current fetch; what is known stays. */
  cancel() {
    this.#abort.abort()
    this.#refresh = null
    this.#lookingUp = null
  }

  /** Aborted by the next {@link cancel}. */
  #untilCancelled() {
    if (this.#abort.signal.aborted) this.#abort = new AbortController()
    return this.#abort.signal
  }

  // What is kept

  /** Reads the embedded and the stored document, once. */
  async load() {
    this.#loading ??= this.#exclusively(async () => {
      // Whether a document blocks more than another one depends on what was seen.
      await this.#readMemory()
      if (this.#options.embedded !== null) await this.#adoptEmbedded(this.#options.embedded)
    })
    await this.#loading
    if (!this.#memory.isRead) await this.#exclusively(() => this.#readMemory())
    if (!this.#isDocumentKept) await this.#exclusively(() => this.#keepDocument())
    else if (!this.#hasReadStore) await this.#exclusively(() => this.#readStore())
  }

  async #adoptEmbedded(/** @type {Uint8Array | string} */ embedded) {
    try {
      this.#newest = await this.#verifier.verifyKept(embedded, { path: this.#options.document })
      await this.#place(this.#newest)
      const standing = /** @type {const} */ ({ manifest: this.#newest, source: 'embedded' })
      // It was never current on this device.
      this.#standing = this.#isFrozen(this.#newest) && this.#blocksMore(standing, null) ? null : standing
    } catch (error) {
      this.#embeddedFailure = CheckFailure.of(error, 'embedded/')
    }
  }

  #key(suffix = '') { return `signet/${this.#options.environment}/${this.#options.document}${suffix}` }

  /** Another gate may have written to it, or it could not be read before the device was unlocked. Returns what it has. */
  async #readStore() {
    this.#hasReadStore = false
    try {
      const text = await this.#storage?.get(this.#key()) ?? null
      const stored = text === null ? null : await this.#verifyStored(text, this.#newest)
      if (stored !== null) await this.#adoptStored(stored)
      this.#hasReadStore = true
      return text
    } catch {
      return null
    }
  }

  /** @type {(text: string, notBefore: VerifiedManifest | null) => Promise<VerifiedManifest | null>} null for what does not verify */
  async #verifyStored(text, notBefore) {
    try {
      return await this.#verifier.verifyKept(text, { path: this.#options.document, notBefore })
    } catch (error) {
      if (error instanceof VerificationError) return null
      throw error
    }
  }

  /** Keeps the newest document, unless another gate has written a newer one since, which is taken over. */
  async #keepDocument() {
    this.#isDocumentKept = this.#storage === null
    for (let attempt = 0; !this.#isDocumentKept && attempt < ATTEMPTS; attempt += 1) {
      const text = await this.#readStore()
      if (!this.#hasReadStore || this.#newest === null) return
      const newest = textOf(this.#newest.file)
      try {
        if (text !== newest && !await this.#mayReplace(text, newest)) return
        this.#isDocumentKept = text === newest || await this.#storage?.replace(this.#key(), text, newest) === true
      } catch {
        return
      }
    }
  }

  /** @type {(text: string | null, newest: string) => Promise<boolean>} whether what the storage has does not verify, or nothing of it would go back */
  async #mayReplace(text, newest) {
    const stored = text === null ? null : await this.#verifyStored(text, null)
    return stored === null || await this.#verifyStored(newest, stored) !== null
  }

  async #readMemory() {
    await this.#memory.read()
    if (this.#device.install === this.#memory.install) return
    this.#device = this.#device.with({ install: this.#memory.install })
    if (this.#standing !== null) await this.#place(this.#standing.manifest)
  }

  /** Works out where this device is in the roll-outs of a document. */
  async #place(/** @type {VerifiedManifest} */ { gate }) {
    this.#device = await this.#device.placedIn(gate, this.#options.sha256).catch((error) => {
      throw new CheckFailure('crypto', `the place in a roll-out could not be worked out: ${error instanceof Error ? error.message : error}`)
    })
  }

  /** Accepts a stored document that is no older than what is known. */
  async #adoptStored(/** @type {VerifiedManifest} */ manifest) {
    await this.#place(manifest)
    // What was fetched stays so.
    if (this.#standing?.source === 'fetched' && this.#newest !== null && manifest.date <= this.#newest.date) return
    this.#newest = manifest
    this.#standing = { manifest, source: 'stored' }
  }

  // Fetching

  #startRefresh() {
    if (this.#refresh !== null) return
    const signal = this.#untilCancelled()
    this.#hasAnswered = false
    this.#refresh = this.#fetch(signal).catch((error) => this.#report(error)).then(() => {
      if (signal.aborted) return
      this.#refresh = null
      this.#sinceFetch = this.#options.clock.stopwatch()
    })
  }

  /** Waits for what a check needs: the document, and for a recommendation also the store, which may lack the version. */
  async #settle() {
    await this.#refresh
    // An earlier answer of the store may hide the recommendation; and of two lookups the later one counts.
    while (this.#lookingUp !== null && this.#mayBeTakenBack(this.#known(null, null))) await this.#lookingUp
  }

  async #fetch(/** @type {AbortSignal} */ signal) {
    const { retry, clock } = this.#options
    for (let attempt = 1; attempt <= Math.max(1, retry.attempts); attempt += 1) {
      try {
        const response = await this.#attempt(signal)
        if (!signal.aborted) await this.#exclusively(() => this.#accept(response, signal))
        return
      } catch (error) {
        if (signal.aborted) return
        this.#isUnreachable = true
        this.#failure = CheckFailure.of(error)
        this.#publish()
        if (!this.#failure.isTransient || attempt >= retry.attempts) return
      }
      const longest = Math.min(retry.firstDelay * 2 ** (attempt - 1), retry.maximumDelay)
      await clock.sleep(longest / 2 + (longest / 2) * Math.min(1, Math.max(0, retry.jitter())), signal)
      if (signal.aborted) return
    }
  }

  async #attempt(/** @type {AbortSignal} */ signal) {
    const { origin, document, bodyLimit, transport, requestTimeLimit } = this.#options
    const exchange = new AbortController()
    const end = () => exchange.abort()
    signal.addEventListener('abort', end, { once: true })
    try {
      // A transport that ignores the signal must not block all later fetches.
      const url = `${origin.replace(/\/+$/, '')}/${document}.jws`
      const response = await this.#within(requestTimeLimit, transport(url, { byteLimit: jwsLimit(bodyLimit), signal: exchange.signal }))
      if (response === null) throw new CheckFailure('transport', 'there was no complete answer in time', true)
      return response
    } catch (error) {
      const isTransient = !(error instanceof TransportError) || error.code === 'unreachable' || error.code === 'timed-out'
      if (error instanceof CheckFailure) throw error
      throw new CheckFailure('transport', String(/** @type {any} */ (error)?.message ?? error), isTransient)
    } finally {
      signal.removeEventListener('abort', end)
      end()
    }
  }

  /** @type {(response: import('./index.js').TransportResponse, signal: AbortSignal) => Promise<void>} accepts a response and stores its document, or throws why not */
  async #accept({ status, body }, signal) {
    await this.#readStore()
    await this.#readMemory()
    if (status !== 200) {
      const isTransient = [408, 425, 429].includes(status) || status >= 500
      throw new CheckFailure('status', `the server answered with status ${status}`, isTransient)
    }
    const arrived = await this.#verifyArrival(bytesOf(body), 'fetched')
    if (signal.aborted) return
    this.#hasAnswered = true
    this.#failure = null
    this.#sinceDocument = this.#options.clock.stopwatch()
    await this.#adopt(arrived)
  }

  /** @type {(file: Uint8Array, source: Standing['source']) => Promise<Standing>} a document that has arrived, or throws why it is not accepted */
  async #verifyArrival(file, source) {
    const { document, clock } = this.#options
    const manifest = await this.#verifier.verify(file, { path: document, stored: this.#newest, now: clock.now() })
    await this.#place(manifest)
    if (this.#isFrozen(manifest) && this.#blocksMore({ manifest, source }, this.#standing)) {
      throw new VerificationError(
        'frozen', `it would newly block this device, and the signed date ${dateText(manifest.date)} is too old for that`)
    }
    return { manifest, source }
  }

  /** From here on an arrived document decides; it is kept for the next session. */
  async #adopt(/** @type {Standing} */ arrived) {
    this.#newest = arrived.manifest
    this.#standing = arrived
    this.#isUnreachable = false
    await this.#keepDocument()
    this.#startLookUp()
    this.#publish()
  }

  /** @type {(status: number, file: Uint8Array) => Promise<void>} looks at a response of the backend */
  async #look(status, file) {
    const { observationInterval, clock } = this.#options
    if (status === 403 && file.length <= jwsLimit(this.#verifier.bodyLimit)) {
      const last = this.#refusal
      if (last !== null && last.since() < REFUSAL_INTERVAL && hasSameBytes(last.file, file)) return
      this.#refusal = { file, since: clock.stopwatch() }
      if (await this.#exclusively(() => this.#acceptRefusal(file)) && this.decision().isBlocked) return
    }
    // A backend that refuses everything must not make every app hammer the CDN.
    if (this.#sinceFetch === null || this.#sinceFetch() >= observationInterval) this.#startRefresh()
  }

  /** Accepts the document from a 403, and returns whether it was accepted. */
  async #acceptRefusal(/** @type {Uint8Array} */ file) {
    await this.#readStore()
    await this.#readMemory()
    try {
      const arrived = await this.#verifyArrival(file, 'stored')
      const { date, key } = arrived.manifest
      const known = this.#standing
      // What was fetched in this session stays so.
      const isKnown = known?.source === 'fetched' && known.manifest.date === date && known.manifest.key.id === key.id
      await this.#adopt(isKnown ? known : arrived)
      return true
    } catch {
      return false
    }
  }

  #startLookUp() {
    const { lookUp, requestTimeLimit } = this.#options
    const update = this.#standing === null ? null : this.#of(this.#standing, null, null).update
    this.#lookingUp = null
    // A rule without a target asks for no version in particular.
    this.#awaitsStore = lookUp !== null && update?.version != null
    if (lookUp === null || !this.#awaitsStore) return
    const current = this.#within(requestTimeLimit, Promise.resolve().then(lookUp)).catch(() => null).then((version) => {
      if (current !== this.#lookingUp) return
      this.#lookingUp = null
      this.#awaitsStore = false
      this.#storeVersion = version
      this.#publish()
    })
    this.#lookingUp = current
  }

  // Rules

  get #deciding() {
    // Whether the app runs regardless of what was verified before a failure.
    const isAllowed = this.#isUnreachable && this.#options.whenUnreachable === 'allow'
    return isAllowed ? null : this.#standing
  }

  /** @type {(store: import('./index.js').StoreVersion | null, scope: string | null) => Decision} what would be told, of which nothing is remembered */
  #known(store, scope) {
    const deciding = this.#deciding
    return deciding === null ? makeDecision('none', null) : this.#of(deciding, store, scope)
  }

  /** Whether the store, which may lack what is recommended, has still to be asked. */
  #mayBeTakenBack(/** @type {Decision} */ { outcome, update }) {
    return outcome === 'recommended' && update?.version != null
      && (this.#lookingUp !== null || (this.#awaitsStore && !this.#isUnreachable))
  }

  /** @type {(standing: Standing, store: import('./index.js').StoreVersion | null, scope: string | null) => Decision} */
  #of({ manifest: { gate, date }, source }, store, scope) {
    const { clock, maximumAge } = this.#options
    return decide(gate, this.#device, { source, date, now: clock.now(), seen: this.#memory.seen, maximumAge, scope, store })
  }

  /** @type {(standing: Standing, other: Standing | null) => boolean} whether one document blocks the app, or a part of it, that another one does not */
  #blocksMore(standing, other) {
    return [null, ...standing.manifest.gate.rules.map(({ scope }) => scope)].some((scope) => (
      this.#of(standing, null, scope).isBlocked && !(other !== null && this.#of(other, null, scope).isBlocked)))
  }

  #isFrozen(/** @type {VerifiedManifest} */ { date }) {
    const { maximumAge, clock } = this.#options
    return maximumAge !== null && clock.now() - date > maximumAge
  }

  // Waiting and telling

  /** @type {<T>(work: () => Promise<T>) => Promise<T>} runs what changes the knowledge, one after another */
  #exclusively(work) {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => null)
    return result
  }

  /** @type {<T>(seconds: number, work: Promise<T>) => Promise<T | null>} a result, or null when it takes longer than so many seconds */
  async #within(seconds, work) {
    const timer = new AbortController()
    try {
      return await Promise.race([work, this.#options.clock.sleep(seconds, timer.signal).then(() => null)])
    } finally {
      timer.abort()
    }
  }

  /** Tells of a change; of a recommendation only once the store can no longer take it back. */
  #publish() {
    const decision = this.decision()
    if (this.#mayBeTakenBack(decision) || JSON.stringify(decision) === JSON.stringify(this.#published)) return
    this.#published = decision
    for (const listener of this.#listeners) this.#tell(listener, decision)
  }

  /** @type {(listener: (decision: Decision) => void, decision: Decision) => void} */
  #tell(listener, decision) {
    try {
      listener(decision)
    } catch (error) {
      this.#report(error)
    }
  }

  /** Tells developers of an error that the app does not get. */
  #report(/** @type {unknown} */ error) { (globalThis.reportError ?? console.error)(error) }
}
