/**
 * From bytes to a verified manifest: nothing of a body is read before its signature was checked by a key of the app's ring.
 *
 * Own: the order of the checks, in which the first that fails is the answer. A SubjectPublicKeyInfo of P-256 has 26 bytes before
 * its point (RFC 5480), always the same; compared, they leave nothing to interpret. No primitive of cryptography is written
 * here: WebCrypto has them, and an app without it (React Native) gives a gate its own `verify`, `sha256` and `random`. Proved by
 * `verification-jws.json`, `verification-gates.json`, `shares.json` and, for what is kept, `sequences….json`.
 */

import {
  attempt, checkOptions, DocumentError, FUNCTION, isText, KeyRingError, SECONDS, VerificationError, withCrypto,
  withDefault,
} from './errors.js'
import { asObject, asString, hasSameBytes, parseJSON, utf8 } from './json.js'
import { decodeBase64URL, environmentForm, jwsLimit, keyIDForm, readJWS } from './jws.js'
import { PLATFORM, readGateDocument } from './rules.js'
import { dateText } from './values.js'

/** @typedef {import('./index.js').TrustedKey} TrustedKey */
/** @typedef {Uint8Array | string} JWS the content of a `.jws` */
/** @typedef {Promise<VerifiedManifest>} Verified or a {@link VerificationError} */
const RING_BYTES = 1 << 20
const MEMBERS = ['id', 'name', 'environment', 'state', 'publicKey']
const STATES = ['next', 'active', 'retired', 'revoked']
/** 91 bytes in base64. In 36 characters everything before the point is the same; 04, an uncompressed point, is the last byte. */
const publicKeyForm = /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/

export class TrustedKeys {
  /** @param {string | object} exported the text of an exported ring, or the constant of an exported module */
  constructor(exported) {
    const text = typeof exported === 'string' ? exported : JSON.stringify(exported) ?? ''
    if (utf8(text).length > RING_BYTES) throw new KeyRingError(`the key ring is larger than ${RING_BYTES} bytes`)
    const keys = attempt(() => {
      const ring = asObject(parseJSON(text), 'the key ring')
      const entries = ring.get('keys')
      if (!Array.isArray(entries) || ring.size !== 1) throw new KeyRingError('it is not { "keys": [ … ] }')
      return Object.freeze(entries.map(readKey))
    })
    if (keys instanceof DocumentError) throw new KeyRingError(keys.message)
    /** In the order of the ring, oldest first. */
    this.keys = keys
    for (const member of /** @type {const} */ (['id', 'publicKey'])) {
      const isTwice = new Set(this.keys.map((key) => String(key[member]))).size < this.keys.length
      if (isTwice) throw new KeyRingError('the same id or the same public key is on the ring twice')
    }
    Object.freeze(this)
  }

  /** @param {string} id of the one key that a signature names; no other key is ever tried */
  key(id) { return this.keys.find((key) => key.id === id) }

  /** @type {(id: string, other: string) => boolean} whether a key comes before another one; false unless both are on the ring */
  isOlder(id, other) {
    const [index, otherIndex] = [id, other].map((one) => this.keys.findIndex((key) => key.id === one))
    return index >= 0 && index < otherIndex
  }
}

