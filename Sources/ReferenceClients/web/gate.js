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
import {
  CheckFailure, checkOptions, FUNCTION, isDuration, isText, isTexts, messageOf, orNull, SECONDS, STORAGE, TransportError,
  VerificationError, withCrypto, withDefault, withMethods,
} from './errors.js'
import { asciiLowercased, bytesOf, hasSameBytes, textOf } from './json.js'
import { isDocumentPath, jwsLimit } from './jws.js'
import { openMemory, patientStorage, replaceKept } from './storage.js'
import { fetchTransport, isAddress } from './transport.js'
import { dateText, ruleTime, systemClock, within } from './values.js'
import { Verifier, VERIFIER_OPTIONS, webRandom, webSHA256 } from './verifier.js'

/** @typedef {import('./index.js').Decision} Decision */
/** @typedef {import('./index.js').Asked | undefined} Asked */
/** @typedef {import('./index.js').TransportResponse} Arrived of the transport, or with a 403 of a backend */
/** @typedef {Omit<import('./index.js').GateOptions, 'device'> & { device: Device }} GateOptions */
/** @typedef {import('./verifier.js').VerifiedManifest} VerifiedManifest */
/** @typedef {{ manifest: VerifiedManifest, source: 'fetched' | 'stored' | 'embedded' }} Standing what decides, and where it came from */

/** Seconds in which the same body of a 403 is not looked at again. */
const REFUSAL_INTERVAL = 60

/** @type {import('./errors.js').Options} */
const OPTIONS = {
  origin: ['an https address, "https://distribution.example.com"', (value) => isText(value) && isAddress(value)],
  document: ['the path of a document, "gate/ios.json"', (value) => isText(value) && isDocumentPath(value)],
  ...VERIFIER_OPTIONS,
  device: ['a Device', (value) => value instanceof Device],
  storage: STORAGE,
  transport: withDefault(FUNCTION, fetchTransport),
  sha256: withDefault(FUNCTION, webSHA256), random: withDefault(FUNCTION, webRandom),
  clock: withDefault(withMethods('a clock with now, stopwatch and sleep', 'now', 'stopwatch', 'sleep'), systemClock),
  lookUp: withDefault(orNull(FUNCTION), null),
  backends: ['an array of host names', isTexts, []],
  embedded: withDefault(orNull(['the content of a .jws', (value) => isText(value) || value instanceof Uint8Array]), null),
  whenUnreachable: ['"last-verified" or "allow"', (value) => value === 'last-verified' || value === 'allow', 'last-verified'],
  maximumAge: withDefault(orNull(['seconds, 172800', isDuration]), null),
  checkTimeLimit: withDefault(SECONDS, 3), requestTimeLimit: withDefault(SECONDS, 10),
  foregroundInterval: withDefault(SECONDS, 5 * 60), observationInterval: withDefault(SECONDS, 10),
  retry: [
    'an object with attempts, firstDelay, maximumDelay and jitter',
    (value) => Number.isSafeInteger(value?.attempts) && isDuration(value.firstDelay) && isDuration(value.maximumDelay)
      && typeof value.jitter === 'function',
    { attempts: 3, firstDelay: 0.5, maximumDelay: 8, jitter: Math.random },
  ],
}

const ASKED = { scope: withDefault(orNull(['the name of a part of the app, "payments"', isText]), null) }
/** @type {(asked: Asked) => string | null} the part of the app that is asked about; null for the app */
const scopeOf = (asked) => (
  checkOptions('option of a question', typeof asked === 'string' ? { [asked]: true } : asked ?? {}, ASKED).scope)

const NOTHING_KNOWN = makeDecision('none', null)

/** Concurrent calls share one fetch. */
export class Gate {
  #options
  #verifier
  #device
  #storage
  #memory
  /** @type {VerifiedManifest | null} the newest known manifest; nothing older is accepted */ #newest = null
  /** @type {Standing | null} what decides; null while nothing is known */ #standing = null
  #hasReadStore = false
  /** Whether the storage has what was last accepted, or something newer. */ #isDocumentKept = true
  /** @type {Promise<unknown>} what changes the knowledge waits for what did before */ #queue = Promise.resolve()
  /** @type {{ soon: Promise<unknown>, told: Promise<unknown> } | null} while the storage is read */ #reading = null
  /** @type {import('./index.js').StoreVersion | null} */ #storeVersion = null
  /** @type {Promise<void> | null} */ #refresh = null
  /** @type {Promise<void> | null} */ #lookingUp = null
  /** Whether the store was not asked yet about what was fetched last. */ #awaitsStore
  /** Ends the current fetch. */ #abort = new AbortController()
  /** Whether the current fetch has its document. */ #hasAnswered = false
  /** The 403 that was looked at last, and whether its fetch has to wait. */
  #refusal = { file: new Uint8Array(), since: () => Infinity, awaitsFetch: false }
  #sinceDocument = () => Infinity
  #sinceFetch = () => Infinity
  #isUnreachable = false
  /** @type {Set<(decision: Decision) => void>} */ #listeners = new Set()
  /** What they were told last. */ #published = NOTHING_KNOWN
  /** @type {CheckFailure | null} */ #failure = null
  /** @type {CheckFailure | null} */ #embeddedFailure = null
  /** @type {CheckFailure | null} why a share was not worked out */ #placeFailure = null

