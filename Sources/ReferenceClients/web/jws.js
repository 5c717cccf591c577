/**
 * A `.jws` of Signet: a compact JWS (RFC 7515 §7.1) whose protected header has one form, which is compared and never parsed.
 *
 *     {"alg":"ES256","kid":"…","typ":"signet+jws","environment":"…","path":"…","iat":1795302327}
 *
 * Own: a JOSE library lets the header choose how it is checked; `atob` skips white space and ignores bits after the last byte,
 * so that one signature would have many spellings. Proved by `verification-jws.json`.
 */

import { VerificationError } from './errors.js'
import { bytesOf, textOf, utf8 } from './json.js'
import { LAST_SECOND } from './time.js'

/** @type {Record<string, string>} the rules of the form, and what a log says where one is broken */
const MALFORMED = {
  parts: 'this is not a .jws of Signet: it is not three parts joined by periods',
  'header-encoding': 'this is not a .jws of Signet: its header is not canonical base64url',
  'body-encoding': 'this is not a .jws of Signet: its body is not canonical base64url',
  'signature-encoding': 'this is not a .jws of Signet: its signature is not canonical base64url',
  'without-body': 'this is not a .jws of Signet: it has no body',
  header: 'this is not a .jws of Signet: its header is not of the one form',
  'key-id': 'this is not a .jws of Signet: its kid is not a key id',
  environment: 'this is not a .jws of Signet: its environment is not a name',
  path: 'this is not a .jws of Signet: its path is not the path of a document',
  date: 'this is not a .jws of Signet: its iat is not a date',
  empty: 'the signature is empty',
  'not-raw-form': 'the signature is not the 64 bytes of r||s',
  zero: 'r or s of the signature is zero',
  'out-of-range': 'r or s of the signature is not below the order of the curve',
}

/** What bytes that were cut short break: the whole ones may come with another attempt. */
const OF_TRUNCATION = ['parts', 'signature-encoding', 'empty', 'not-raw-form']

const malformed = (/** @type {string} */ rule) => (
  new VerificationError('malformed', MALFORMED[rule], { isTransient: OF_TRUNCATION.includes(rule) }))

export const keyIDForm = /^[A-Za-z0-9._:/-]{1,256}$/
export const environmentForm = /^(?!\.)[A-Za-z0-9._-]{1,64}$/
const PUBLICATION = 'publication'

/**
 * Whether a text is the path of a document: segments of `[A-Za-z0-9._-]+` without a leading dot, joined by `/`, and none of
 * the names that belong to a tree itself.
 * @param {string} path
 */
export function isDocumentPath(path) {
  const segments = path.split('/')
  if (path.length > 1_024 || segments.length > 32) return false
  return segments.every((segment, index) => {
    const lowercased = segment.toLowerCase()
    return segment.length <= 240 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment)
      && !['.sig', '.headers', '.jws'].some((suffix) => lowercased.endsWith(suffix))
      && !(index === 0 && lowercased === PUBLICATION)
  })
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
  if (second < 0 || file.indexOf(0x2E, second + 1) >= 0) throw malformed('parts')
  const headerBytes = decodeBase64URL(file.subarray(0, first))
  if (headerBytes === null) throw malformed('header-encoding')
  const body = decodeBase64URL(file.subarray(first + 1, second))
  if (body === null) throw malformed('body-encoding')
  const signature = decodeBase64URL(file.subarray(second + 1))
  if (signature === null) throw malformed('signature-encoding')
  if (body.length === 0) throw malformed('without-body')
  const header = readHeader(textOf(headerBytes))
  const failure = signatureFailure(signature)
  if (failure !== null) throw malformed(failure)
  return { ...header, file, body, signature, signed: file.subarray(0, second) }
}

const headerForm = /^\{"alg":"ES256","kid":"([^"]*)","typ":"signet\+jws","environment":"([^"]*)","path":"([^"]*)","iat":([0-9]*)\}$/

/** @param {string} header cuts the values out of the one form, in which only they may differ */
function readHeader(header) {
  const values = headerForm.exec(header)
  if (values === null) throw malformed('header')
  const [, keyID, environment, path, iat] = values
  if (!keyIDForm.test(keyID)) throw malformed('key-id')
  if (!environmentForm.test(environment)) throw malformed('environment')
  if (path !== PUBLICATION && !isDocumentPath(path)) throw malformed('path')
  if (iat === '' || Number(iat) > LAST_SECOND) throw malformed('date')
  // The number has one spelling.
  if (String(Number(iat)) !== iat) throw malformed('header')
  return { keyID, environment, path, date: Number(iat) }
}

/** The order n of the base point of P-256 (FIPS 186-4 §D.1.2.3). */
const ORDER = Uint8Array.of(
  0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
  0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51)

/** @param {Uint8Array} raw the rule that r‖s breaks (RFC 7518 §3.4), so that no `verify` needs to know it; null for none */
function signatureFailure(raw) {
  if (raw.length === 0) return 'empty'
  if (raw.length !== 64) return 'not-raw-form'
  for (const half of [raw.subarray(0, 32), raw.subarray(32)]) {
    if (half.every((byte) => byte === 0)) return 'zero'
    const place = half.findIndex((byte, index) => byte !== ORDER[index])
    if (place < 0 || half[place] > ORDER[place]) return 'out-of-range'
  }
  return null
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The value of each digit by its character code; -1 for all others. */
const VALUES = new Int8Array(256).fill(-1)
for (let value = 0; value < 64; value += 1) VALUES[DIGITS.charCodeAt(value)] = value

/** @type {(text: Uint8Array) => Uint8Array | null} without padding (RFC 4648 §5); null unless the bits after the last byte are zero */
function decodeBase64URL(text) {
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
    bytes[count] = (bits >> bitCount) & 0xFF
    count += 1
  }
  return (bits & ((1 << bitCount) - 1)) === 0 ? bytes : null
}

/** @type {(text: string) => Uint8Array | null} standard padded base64 (RFC 4648 §4), in canonical form as well */
export function decodeBase64(text) {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return decodeBase64URL(utf8(text.replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')))
}
