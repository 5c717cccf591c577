/**
 * A `.jws` of Signet: a compact JWS (RFC 7515 §7.1) whose protected header has one form, which is compared and never parsed.
 *
 *     {"alg":"ES256","kid":"…","typ":"signet+jws","environment":"…","path":"…","iat":1795302327}
 *
 * Own: a JOSE library lets the header choose how it is checked; `atob` skips white space and ignores bits after the last byte,
 * so that one signature would have many spellings. Proved by `verification-jws.json`.
 */

import { VerificationError } from './errors.js'
import { bytesOf, textOf } from './json.js'
import { LAST_SECOND } from './values.js'

/** What bytes that were cut short break is transient: the whole ones may come with another attempt. */
const malformed = (/** @type {string} */ phrase, isTransient = false) => new VerificationError('malformed', phrase, isTransient)
const notOfForm = (/** @type {string} */ reason, isTransient = false) => malformed(`this is not a .jws of Signet: ${reason}`, isTransient)

export const keyIDForm = /^[A-Za-z0-9._:/-]{1,256}$/
export const environmentForm = /^(?!\.)[A-Za-z0-9._-]{1,64}$/
const segmentForm = /^(?!.*\.(?:sig|headers|jws)$)[a-z0-9_-][a-z0-9._-]{0,239}$/i
const PUBLICATION = 'publication'

/** Segments of `[A-Za-z0-9._-]+` without a leading dot, joined by `/`, and none of the names of a tree itself. */
export function isDocumentPath(/** @type {string} */ path) {
  const segments = path.split('/')
  return path.length <= 1_024 && segments.length <= 32 && segments.every((segment) => segmentForm.test(segment))
    && segments[0].toLowerCase() !== PUBLICATION
}

/** @param {number} byteCount the most bytes of a `.jws` with a body of so many: two periods, and 64 bytes in 86 characters */
export const jwsLimit = (byteCount) => Math.floor((HEADER_BYTES + byteCount + 2) / 3) * 4 + 2 + 86
const HEADER_BYTES = 1_536

/** @param {Uint8Array | string} content nothing of the body is looked at */
export function readJWS(content) {
  const file = bytesOf(content)
  // By searching: a megabyte of periods has a million parts.
  const first = file.indexOf(0x2E)
  const second = first < 0 ? -1 : file.indexOf(0x2E, first + 1)
  if (second < 0 || file.indexOf(0x2E, second + 1) >= 0) throw notOfForm('it is not three parts joined by periods', true)
  const header = decodePart('header', file.subarray(0, first))
  const body = decodePart('body', file.subarray(first + 1, second))
  const signature = decodePart('signature', file.subarray(second + 1))
  if (body.length === 0) throw notOfForm('it has no body')
  const claim = readHeader(textOf(header))
  checkSignatureForm(signature)
  return { ...claim, file, body, signature, signed: file.subarray(0, second) }
}

function decodePart(/** @type {string} */ part, /** @type {Uint8Array} */ text) {
  const bytes = decodeBase64URL(text)
  if (!bytes) throw notOfForm(`its ${part} is not canonical base64url`, part === 'signature')
  return bytes
}

const headerForm = /^\{"alg":"ES256","kid":"([^"]*)","typ":"signet\+jws","environment":"([^"]*)","path":"([^"]*)","iat":([0-9]*)\}$/

/** @param {string} header cuts the values out of the one form, in which only they may differ */
function readHeader(header) {
  const values = headerForm.exec(header)
  if (!values) throw notOfForm('its header is not of the one form')
  const [, keyID, environment, path, iat] = values
  const date = Number(iat)
  if (!keyIDForm.test(keyID)) throw notOfForm('its kid is not a key id')
  if (!environmentForm.test(environment)) throw notOfForm('its environment is not a name')
  if (path !== PUBLICATION && !isDocumentPath(path)) throw notOfForm('its path is not the path of a document')
  if (iat === '' || date > LAST_SECOND) throw notOfForm('its iat is not a date')
  // The number has one spelling.
  if (String(date) !== iat) throw notOfForm('its header is not of the one form')
  return { keyID, environment, path, date }
}

/** The order n of the base point of P-256 (FIPS 186-4 §D.1.2.3). */
const ORDER = Uint8Array.of(
  0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
  0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51)

/** @param {Uint8Array} raw r‖s (RFC 7518 §3.4), checked here so that no `verify` needs to know */
function checkSignatureForm(raw) {
  if (raw.length === 0) throw malformed('the signature is empty', true)
  if (raw.length !== 64) throw malformed('the signature is not the 64 bytes of r||s', true)
  for (const half of [raw.subarray(0, 32), raw.subarray(32)]) {
    if (half.every((byte) => byte === 0)) throw malformed('r or s of the signature is zero')
    const place = half.findIndex((byte, index) => byte !== ORDER[index])
    if (place < 0 || half[place] > ORDER[place]) throw malformed('r or s of the signature is not below the order of the curve')
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The value of each digit by its character code; -1 for all others. */
const VALUES = new Int8Array(256).fill(-1)
for (let value = 0; value < 64; value += 1) VALUES[DIGITS.charCodeAt(value)] = value

/** @type {(text: Uint8Array) => Uint8Array | null} without padding (RFC 4648 §5); null unless the bits after the last byte are zero */
export function decodeBase64URL(text) {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [bits, bitCount, count] = [0, 0, 0]
  for (let index = 0; index < text.length; index += 1) {
    const digit = VALUES[text[index]]
    if (digit < 0) return null
    bits = ((bits << 6) | digit) & 0xFFFF
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[count++] = (bits >> bitCount) & 0xFF
  }
  return (bits & ((1 << bitCount) - 1)) === 0 ? bytes : null
}
