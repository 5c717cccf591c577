/**
 * From bytes to a verified manifest: nothing of a body is read before its signature was checked.
 *
 * Own: the order of the checks, in which the first that fails is the answer. Proved by `verification-jws.json`,
 * `verification-gates.json` and, for what is kept, `sequences….json`.
 */

import { CheckFailure, DocumentError, VerificationError } from './errors.js'
import { hasSameBytes } from './json.js'
import { environmentForm, jwsLimit, readJWS } from './jws.js'
import { TrustedKeys } from './keys.js'
import { platformForm, readGateDocument } from './rules.js'
import { dateText } from './time.js'
import { verify as webVerify } from './webcrypto.js'

/** Bytes of a body that an app accepts. */
export const BODY_BYTES = 1 << 20
/** Seconds that a signed date may be ahead of the clock; anything later is refused and never stored. */
export const CLOCK_SKEW = 86_400
/** Makes sure that only {@link Verifier} makes what it vouches for. */
const MADE_HERE = Symbol('made by Verifier')

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
  constructor(/** @type {import('./index.js').VerifierOptions} */ options) {
    const { keys, environment, platform, verify = webVerify, clockSkew = CLOCK_SKEW, bodyLimit = BODY_BYTES } = options
    if (!(keys instanceof TrustedKeys)) throw new TypeError('keys are TrustedKeys')
    if (!environmentForm.test(environment)) throw new TypeError(`"${environment}" is not the name of an environment`)
    if (!platformForm.test(platform)) throw new TypeError(`"${platform}" is not the name of a platform`)
    this.keys = keys
    this.environment = environment
    this.platform = platform
    this.verifySignature = verify
    this.clockSkew = clockSkew
    this.bodyLimit = bodyLimit
    Object.freeze(this)
  }

  /**
   * Checks what came over the network.
   * @type {(file: Uint8Array | string, options: { path: string, stored?: VerifiedManifest | null, now: number }) => Promise<VerifiedManifest>}
   */
  async verify(file, { path, stored = null, now }) {
    const received = await this.#checkSignature(file, path, stored)
    // Written so that a clock which shows NaN refuses.
    if (!(received.date <= now + this.clockSkew)) {
      throw refusal('ahead-of-clock', `the signed date ${dateText(received.date)} is too far ahead of the clock`)
    }
    this.#checkOrder(received, stored)
    return this.#manifest(received)
  }

  /**
   * Checks again what was verified and then kept, or what the app embeds. Its date is not compared with the clock: that was
   * done when the document was accepted, and a clock that was set back since must not lift a block.
   * @type {(file: Uint8Array | string, options: { path: string, notBefore?: VerifiedManifest | null }) => Promise<VerifiedManifest>}
   */
  async verifyKept(file, { path, notBefore = null }) {
    const received = await this.#checkSignature(file, path, notBefore)
    this.#checkOrder(received, notBefore)
    return this.#manifest(received)
  }

  /** @type {(content: Uint8Array | string, path: string, stored: VerifiedManifest | null) => Promise<Received>} */
  async #checkSignature(content, path, stored) {
    if (content.length > jwsLimit(this.bodyLimit)) throw this.#tooLarge()
    const { file, body, signature, signed, date, ...claim } = readJWS(content)
    if (body.length > this.bodyLimit) throw this.#tooLarge()
    const key = this.#key(claim.keyID)
    if (claim.environment !== this.environment) throw refusal('other-document', `it was signed for environment "${claim.environment}"`)
    if (claim.path !== path) throw refusal('other-document', `it was signed for the path ${claim.path}`)
    if (!await this.#isSigned(key, signature, signed)) {
      // A truncated body, or a host in the middle of an update.
      throw refusal('bad-signature', `the signature is not one of key "${key.id}" over these bytes`, { isTransient: true })
    }
    if (stored !== null && this.keys.isOlder(key.id, stored.key.id)) {
      throw refusal('rollback', `key id "${key.id}" is older than "${stored.key.id}", which signed the stored document`)
    }
    return { key, date, body, file }
  }

  #key(/** @type {string} */ id) {
    const key = this.keys.key(id)
    if (key === undefined) throw refusal('unknown-key', `key id "${id}" is not on the key ring`)
    if (key.isRevoked) throw refusal('revoked-key', `key id "${id}" is revoked`)
    if (key.environment !== this.environment) throw refusal('other-document', `key id "${id}" is for environment "${key.environment}"`)
    return key
  }

  /** @type {(key: import('./index.js').TrustedKey, signature: Uint8Array, signed: Uint8Array) => Promise<boolean>} */
  async #isSigned(key, signature, signed) {
    try {
      return await this.verifySignature(key.publicKey, signature, signed) === true
    } catch (error) {
      // That says nothing about the document: what is stored must not be given up for it.
      throw new CheckFailure('crypto', `the signature could not be checked: ${error instanceof Error ? error.message : error}`)
    }
  }

  #tooLarge() { return refusal('too-large', `the body is larger than ${this.bodyLimit} bytes`) }

  /** @type {(received: Received, stored: VerifiedManifest | null) => void} */
  #checkOrder({ key, date, body }, stored) {
    // Dates count within one key only: a thief of an older key could otherwise lock out all later documents with a date
    // ahead of the clock. Keys never go back.
    if (stored === null || this.keys.isOlder(stored.key.id, key.id)) return
    const storedDate = dateText(stored.date)
    if (date < stored.date) {
      throw refusal('rollback', `the signed date ${dateText(date)} is before that of the stored document, ${storedDate}`)
    }
    if (date === stored.date && !hasSameBytes(body, stored.body)) {
      throw refusal('rollback', `another body with the signed date ${storedDate} is stored`)
    }
  }

  #manifest(/** @type {Received} */ received) {
    try {
      return new VerifiedManifest(MADE_HERE, { ...received, gate: readGateDocument(this.platform, received.body) })
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      if (error.isSyntax) throw refusal('unreadable', 'the body is not strict JSON', { detail: error.message })
      const other = ['ios', 'android'].find((platform) => isFor(platform, received.body))
      throw other === undefined
        ? refusal('unreadable', `the body is not a document of format gate-${this.platform}`, { detail: error.message })
        : refusal('other-document', `the body is a document of another format than gate-${this.platform}`, { detail: other })
    }
  }
}

/** @type {(code: string, phrase: string, more?: { detail?: string, isTransient?: boolean }) => VerificationError} */
const refusal = (code, phrase, more) => new VerificationError(code, phrase, more)

/** @typedef {{ key: import('./index.js').TrustedKey, date: number, body: Uint8Array, file: Uint8Array }} Received signed, and not read yet */

/** @type {(platform: string, body: Uint8Array) => boolean} */
function isFor(platform, body) {
  try {
    return readGateDocument(platform, body) !== null
  } catch {
    return false
  }
}