function readKey(/** @type {import('./json.js').JSONValue} */ value) {
  const entry = asObject(value, 'a key')
  const [id, name, environment, state, base64] = MEMBERS.map((member) => asString(entry.get(member), member))
  if (entry.size !== MEMBERS.length) throw new KeyRingError('a key has an unknown member')
  if (!keyIDForm.test(id)) throw new KeyRingError(`"${id}" is not a key id`)
  if (!environmentForm.test(environment)) throw new KeyRingError(`"${environment}" is not the name of an environment`)
  if (!STATES.includes(state)) throw new KeyRingError(`a key is one of ${STATES.join(', ')}`)
  const publicKey = publicKeyForm.test(base64)
    ? decodeBase64URL(utf8(base64.slice(0, -2).replace(/\+/g, '-').replace(/\//g, '_'))) : null
  if (!publicKey) throw new KeyRingError(`key "${id}" is not the base64 of a P-256 SubjectPublicKeyInfo`)
  return Object.freeze({ id, name, environment, isRevoked: state === 'revoked', publicKey })
}

/** @type {WeakMap<Uint8Array, Promise<CryptoKey>>} keys of a ring, which WebCrypto reads when they are first needed */
const imported = new WeakMap()

/** @type {import('./index.js').Verify} */
export async function webVerify(publicKey, signature, data) {
  const key = imported.get(publicKey)
    ?? crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  imported.set(publicKey, key)
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await key, signature, data)
}

/** @type {import('./index.js').SHA256} */
export const webSHA256 = async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

export const webRandom = (/** @type {number} */ count) => crypto.getRandomValues(new Uint8Array(count))

/** @type {import('./errors.js').Options} of a verifier and of a gate */
export const VERIFIER_OPTIONS = {
  environment: ['the name of an environment, "production"', (value) => isText(value) && environmentForm.test(value)],
  keys: ['TrustedKeys', (value) => value instanceof TrustedKeys],
  verify: withDefault(FUNCTION, webVerify),
  /** How far a signed date may be ahead of the clock; anything later is refused and never stored. */
  clockSkew: withDefault(SECONDS, 86_400),
  bodyLimit: ['a number of bytes', (value) => Number.isSafeInteger(value) && value > 0, 1 << 20],
}

/** Makes sure that only {@link Verifier} makes what it vouches for. */
const MADE_HERE = Symbol()
/** @typedef {{ key: TrustedKey, date: number, body: Uint8Array, file: Uint8Array }} Received signed, and not read yet */

/** A document whose signature was checked and whose body was read after that. */
export class VerifiedManifest {
  /** @param {symbol} token @param {Received & { gate: import('./rules.js').GateDocument }} manifest */
  constructor(token, { file, body, gate, key, date }) {
    if (token !== MADE_HERE) throw new TypeError('manifests are made by Verifier')
    /** The `.jws`, which can be verified again. */
    this.file = file
    this.body = body
    this.gate = gate
    this.key = key
    /** The signed date in seconds since 1970. */
    this.date = date
    Object.freeze(this)
  }
}

/**
 * Says of files of one document whether they are manifests, or why not.
 *
 * The signature names one key, which must be on the ring, not revoked, for the expected environment, and not older than the
 * key of the stored document; the key signed these bytes; the signed date is neither ahead of the clock nor, under the same
 * key, before that of the stored document; the bytes are a gate document for the platform.
 */
export class Verifier {
  #options

  constructor(/** @type {import('./index.js').VerifierOptions} */ options) {
    this.#options = /** @type {Required<typeof options>} */ (
      checkOptions('option of a verifier', options, { ...VERIFIER_OPTIONS, platform: PLATFORM }))
  }

  /** @type {(file: JWS, options: { path: string, stored?: VerifiedManifest | null, now: number }) => Verified} */
  async verify(file, { path, stored = null, now }) {
    return this.#read(file, path, stored, now + this.#options.clockSkew)
  }

  /** @type {(file: JWS, options: { path: string, notBefore?: VerifiedManifest | null }) => Verified} */
  async verifyKept(file, { path, notBefore = null }) {
    // Its date was compared with the clock when it was accepted; a clock set back since must not lift a block.
    return this.#read(file, path, notBefore, Infinity)
  }

  /** @type {(content: JWS, path: string, stored: VerifiedManifest | null, latest: number) => Verified} */
  async #read(content, path, stored, latest) {
    const { environment, bodyLimit, keys, verify } = this.#options
    const tooLarge = () => new VerificationError('too-large', `the body is larger than ${bodyLimit} bytes`)
    if (content.length > jwsLimit(bodyLimit)) throw tooLarge()
    const { file, body, signature, signed, date, ...claim } = readJWS(content)
    if (body.length > bodyLimit) throw tooLarge()
    const key = this.#key(claim.keyID)
    if (claim.environment !== environment) throw otherDocument(`it was signed for environment "${claim.environment}"`)
    if (claim.path !== path) throw otherDocument(`it was signed for the path ${claim.path}`)
    const ask = () => verify(key.publicKey, signature, signed)
    if (await withCrypto('the signature could not be checked', ask) !== true) {
      // A truncated body, or a host in the middle of an update.
      throw new VerificationError('bad-signature', `the signature is not one of key "${key.id}" over these bytes`, true)
    }
    if (stored && keys.isOlder(key.id, stored.key.id)) {
      throw rollback(`key id "${key.id}" is older than "${stored.key.id}", which signed the stored document`)
    }
    const signedDate = `the signed date ${dateText(date)}`
    // Written so that a clock which shows NaN refuses.
    if (!(date <= latest)) throw new VerificationError('ahead-of-clock', `${signedDate} is too far ahead of the clock`)
    // Dates count within one key only: a thief of an older key could otherwise lock out all later documents with a date
    // ahead of the clock. Keys never go back.
    if (stored && !keys.isOlder(stored.key.id, key.id)) {
      const storedDate = dateText(stored.date)
      if (date < stored.date) throw rollback(`${signedDate} is before that of the stored document, ${storedDate}`)
      if (date === stored.date && !hasSameBytes(body, stored.body)) throw rollback(`another body with ${signedDate} is stored`)
    }
    return new VerifiedManifest(MADE_HERE, { file, body, key, date, gate: this.#gate(body) })
  }

  #key(/** @type {string} */ id) {
    const { keys, environment } = this.#options
    const key = keys.key(id)
    if (!key) throw new VerificationError('unknown-key', `key id "${id}" is not on the key ring`)
    if (key.isRevoked) throw new VerificationError('revoked-key', `key id "${id}" is revoked`)
    if (key.environment !== environment) throw otherDocument(`key id "${id}" is for environment "${key.environment}"`)
    return key
  }

  #gate(/** @type {Uint8Array} */ body) {
    const { platform } = this.#options
    const read = (/** @type {string} */ name) => attempt(() => readGateDocument(name, body))
    const gate = read(platform)
    if (!(gate instanceof DocumentError)) return gate
    if (gate.isSyntax) throw new VerificationError('unreadable', 'the body is not strict JSON', false, gate.message)
    const other = ['ios', 'android'].find((name) => !(read(name) instanceof DocumentError))
    if (other) throw otherDocument(`the body is a document of another format than gate-${platform}`, other)
    const phrase = `the body is not a document of format gate-${platform}`
    throw new VerificationError('unreadable', phrase, false, gate.message)
  }
}

const otherDocument = (/** @type {string} */ phrase, detail = '') => new VerificationError('other-document', phrase, false, detail)
const rollback = (/** @type {string} */ phrase) => new VerificationError('rollback', phrase)