  constructor(/** @type {GateOptions} */ given) {
    const options = /** @type {Required<GateOptions>} */ (checkOptions('option of a gate', given, OPTIONS))
    if (!(given.verify && given.sha256 && given.random) && !globalThis.crypto?.subtle) {
      throw new TypeError('there is no WebCrypto here: serve the page over https, or give verify, sha256 and random')
    }
    if (!options.keys.keys.some(({ environment }) => environment === options.environment)) {
      throw new TypeError(`no key of the ring is of environment "${options.environment}"`)
    }
    this.#options = options
    this.#awaitsStore = options.lookUp !== null
    const { keys, environment, verify, clockSkew, bodyLimit, device } = options
    this.#device = device
    this.#verifier = new Verifier({ keys, environment, verify, clockSkew, bodyLimit, platform: device.platform })
    this.#storage = patientStorage(options.storage)
    this.#memory = openMemory(this.#storage, this.#key('#seen'), device.install, options.random)
  }

  async check(/** @type {Asked} */ asked) {
    const scope = scopeOf(asked)
    const { signal } = this.#abort
    const settled = this.load().then(() => {
      if (!signal.aborted) this.#startRefresh()
      return this.#settle()
    }).catch(report)
    const { clock, checkTimeLimit } = this.#options
    const isSettled = await within(clock, checkTimeLimit, () => settled.then(() => true), signal)
    if (isSettled === null && !this.#hasAnswered && !signal.aborted) this.#isUnreachable = true
    this.#publish()
    return this.#decide(scope)
  }

  async enterForeground(/** @type {Asked} */ asked) {
    if (this.#isUnreachable || !(this.#sinceDocument() < this.#options.foregroundInterval)) return this.check(asked)
    this.#publish()
    return this.decision(asked)
  }

  async observe(/** @type {import('./index.js').Refusal} */ { host, status, body }) {
    const { signal } = this.#abort
    try {
      await this.load()
      const isBackend = this.#options.backends.map(asciiLowercased).includes(asciiLowercased(String(host)))
      if (isBackend) await this.#look(status, bytesOf(body), signal)
    } catch (error) {
      report(error)
    }
    return this.#decide()
  }

  decision(/** @type {Asked} */ asked) { return this.#decide(scopeOf(asked)) }

  #decide(/** @type {string | null} */ scope = null) {
    const decision = this.#known(this.#storeVersion, scope)
    if (decision.seen !== null && this.#standing && !this.#mayBeTakenBack(decision)) {
      const { clock, maximumAge } = this.#options
      this.#memory.seen.set(decision.seen, ruleTime(this.#standing.manifest.date, clock.now(), maximumAge))
    }
    this.#memory.keep(
      () => this.#standing?.manifest.gate.rules ?? null,
      async () => this.#newest !== null && await this.#storage.get(this.#key()) === textOf(this.#newest.file),
      (work) => this.#exclusively(work))
    return Object.freeze({ ...decision, seen: null })
  }

  get lastFailure() {
    const [failure, lasting] = [this.#failure, this.#embeddedFailure ?? this.#placeFailure]
    // A document that was refused comes first; what stays wrong after a check that succeeds comes before a network that fails,
    // as networks do every day.
    if (failure?.code === 'transport' || failure?.code === 'status') return lasting ?? failure
    if (failure ?? lasting) return failure ?? lasting
    // What cannot be compared is never blocked, which is worse than a document that is not stored.
    const { device, app } = unreadable(this.#deciding?.manifest.gate ?? { rules: [], latest: null }, this.#device)
    if (device || app !== null) {
      const code = device ? 'unreadable-device' : 'unreadable-app'
      const what = device ? 'the system of the device' : `the app's ${app}`
      return new CheckFailure(code, `${what} is unknown or does not begin with a number: it was not compared`)
    }
    return this.#isDocumentKept && (!this.#standing || this.#memory.isKept()) ? null
      : new CheckFailure('not-stored', 'the document decides, but could not be stored for the next start')
  }

  subscribe(/** @type {(decision: Decision) => void} */ listener) {
    // One for each subscription, so that ending one leaves the others.
    const tell = (/** @type {Decision} */ decision) => { try { listener(decision) } catch (error) { report(error) } }
    // The other listeners first: from here on the decision counts as published.
    this.#publish()
    this.#listeners.add(tell)
    tell(this.#published)
    // Before the first check, what was kept is not known yet.
    void this.load().then(() => this.#publish()).catch(report)
    return () => { this.#listeners.delete(tell) }
  }

  cancel() {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#refresh = this.#lookingUp = null
    this.#awaitsStore = false // From here on it is as if there were no lookup.
  }

  async load() {
    // What could not be read before the device was unlocked is read again.
    if (!this.#memory.isRead() || !this.#hasReadStore) await this.#read().soon
    await this.#exclusively(async () => {
      await this.#place()
      await this.#adoptEmbedded()
      if (!this.#isDocumentKept) await this.#keepDocument()
    })
  }

  /** Reads what is kept, the document where it was not read; what the storage says late is taken over and told then. */
  #read() {
    if (this.#reading) return this.#reading
    const { texts, isPrompt } = this.#storage.read([...this.#memory.keys, this.#key()])
    const done = texts.then((kept) => this.#exclusively(() => this.#takeOverAll(kept))).finally(() => { this.#reading = null })
    const told = isPrompt.then((isInTime) => done.then(() => { if (!isInTime) this.#publish() })).catch(report)
    this.#reading = {
      soon: isPrompt.then((isInTime) => (isInTime ? done : null)),
      // Waited for as long as one check may take: a storage that never answers holds no later one.
      told: within(systemClock, this.#options.checkTimeLimit, () => told),
    }
    return this.#reading
  }

  async #takeOverAll(/** @type {import('./storage.js').Kept[]} */ [seen, install, document]) {
    // First what was seen, on which it depends whether a document blocks more than another one.
    await this.#memory.takeOver(seen, install)
    this.#device = this.#device.with({ install: this.#memory.install() })
    await this.#place()
    await this.#adoptEmbedded()
    if (document !== undefined && !this.#hasReadStore) await this.#takeOver(document).catch(() => null)
  }

  async #adoptEmbedded() {
    const { embedded, document } = this.#options
    // Once; again after its signature could not be checked.
    const isOver = this.#newest || (this.#embeddedFailure && this.#embeddedFailure.code !== 'crypto')
    if (embedded === null || isOver) return
    try {
      const manifest = await this.#verifier.verifyKept(embedded, { path: document })
      this.#newest = manifest
      await this.#place(manifest)
      // It was never current on this device.
      if (!this.#isFrozen({ manifest, source: 'embedded' })) this.#standing = { manifest, source: 'embedded' }
      this.#embeddedFailure = null
    } catch (error) {
      this.#embeddedFailure = CheckFailure.of(error, 'embedded/')
    }
  }

  #key(suffix = '') { return `signet/${this.#options.environment}/${this.#options.document}${suffix}` }

  /** Accepts a stored document that is no older than what is known. */
  async #takeOver(/** @type {string | null} */ text) {
    const manifest = await this.#verifyStored(text, this.#newest)
    if (manifest) {
      await this.#place(manifest)
      const known = this.#standing?.source === 'fetched' ? this.#newest : null
      // What was fetched stays so. Dates count within one key only.
      if (!known || manifest.key.id !== known.key.id || manifest.date > known.date) {
        this.#standing = { manifest, source: this.#sourceOf(manifest) }
        this.#newest = manifest
      }
    }
    this.#hasReadStore = true
  }

  /** @type {(text: string | null, notBefore: VerifiedManifest | null) => Promise<VerifiedManifest | null>} null for what does not verify */
  async #verifyStored(text, notBefore) {
    if (text === null) return null
    return this.#verifier.verifyKept(text, { path: this.#options.document, notBefore }).catch((error) => {
      if (error instanceof VerificationError) return null
      throw error
    })
  }

  /** Keeps the newest document, unless another gate has written a newer one since, which is taken over. */
  async #keepDocument() {
    this.#isDocumentKept = false
    this.#isDocumentKept = await replaceKept(this.#storage, this.#key(), async (text) => {
      await this.#takeOver(text)
      const newest = textOf(/** @type {VerifiedManifest} */ (this.#newest).file)
      const stored = text === newest ? null : await this.#verifyStored(text, null)
      // What does not verify is replaced, and else nothing of it may go back.
      return !stored || await this.#verifyStored(newest, stored) ? newest : undefined
    }).catch(() => false)
  }

  /** Works out where this device is in the roll-outs of a document, whose other rules decide while a digest fails. */
  async #place(manifest = this.#standing?.manifest) {
    if (!manifest) return
    const placed = withCrypto(
      'the place in a roll-out could not be worked out', () => this.#device.placedIn(manifest.gate, this.#options.sha256))
    this.#placeFailure = await placed.then((device) => { this.#device = device }).then(() => null, CheckFailure.of)
  }

  #startRefresh() {
    if (this.#refresh) return
    const { signal } = this.#abort
    this.#hasAnswered = false
    this.#refresh = this.#fetch(signal).catch(report).then(() => {
      if (signal.aborted) return
      this.#refresh = null
      this.#sinceFetch = this.#options.clock.stopwatch()
    })
  }

  /** Waits for what a check needs: the document, what is kept, and for a recommendation the store, which may lack it. */
  async #settle() {
    await this.#refresh
    await this.#reading?.told
    // An earlier answer of the store may hide the recommendation; and of two lookups the later one counts.
    while (this.#lookingUp && this.#mayBeTakenBack(this.#known())) await this.#lookingUp
  }

  async #fetch(/** @type {AbortSignal} */ signal) {
    const { retry, clock } = this.#options
    for (let attempt = 1; attempt <= Math.max(1, retry.attempts); attempt += 1) {
      try {
        const response = await this.#attempt(signal)
        this.#hasReadStore = false // Another gate may have kept a newer document.
        await this.#read().soon
        await this.#exclusively(() => this.#accept(response, 'fetched', signal))
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
    const { origin, document, bodyLimit, transport, requestTimeLimit, clock } = this.#options
    const [url, byteLimit] = [`${origin.replace(/\/+$/, '')}/${document}.jws`, jwsLimit(bodyLimit)]
    try {
      // A transport that ignores the signal must not block all later fetches.
      const fetched = (/** @type {AbortSignal} */ end) => transport(url, { byteLimit, signal: end })
      const response = await within(clock, requestTimeLimit, fetched, signal)
      if (response === null) throw new TransportError('timed-out', 'there was no complete answer in time')
      return response
    } catch (error) {
      const isTransient = !(error instanceof TransportError) || error.code === 'unreachable' || error.code === 'timed-out'
      throw new CheckFailure('transport', messageOf(error), isTransient)
    }
  }

  /** @type {(arrived: Arrived, source: 'fetched' | 'stored', signal: AbortSignal) => Promise<void>} or throws why not */
  async #accept({ status, body }, source, signal) {
    const { document, clock } = this.#options
    if (source === 'fetched' && status !== 200) {
      const isTransient = [408, 425, 429].includes(status) || status >= 500
      throw new CheckFailure('status', `the server answered with status ${status}`, isTransient)
    }
    const manifest = await this.#verifier.verify(bytesOf(body), { path: document, stored: this.#newest, now: clock.now() })
    await this.#place(manifest)
    const { date, key } = manifest
    if (this.#isFrozen({ manifest, source })) {
      throw new VerificationError(
        'frozen', `it would newly block this device, and the signed date ${dateText(date)} is too old for that`)
    }
    if (source === 'fetched') {
      if (signal.aborted) return
      this.#hasAnswered = true
      this.#failure = null
      this.#sinceDocument = clock.stopwatch()
    }
    const known = this.#standing
    // What was fetched in this session stays so.
    const isKnown = known?.source === 'fetched' && known.manifest.date === date && known.manifest.key.id === key.id
    if (source === 'fetched') this.#standing = { manifest, source }
    else if (!isKnown) this.#standing = { manifest, source: this.#sourceOf(manifest) }
    this.#newest = manifest
    this.#isUnreachable = false
    await this.#keepDocument()
    if (!signal.aborted) this.#startLookUp()
    this.#publish()
  }

  async #look(/** @type {number} */ status, /** @type {Uint8Array} */ file, /** @type {AbortSignal} */ signal) {
    const { observationInterval, clock, bodyLimit } = this.#options
    const isDocument = status === 403 && file.length <= jwsLimit(bodyLimit)
    const isKnown = isDocument && this.#refusal.since() < REFUSAL_INTERVAL && hasSameBytes(this.#refusal.file, file)
    if (isKnown && !this.#refusal.awaitsFetch) return
    if (isDocument && !isKnown) {
      this.#refusal = { file, since: clock.stopwatch(), awaitsFetch: false }
      this.#hasReadStore = false
      await this.#read().soon
      const accepted = this.#exclusively(() => this.#accept({ status, body: file }, 'stored', signal))
      if (await accepted.then(() => true, () => false) && this.#decide().isBlocked) return
    }
    // A backend that refuses everything must not make every app hammer the CDN.
    const isDue = this.#sinceFetch() >= observationInterval && !signal.aborted
    if (isDocument) this.#refusal.awaitsFetch = !isDue
    if (isDue) this.#startRefresh()
  }

  #startLookUp() {
    const { lookUp, requestTimeLimit, clock } = this.#options
    const update = this.#standing && this.#of(this.#standing).update
    this.#lookingUp = null
    // A rule without a target asks for no version in particular.
    this.#awaitsStore = lookUp !== null && update?.version != null
    if (!lookUp || !this.#awaitsStore) return
    const answer = within(clock, requestTimeLimit, () => Promise.resolve().then(lookUp)).catch(() => null)
    const current = answer.then((version) => {
      if (current !== this.#lookingUp) return
      this.#lookingUp = null
      this.#awaitsStore = false
      this.#storeVersion = version
      this.#publish()
    })
    this.#lookingUp = current
  }

  /** Null also where the app runs regardless of what was verified before a failure. */
  get #deciding() { return this.#isUnreachable && this.#options.whenUnreachable === 'allow' ? null : this.#standing }

  /** What would be told, of which nothing is remembered. */
  #known(/** @type {import('./index.js').StoreVersion | null} */ store = null, /** @type {string | null} */ scope = null) {
    return this.#deciding ? this.#of(this.#deciding, store, scope) : NOTHING_KNOWN
  }

  /** Whether the store, which may lack what is recommended, has still to be asked. */
  #mayBeTakenBack(/** @type {Decision} */ { outcome, update }) {
    return outcome === 'recommended' && update?.version != null
      && (this.#lookingUp || (this.#awaitsStore && !this.#isUnreachable))
  }

  /** @type {(standing: Standing, store?: import('./index.js').StoreVersion | null, scope?: string | null) => Decision} */
  #of({ manifest: { gate, date }, source }, store = null, scope = null) {
    const { clock, maximumAge } = this.#options
    return decide(gate, this.#device, { source, date, now: clock.now(), seen: this.#memory.seen, maximumAge, scope, store })
  }

  /** What a newer document counts as that this session did not fetch. */
  #sourceOf(/** @type {VerifiedManifest} */ manifest) {
    const known = this.#standing
    // Maintenance in the place of maintenance that was fetched is as current as that.
    const goesOn = known?.source === 'fetched' && this.#closes(known) && this.#closes({ manifest, source: 'fetched' })
    return goesOn ? 'fetched' : 'stored'
  }

  /** Whether a document closes the app, or a part of it. */
  #closes(/** @type {Standing} */ standing) {
    const scopes = [null, ...standing.manifest.gate.rules.map(({ scope }) => scope)]
    return scopes.some((scope) => this.#of(standing, null, scope).outcome === 'maintenance')
  }

  /** Whether a document is too old to block what the one that decides does not: the app, or a part of it. */
  #isFrozen(/** @type {Standing} */ standing) {
    const { maximumAge, clock } = this.#options
    const { date, gate } = standing.manifest
    if (maximumAge === null || !(clock.now() - date > maximumAge)) return false
    return [...new Set([null, ...gate.rules.map(({ scope }) => scope)])].some((scope) => (
      this.#of(standing, null, scope).isBlocked && !(this.#standing && this.#of(this.#standing, null, scope).isBlocked)))
  }

  /** @type {<T>(work: () => Promise<T>) => Promise<T>} runs what changes the knowledge, one after another */
  #exclusively(work) {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => null)
    return result
  }

  /** Tells of a change, of a recommendation only when the store cannot take it back any more. */
  #publish() {
    /** @type {Decision} */ let decision = this.#decide()
    if (this.#mayBeTakenBack(decision)) {
      if (!this.#published.isBlocked) return
      // That the app may run again is told at once.
      decision = makeDecision(decision.source, decision.asOf === null ? null : decision.asOf.getTime() / 1_000)
    }
    if (JSON.stringify(decision) === JSON.stringify(this.#published)) return
    this.#published = decision
    for (const tell of this.#listeners) {
      tell(decision)
      // One of them may have asked for something that told all of them something newer.
      if (this.#published !== decision) return
    }
  }
}

/** Tells developers of an error that the app does not get. */
const report = (/** @type {unknown} */ error) => (globalThis.reportError ?? console.error)(error)
