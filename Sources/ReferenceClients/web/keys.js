/**
 * The key ring of an app: what `signet keys export --js` or `--json` writes.
 *
 * Own: a SubjectPublicKeyInfo of P-256 has 26 bytes before its point (RFC 5480), always the same; compared, they leave nothing
 * to interpret. Proved by the rings of `verification-….json`, with every state and environment of a key.
 */

import { DocumentError, KeyRingError } from './errors.js'
import { asObject, asString, hasSameBytes, parseJSON, utf8 } from './json.js'
import { decodeBase64, environmentForm, keyIDForm } from './jws.js'

/** @typedef {import('./index.js').TrustedKey} TrustedKey */
const RING_BYTES = 1 << 20
const MEMBERS = ['id', 'name', 'environment', 'state', 'publicKey']
const STATES = ['next', 'active', 'retired', 'revoked']

/** Everything before the point; 04, an uncompressed point, is the last byte. */
const PREFIX = Uint8Array.of(
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
  0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04)

export class TrustedKeys {
  #byID

  /** @param {string | object} exported the text of an exported ring, or the constant of an exported module */
  constructor(exported) {
    const text = typeof exported === 'string' ? exported : JSON.stringify(exported) ?? ''
    if (utf8(text).length > RING_BYTES) throw new KeyRingError(`the key ring is larger than ${RING_BYTES} bytes`)
    try {
      const ring = asObject(parseJSON(text), 'the key ring')
      const entries = ring.get('keys')
      if (!Array.isArray(entries) || ring.size !== 1) throw new KeyRingError('it is not { "keys": [ … ] }')
      /** The keys in the order of the ring, oldest first. */
      this.keys = Object.freeze(entries.map(readKey))
    } catch (error) {
      throw error instanceof DocumentError ? new KeyRingError(error.message) : error
    }
    this.#byID = new Map(this.keys.map((key) => [key.id, key]))
    if (this.#byID.size < this.keys.length || new Set(this.keys.map(({ publicKey }) => String(publicKey))).size < this.keys.length) {
      throw new KeyRingError('the same id or the same public key is on the ring twice')
    }
    Object.freeze(this)
  }

  /** @param {string} id of the one key that a signature names; no other key is ever tried */
  key(id) { return this.#byID.get(id) }

  /** @type {(id: string, other: string) => boolean} whether a key comes before another one; false unless both are on the ring */
  isOlder(id, other) {
    const [index, otherIndex] = [id, other].map((one) => this.keys.findIndex((key) => key.id === one))
    return index >= 0 && otherIndex >= 0 && index < otherIndex
  }
}

/** @type {(value: import('./json.js').JSONValue) => TrustedKey} */
function readKey(value) {
  const entry = asObject(value, 'a key')
  const [id, name, environment, state, base64] = MEMBERS.map((member) => asString(entry.get(member), member))
  if (entry.size !== MEMBERS.length) throw new KeyRingError('a key has an unknown member')
  if (!keyIDForm.test(id)) throw new KeyRingError(`"${id}" is not a key id`)
  if (!environmentForm.test(environment)) throw new KeyRingError(`"${environment}" is not the name of an environment`)
  if (!STATES.includes(state)) throw new KeyRingError(`a key is one of ${STATES.join(', ')}`)
  const publicKey = decodeBase64(base64)
  if (publicKey?.length !== PREFIX.length + 64 || !hasSameBytes(publicKey.subarray(0, PREFIX.length), PREFIX)) {
    throw new KeyRingError(`key "${id}" is not the base64 of a P-256 SubjectPublicKeyInfo`)
  }
  return Object.freeze({ id, name, environment, isRevoked: state === 'revoked', publicKey })
}
