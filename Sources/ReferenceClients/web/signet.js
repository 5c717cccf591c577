/**
 * Signet for the web: verifies the signed documents of a Signet tree and decides by them whether an app may run.
 *
 * One module without dependencies, to be copied into an app: browsers and web views (Chrome 85, Safari 15, Firefox 90 and
 * later; secure contexts, since it needs WebCrypto), Capacitor, Node 20 and later. It passes the same vectors as the Swift library (`Tests/Vectors`).
 *
 *     import { Device, Gate, TrustedKeys } from './signet.js'
 *     import { keyRing } from './key-ring.js'        // signet keys export --js --environment production
 *
 *     const gate = new Gate({
 *       base: 'https://distribution.example.com', path: 'gate/ios.json', format: 'gate-ios', envelope: 'jws',
 *       environment: 'production', keys: await TrustedKeys.load(keyRing),
 *       device: new Device({ platform: 'ios', os: '17.5', app: '3.2.0', build: '41000', languages: navigator.languages }),
 *     })
 *     const decision = await gate.check()            // never throws, and waits at most three seconds
 *     if (decision.isBlocked) showBlockingScreen(decision)
 *
 * Nothing of a body is interpreted before its signature is checked. A failure of the network, of a signature or of a
 * document never decides by itself: the last verified document stands. `Gate` is all that most apps need; `Verifier`,
 * `decide` and `chooseText` are its parts. A page that comes from the host it should check proves little: whoever
 * controls the host controls the check.
 *
 * Versions, builds and SDK levels are text throughout: the numbers of JavaScript are exact to 2^53 only.
 *
 * @module signet
 */

// MARK: Limits

/** Every limit of what is read, in one place; anything larger is refused before it is processed. Times are in seconds. */
export const Limits = Object.freeze({
  /** Bytes of a body that an app accepts. */
  manifestBytes: 1 << 20,
  /** Bytes of all signature metadata of one document, names and values. */
  signatureMetadataBytes: 2_048,
  /** How far ahead of the clock a signed date may be; anything later is refused and never stored. */
  clockSkew: 24 * 3_600,
  /** Bytes of a key id. */
  keyIDBytes: 256,
  /** Digits of one component of a version. */
  versionDigits: 18,
  /** Characters of a language tag. */
  languageTagBytes: 64,
  /** Languages of a user that are looked up; more than anyone reads. */
  languagesTried: 64,
  /** Subtags of a language that are read. */
  subtagsRead: 16,
  /** Containers inside one another in a JSON text. */
  jsonNesting: 64,
  /** Bytes of the protected header of a `.jws`. */
  jwsHeaderBytes: 1_536,
  /** Bytes of an exported key ring. */
  keyRingBytes: 1 << 20,
  /** Bytes of a headers sidecar. */
  sidecarBytes: 16 << 10,
  /** Segments of a path. */
  folderDepth: 32,
  /** Bytes of a path. */
  pathBytes: 1_024,
  /** Bytes of one segment of a path. */
  pathSegmentBytes: 240,
  /** Bytes of the name of an environment or a key. */
  nameBytes: 64,
  /** Rules of a gate document. */
  gateRules: 1_000,
  /** Versions that a gate document lists as available. */
  gateLatest: 100,
  /** Steps of a staged rule. */
  shareSteps: 100,
  /** How far after the signed date of a gate document its rules believe the clock. */
  ruleTimeAhead: 7 * 86_400,
  /** How old by the clock a signed date may be for maintenance to close the app. */
  maintenanceAge: 7 * 86_400,
  /** Redirects that a fetch follows. */
  redirects: 5,
  /** Seconds that a storage may take for an answer; one that takes longer has failed. */
  storageTime: 1,
  /** How often something is read again and replaced that others have written meanwhile. */
  storageAttempts: 100,
  /** Characters of what a prompt throttle keeps. */
  promptCharacters: 32 << 10,
  /** Rules that a prompt throttle keeps; more than one document recommends in the days that "Later" lasts. */
  promptRules: 100,
})

/** 9999-12-31T23:59:59Z. */
const LAST_SECOND = 253_402_300_799
const INT64_MAX = '9223372036854775807'

// MARK: Errors

/** What this module throws: `code` is for programs and stable, `message` is a phrase for people. */
export class SignetError extends Error {
  /**
   * @param {string} code in kebab case
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.name = new.target.name
    /** @readonly */
    this.code = code
  }
}

/**
 * The rules of a form, and what a log says where one is broken: the same to the byte in all clients.
 * @type {Record<string, string>}
 */
const MALFORMED = {
  'missing-signature': 'header x-amz-meta-signature is missing',
  'missing-date': 'header x-amz-meta-signature-date is missing',
  'repeated-signature': 'header x-amz-meta-signature appears more than once',
  'repeated-date': 'header x-amz-meta-signature-date appears more than once',
  'not-ascii': 'header x-amz-meta-signature is not printable ASCII',
  'not-name-and-quoted-value': 'header x-amz-meta-signature is not keyId="ID",signature="BASE64"',
  'unknown-parameter': 'header x-amz-meta-signature has an unknown parameter',
  'repeated-parameter': 'header x-amz-meta-signature has a parameter twice',
  'missing-parameter': 'header x-amz-meta-signature lacks a parameter',
  'reordered-parameters': 'header x-amz-meta-signature has signature before keyId',
  'invalid-key-id': 'the key id is not 1 to 256 of A-Z a-z 0-9 . _ : / -',
  'invalid-base64': 'the signature is not standard padded base64 in canonical form',
  'invalid-date': 'header x-amz-meta-signature-date is not a date like "Mon, 03 Aug 2020 22:59:35 UTC"',
  'body-begins-with-date': 'the body begins with a date and a colon, which profile body does not allow',
  empty: 'the signature is empty',
  'raw-form': 'the signature is 64 bytes that look like raw r||s; it must be ASN.1 DER',
  'not-raw-form': 'the signature is not the 64 bytes of r||s',
  'not-a-sequence': 'the DER of the signature is not a SEQUENCE',
  'length-not-minimal': 'a DER length in the signature is not in its shortest form',
  truncated: 'the DER of the signature ends too early',
  'trailing-bytes': 'bytes follow after the DER of the signature',
  'not-an-integer': 'r or s of the signature is not an INTEGER',
  'integer-not-minimal': 'r or s of the signature is not in its shortest form',
  negative: 'r or s of the signature is negative',
  zero: 'r or s of the signature is zero',
  'out-of-range': 'r or s of the signature is not below the order of the curve',
  'jws-parts': 'this is not a .jws of Signet: it is not three parts joined by periods',
  'jws-header-encoding': 'this is not a .jws of Signet: its header is not canonical base64url',
  'jws-body-encoding': 'this is not a .jws of Signet: its body is not canonical base64url',
  'jws-signature-encoding': 'this is not a .jws of Signet: its signature is not canonical base64url',
  'jws-without-body': 'this is not a .jws of Signet: it has no body',
  'jws-header': 'this is not a .jws of Signet: its header is not of the one form',
  'jws-key-id': 'this is not a .jws of Signet: its kid is not a key id',
  'jws-environment': 'this is not a .jws of Signet: its environment is not a name',
  'jws-path': 'this is not a .jws of Signet: its path is not the path of a document',
  'jws-date': 'this is not a .jws of Signet: its iat is not a date',
}

/** What bytes that were cut short break: the whole ones may come with another attempt. */
const OF_TRUNCATION = ['jws-parts', 'jws-signature-encoding', 'empty', 'not-raw-form']

/**
 * Why a download is not a manifest. There is one code for each thing to do next: `malformed`, `unknown-key`,
 * `revoked-key`, `bad-signature`, `other-document`, `rollback`, `ahead-of-clock`, `frozen`, `unreadable` or `too-large`.
 */
export class VerificationError extends SignetError {
  /**
   * @param {string} code
   * @param {string} phrase
   * @param {{ detail?: string | null, isTransient?: boolean }} more
   */
  constructor(code, phrase, { detail = null, isTransient = false } = {}) {
    super(code, detail === null ? phrase : `${phrase}: ${detail}`)
    /** Which check failed, for logs: the same to the byte in all clients. @readonly */
    this.phrase = phrase
    /** Whether another attempt may succeed, as with a body that was cut short. @readonly */
    this.isTransient = isTransient
  }

  /** @param {string} rule */
  static malformed(rule) {
    return new VerificationError('malformed', MALFORMED[rule], { isTransient: OF_TRUNCATION.includes(rule) })
  }
}

/** Why an exported key ring cannot be read. */
export class KeyRingError extends SignetError {
  /** @param {string} message */
  constructor(message) { super('key-ring', message) }
}

/** Why a body is not a document of its format, or says nothing to an app. */
export class DocumentError extends SignetError {
  /**
   * @param {string} message
   * @param {boolean} [isSyntax] whether the body is not even strict JSON
   */
  constructor(message, isSyntax = false) {
    super('document', message)
    /** @readonly */
    this.isSyntax = isSyntax
  }
}

/**
 * Why there is no response: `unacceptable-url`, `unreachable`, `timed-out`, `body-too-large`, `redirected`, `encoded` or
 * `cancelled`.
 */
export class TransportError extends SignetError {}

// MARK: Bytes and text

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @param {string} text */
const utf8 = (text) => encoder.encode(text)

/**
 * @param {string} text
 * @returns {number} how many bytes of UTF-8 it has
 */
const utf8Length = (text) => utf8(text).length

/** @param {string} text the text with ASCII letters in lower case and nothing else changed */
const asciiLowercased = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @param {Uint8Array | ArrayBuffer | ArrayBufferView | string} data text counts as its UTF-8 */
function bytesOf(data) {
  if (typeof data === 'string') return utf8(data)
  if (data instanceof Uint8Array) return data
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return new Uint8Array(data)
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((count, part) => count + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
const hasSameBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index])

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE64URL = BASE64.replace('+/', '-_')

/** @param {string} alphabet the value of each digit by its character code; -1 for all others */
function digitTable(alphabet) {
  const table = new Int8Array(256).fill(-1)
  for (let value = 0; value < 64; value += 1) table[alphabet.charCodeAt(value)] = value
  return table
}

const base64Digits = digitTable(BASE64)
const base64URLDigits = digitTable(BASE64URL)

/**
 * The bytes that digits stand for; null for other digits, and unless the bits after the last byte are zero, as in the
 * canonical form.
 * @param {Uint8Array} text without padding
 * @param {Int8Array} digits
 */
function decodeDigits(text, digits) {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [bits, bitCount, count] = [0, 0, 0]
  for (const character of text) {
    const digit = digits[character]
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

/** @param {Uint8Array} text base64url without padding (RFC 4648 §5); null unless it is in canonical form */
const decodeBase64URL = (text) => decodeDigits(text, base64URLDigits)

/** @param {string} text standard padded base64 (RFC 4648 §4); null unless it is in canonical form */
function decodeBase64(text) {
  const bytes = utf8(text)
  if (bytes.length % 4 !== 0) return null
  let end = bytes.length
  while (end > 0 && bytes.length - end < 2 && bytes[end - 1] === 0x3D) end -= 1
  return decodeDigits(bytes.subarray(0, end), base64Digits)
}

/** @param {Uint8Array} bytes standard padded base64 of them */
function encodeBase64(bytes) {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [a, b, c] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    text += BASE64[a >> 2] + BASE64[((a & 3) << 4) | ((b ?? 0) >> 4)]
    text += b === undefined ? '=' : BASE64[((b & 15) << 2) | ((c ?? 0) >> 6)]
    text += c === undefined ? '=' : BASE64[c & 63]
  }
  return text
}

/** @param {Uint8Array} bytes base64url of them, without padding */
const encodeBase64URL = (bytes) => encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

// MARK: Strict JSON

/** A number of a JSON text, as it is spelled there. */
class JSONNumber {
  /** @param {string} spelling */
  constructor(spelling) { this.spelling = spelling }
}

/** @typedef {null | boolean | JSONNumber | string | JSONArray | JSONObject} JSONValue */
/** @typedef {JSONValue[]} JSONArray */
/** @typedef {Map<string, JSONValue>} JSONObject */

/** Why bytes are not strict JSON. */
class JSONError extends Error {
  /**
   * @param {string} reason
   * @param {number} offset
   */
  constructor(reason, offset) {
    super(`byte ${offset + 1}: ${reason}`)
  }
}

/**
 * Reads strict JSON (RFC 8259): UTF-8 without a byte order mark, no member twice in an object, no escaped surrogate
 * without its partner, nothing after the value.
 *
 * Objects become maps, so that `__proto__` and the like are names as any other. Two names are the same when their bytes
 * are; as neither has a lone surrogate, it is enough to compare the strings.
 * @param {Uint8Array} bytes
 * @returns {JSONValue}
 */
function parseJSON(bytes) {
  let index = 0

  /**
   * @param {string} reason
   * @param {number} [offset]
   */
  const failure = (reason, offset = index) => new JSONError(reason, offset)

  const skipSpace = () => {
    while (bytes[index] === 0x20 || bytes[index] === 0x0A || bytes[index] === 0x0D || bytes[index] === 0x09) index += 1
  }

  /** @param {number} depth how many containers the value is in */
  const value = (depth) => {
    skipSpace()
    switch (bytes[index]) {
      case 0x7B: return object(depth + 1)
      case 0x5B: return array(depth + 1)
      case 0x22: return string()
      case 0x66: return word('false', false)
      case 0x6E: return word('null', null)
      case 0x74: return word('true', true)
      default: return number()
    }
  }

  const word = (/** @type {string} */ spelling, /** @type {null | boolean} */ meaning) => {
    for (let offset = 0; offset < spelling.length; offset += 1) {
      if (bytes[index + offset] !== spelling.charCodeAt(offset)) throw failure('unknown word')
    }
    index += spelling.length
    return meaning
  }

  /** Enters a container; returns false when it ends at once. */
  const open = (/** @type {number} */ depth, /** @type {number} */ end) => {
    if (depth > Limits.jsonNesting) throw failure(`more than ${Limits.jsonNesting} containers inside one another`)
    index += 1
    skipSpace()
    if (bytes[index] !== end) return true
    index += 1
    return false
  }

  /** Whether another value follows in the container. */
  const goesOn = (/** @type {number} */ end) => {
    skipSpace()
    const byte = bytes[index]
    if (byte !== 0x2C && byte !== end) throw failure('expected a comma or the end of the container')
    index += 1
    return byte === 0x2C
  }

  const array = (/** @type {number} */ depth) => {
    /** @type {JSONValue[]} */
    const elements = []
    if (!open(depth, 0x5D)) return elements
    do elements.push(value(depth)); while (goesOn(0x5D))
    return elements
  }

  const object = (/** @type {number} */ depth) => {
    /** @type {Map<string, JSONValue>} */
    const members = new Map()
    if (!open(depth, 0x7D)) return members
    do {
      skipSpace()
      if (bytes[index] !== 0x22) throw failure('expected a member name in double quotes')
      const start = index
      const name = string()
      if (members.has(name)) throw failure(`duplicate member "${name}"`, start)
      skipSpace()
      if (bytes[index] !== 0x3A) throw failure('expected a colon')
      index += 1
      members.set(name, value(depth))
    } while (goesOn(0x7D))
    return members
  }

  const digits = () => {
    const start = index
    while (bytes[index] >= 0x30 && bytes[index] <= 0x39) index += 1
    if (index === start) throw failure(index < bytes.length ? 'expected a value' : 'the text ends too early')
  }

  const number = () => {
    const start = index
    if (bytes[index] === 0x2D) index += 1
    const first = index
    digits()
    if (bytes[first] === 0x30 && index - first > 1) throw failure('a number with a leading zero', first)
    if (bytes[index] === 0x2E) {
      index += 1
      digits()
    }
    if (bytes[index] === 0x65 || bytes[index] === 0x45) {
      index += 1
      if (bytes[index] === 0x2B || bytes[index] === 0x2D) index += 1
      digits()
    }
    return new JSONNumber(decoder.decode(bytes.subarray(start, index)))
  }

  const string = () => {
    index += 1
    let text = ''
    let start = index
    const run = () => {
      try {
        return decoder.decode(bytes.subarray(start, index))
      } catch {
        throw failure('invalid UTF-8', start)
      }
    }
    for (;;) {
      const byte = bytes[index]
      if (byte === undefined) throw failure('the text ends too early')
      if (byte < 0x20) throw failure('a control character in a string')
      if (byte === 0x22) {
        text += run()
        index += 1
        return text
      }
      if (byte === 0x5C) {
        text += run()
        text += escape()
        start = index
      } else {
        index += 1
      }
    }
  }

  const escape = () => {
    const letter = String.fromCharCode(bytes[index + 1] ?? 0)
    if (letter === 'u') {
      const first = hexDigits()
      if (first < 0xD800 || first > 0xDFFF) return String.fromCharCode(first)
      if (first > 0xDBFF || bytes[index] !== 0x5C || bytes[index + 1] !== 0x75) throw failure('a lone surrogate')
      const second = hexDigits()
      if (second < 0xDC00 || second > 0xDFFF) throw failure('a lone surrogate')
      return String.fromCharCode(first, second)
    }
    const meaning = ESCAPES.get(letter)
    if (meaning === undefined) throw failure('invalid escape in a string')
    index += 2
    return meaning
  }

  /** The number in `\u` and four digits. */
  const hexDigits = () => {
    const digits = String.fromCharCode(...bytes.subarray(index + 2, index + 6))
    if (!/^[0-9A-Fa-f]{4}$/.test(digits)) throw failure('invalid escape in a string')
    index += 6
    return Number.parseInt(digits, 16)
  }

  const result = value(0)
  skipSpace()
  if (index < bytes.length) throw failure('something follows after the end of the value')
  return result
}

const ESCAPES = new Map([
  ['"', '"'], ['\\', '\\'], ['/', '/'], ['b', '\b'], ['f', '\f'], ['n', '\n'], ['r', '\r'], ['t', '\t'],
])

/**
 * @param {JSONValue | undefined} value
 * @param {string} name
 * @returns {Map<string, JSONValue>}
 */
function asObject(value, name) {
  if (!(value instanceof Map)) throw new DocumentError(`"${name}" is not an object`)
  return value
}

/**
 * @param {JSONValue | undefined} value
 * @param {string} name
 * @returns {string}
 */
function asString(value, name) {
  if (typeof value !== 'string') throw new DocumentError(`"${name}" is not a string`)
  return value
}

/** @param {JSONValue | undefined} value the digits of a positive integer that is spelled as one and has 64 bits; else null */
function positiveInteger(value) {
  if (!(value instanceof JSONNumber) || !/^[1-9][0-9]{0,18}$/.test(value.spelling)) return null
  return compareDigits(value.spelling, INT64_MAX) <= 0 ? value.spelling : null
}

// MARK: Versions

/**
 * @param {string} a digits without leading zeros
 * @param {string} b
 * @returns {number} below zero when a is less than b
 */
const compareDigits = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** @param {string} digits without leading zeros, of which a number of 64 bits is left */
function withoutLeadingZeros(digits) {
  const number = digits.replace(/^0+(?=[0-9])/, '')
  return compareDigits(number, INT64_MAX) > 0 ? INT64_MAX : number
}

/**
 * Compares number by number; missing ones are 0.
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function compareNumbers(a, b) {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = compareDigits(a[index] ?? '0', b[index] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

const VERSION = `[0-9]{1,${Limits.versionDigits}}(?:\\.[0-9]{1,${Limits.versionDigits}}){0,2}`
const versionForm = new RegExp(`^${VERSION}$`)

/**
 * The numbers of a version in a document: one to three runs of 1 to 18 digits joined by dots; null for another form.
 * @param {unknown} text
 */
function versionNumbers(text) {
  return typeof text === 'string' && versionForm.test(text) ? text.split('.').map(withoutLeadingZeros) : null
}

/**
 * The version, build or system that a device reports: `3.2.0`, `1.1.0.3`, `1.1.0-rc1`, `41000`.
 *
 * It is compared by all the numbers that it begins with: `1.1.0.3` is above `1.1.0` and below `1.1.1`. What follows the
 * numbers is not compared, so `1.1.0-rc1` passes wherever `1.1.0` does. A text that does not begin with a digit has no
 * numbers and is below nothing.
 */
export class InstalledVersion {
  /** @param {string} spelling as the device reports it */
  constructor(spelling) {
    /** @readonly */
    this.spelling = spelling
    /** @type {string[]} */
    const numbers = []
    for (const part of spelling.split('.')) {
      const digits = /^[0-9]*/.exec(part)?.[0] ?? ''
      if (digits !== '') numbers.push(withoutLeadingZeros(digits))
      if (digits === '' || digits.length < part.length) break
    }
    /**
     * @readonly
     * @type {readonly string[]}
     */
    this.numbers = Object.freeze(numbers)
    Object.freeze(this)
  }

  /** Whether the text begins with a number, so that it can be compared. */
  get isReadable() { return this.numbers.length > 0 }
}

/**
 * @param {InstalledVersion | null} installed
 * @param {readonly string[]} bound equality passes, the unreadable is below nothing
 */
const isBelow = (installed, bound) => installed?.isReadable === true && compareNumbers(installed.numbers, bound) < 0

const pattern = new RegExp(`^(?:(<=|>=|<|>)?(${VERSION})|(${VERSION})\\.\\.\\.(${VERSION}))$`)

/**
 * A condition on a version: `2.3.1`, `<2`, `<=2`, `>=2`, `>2`, `2.3.1...2.3.4`; null for another form.
 * @param {JSONValue | undefined} value
 * @returns {((numbers: readonly string[]) => boolean) | null}
 */
function versionPattern(value) {
  const parts = typeof value === 'string' ? pattern.exec(value) : null
  if (parts === null) return null
  const [, operator, bound, from, to] = parts
  if (from !== undefined) {
    const [low, high] = [versionNumbers(from) ?? [], versionNumbers(to) ?? []]
    return (numbers) => compareNumbers(numbers, low) >= 0 && compareNumbers(numbers, high) <= 0
  }
  const numbers = versionNumbers(bound) ?? []
  switch (operator) {
    case '<': return (installed) => compareNumbers(installed, numbers) < 0
    case '<=': return (installed) => compareNumbers(installed, numbers) <= 0
    case '>=': return (installed) => compareNumbers(installed, numbers) >= 0
    case '>': return (installed) => compareNumbers(installed, numbers) > 0
    default: return (installed) => compareNumbers(installed, numbers) === 0
  }
}

/**
 * Whether an installed version matches a pattern; null when either cannot be read.
 * @param {string} versionPatternText
 * @param {string} installed
 */
export function matchesVersion(versionPatternText, installed) {
  const [matches, version] = [versionPattern(versionPatternText), new InstalledVersion(installed)]
  return matches === null || !version.isReadable ? null : matches(version.numbers)
}

// MARK: Moments

/**
 * @param {number} seconds since 1970
 * @returns {string} `2020-08-03T22:59:35Z`
 */
const instantText = (seconds) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`

/** @param {unknown} text seconds since 1970 of `2020-08-03T22:59:35Z`, from 1970 to 9999; null for another form */
function instant(text) {
  if (typeof text !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(text)) return null
  const seconds = Date.parse(text) / 1_000
  return seconds >= 0 && seconds <= LAST_SECOND && instantText(seconds) === text ? seconds : null
}

const SECONDS = new Map([['s', 1], ['m', 60], ['h', 3_600], ['d', 86_400]])

/** @param {unknown} text seconds in `90s`, `15m`, `12h` or `7d`: 1 to 6 digits, more than zero; null for another form */
function timeSpan(text) {
  const parts = typeof text === 'string' ? /^([0-9]{1,6})([smhd])$/.exec(text) : null
  return parts && Number(parts[1]) > 0 ? Number(parts[1]) * (SECONDS.get(parts[2]) ?? 1) : null
}

const DATE_BYTES = 29

/**
 * @param {number} seconds since 1970
 * @returns {string} the 29 bytes of a date header: `Mon, 03 Aug 2020 22:59:35 UTC`
 */
const dateHeader = (seconds) => new Date(seconds * 1_000).toUTCString().replace('GMT', 'UTC')

/** @param {string} text seconds since 1970 of a date header; null unless it is exactly what would be written again */
function signedDate(text) {
  const seconds = /^[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} UTC$/.test(text)
    ? Date.parse(text.replace('UTC', 'GMT')) / 1_000 : NaN
  return seconds >= 0 && seconds <= LAST_SECOND && dateHeader(seconds) === text ? seconds : null
}

/**
 * Whether a body begins with something of the form of a date and a `:`. A signature over such bytes alone could be served
 * as a `dated` signature over what follows; only the shape counts.
 * @param {Uint8Array} body
 */
function beginsWithDate(body) {
  const start = String.fromCharCode(...body.subarray(0, DATE_BYTES + 1))
  return /^[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z]{3}:$/.test(start)
}

// MARK: Names

const keyIDForm = new RegExp(`^[A-Za-z0-9._:/-]{1,${Limits.keyIDBytes}}$`)
const environmentForm = new RegExp(`^(?!\\.)[A-Za-z0-9._-]{1,${Limits.nameBytes}}$`)
const nameForm = new RegExp(`^[A-Za-z0-9._-]{1,${Limits.nameBytes}}$`)
const installForm = /^[0-9a-f]{32}$/
const PUBLICATION = 'publication'
const RESERVED_SUFFIXES = ['.sig', '.headers', '.jws']

/**
 * Whether a text is the path of a document: segments of `[A-Za-z0-9._-]+` without a leading dot, joined by `/`, and none of
 * the names that belong to a tree itself.
 * @param {string} path
 */
function isDocumentPath(path) {
  const segments = path.split('/')
  if (path.length > Limits.pathBytes || segments.length > Limits.folderDepth) return false
  return segments.every((segment, index) => {
    const lowercased = segment.toLowerCase()
    return segment.length <= Limits.pathSegmentBytes && /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment)
      && !RESERVED_SUFFIXES.some((suffix) => lowercased.endsWith(suffix))
      && !(index === 0 && lowercased === PUBLICATION)
  })
}

/**
 * The canonical form of a well-formed BCP 47 language tag (RFC 5646 §2.1); null for anything else, and for the irregular
 * grandfathered tags, all of which are deprecated.
 * @param {string} tag
 */
function canonicalLanguage(tag) {
  if (tag.length > Limits.languageTagBytes || !/^[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) return null
  const rest = tag.toLowerCase().split('-')
  /** @type {string[]} */
  const canonical = []
  const next = (/** @type {RegExp} */ form) => rest.length > 0 && form.test(rest[0])
  const take = (/** @type {(subtag: string) => string} */ change = (subtag) => subtag) => {
    canonical.push(change(/** @type {string} */ (rest.shift())))
  }
  if (!next(/^x$/)) {
    if (!next(/^[a-z]{2,8}$/)) return null
    take()
    if (canonical[0].length <= 3) for (let count = 0; count < 3 && next(/^[a-z]{3}$/); count += 1) take()
    if (next(/^[a-z]{4}$/)) take((script) => script[0].toUpperCase() + script.slice(1))
    if (next(/^(?:[a-z]{2}|[0-9]{3})$/)) take((region) => region.toUpperCase())
    const variants = new Set()
    while (next(/^(?:.{5,8}|[0-9].{3})$/)) {
      if (variants.size === variants.add(rest[0]).size) return null
      take()
    }
    const singletons = new Set()
    while (next(/^[a-wyz0-9]$/)) {
      if (singletons.size === singletons.add(rest[0]).size) return null
      take()
      if (!next(/^.{2,8}$/)) return null
      while (next(/^.{2,8}$/)) take()
    }
  }
  if (next(/^x$/)) {
    if (rest.length === 1) return null
    canonical.push(...rest.splice(0))
  }
  return rest.length === 0 ? canonical.join('-') : null
}

// MARK: Signatures

/** The name of the header that carries the signature. */
export const SIGNATURE_HEADER = 'x-amz-meta-signature'
/** The name of the header that carries the signed date; with profile `dated` only. */
export const DATE_HEADER = 'x-amz-meta-signature-date'

/** @typedef {readonly [name: string, value: string]} HeaderField */

/**
 * What a download claims: which key signed, when, and the signature. None of it is verified yet.
 * @typedef {object} SignatureClaim
 * @property {string} keyID
 * @property {Uint8Array} signature r and s, each in 32 bytes, as WebCrypto takes it
 * @property {Uint8Array} der the signature as a header spells it; empty with a `.jws`
 * @property {number | null} date seconds since 1970; in headers only with profile `dated`
 */

/** The order n of the base point of P-256 (FIPS 186-4 §D.1.2.3). */
const ORDER = Uint8Array.from(
  'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/**
 * Reads an ECDSA signature in the one DER form that is accepted (RFC 3279 §2.2.3, X.690 §10 and §11).
 * @param {Uint8Array} bytes
 * @returns {{ signature: Uint8Array } | { failure: string }}
 */
function readDER(bytes) {
  if (bytes.length === 0) return { failure: 'empty' }
  const result = readSequence(bytes)
  // Most likely r‖s as WebCrypto and JOSE write it.
  return 'failure' in result && bytes.length === 64 ? { failure: 'raw-form' } : result
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ signature: Uint8Array } | { failure: string }}
 */
function readSequence(bytes) {
  const sequence = readElement(bytes, 0x30, 'not-a-sequence')
  if ('failure' in sequence) return sequence
  if (sequence.rest.length > 0) return { failure: 'trailing-bytes' }
  let rest = sequence.content
  const signature = new Uint8Array(64)
  for (const end of [32, 64]) {
    const integer = readElement(rest, 0x02, 'not-an-integer')
    if ('failure' in integer) return integer
    rest = integer.rest
    const failure = integerFailure(integer.content)
    if (failure !== null) return { failure }
    const digits = integer.content[0] === 0 ? integer.content.subarray(1) : integer.content
    signature.set(digits, end - digits.length)
  }
  return rest.length > 0 ? { failure: 'trailing-bytes' } : { signature }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} tag
 * @param {string} otherTag what another tag breaks
 * @returns {{ content: Uint8Array, rest: Uint8Array } | { failure: string }}
 */
function readElement(bytes, tag, otherTag) {
  if (bytes.length === 0) return { failure: 'truncated' }
  if (bytes[0] !== tag) return { failure: otherTag }
  if (bytes.length < 2) return { failure: 'truncated' }
  // The long and the indefinite form, which no P-256 signature needs.
  if (bytes[1] >= 0x80) return { failure: 'length-not-minimal' }
  const end = 2 + bytes[1]
  return bytes.length < end ? { failure: 'truncated' } : { content: bytes.subarray(2, end), rest: bytes.subarray(end) }
}

/** @param {Uint8Array} integer the rule that r or s breaks; null for none */
function integerFailure(integer) {
  if (integer.length === 0) return 'integer-not-minimal'
  if (integer[0] >= 0x80) return 'negative'
  if (integer[0] === 0) {
    if (integer.length === 1) return 'zero'
    if (integer[1] < 0x80) return 'integer-not-minimal'
  }
  const magnitude = integer[0] === 0 ? integer.subarray(1) : integer
  if (magnitude.length > ORDER.length) return 'out-of-range'
  if (magnitude.length < ORDER.length) return null
  const index = magnitude.findIndex((byte, place) => byte !== ORDER[place])
  return index >= 0 && magnitude[index] < ORDER[index] ? null : 'out-of-range'
}

/** @param {Uint8Array} raw the rule that r‖s breaks (RFC 7518 §3.4); null for none */
function rawFailure(raw) {
  if (raw.length === 0) return 'empty'
  if (raw.length !== 64) return 'not-raw-form'
  for (const half of [raw.subarray(0, 32), raw.subarray(32)]) {
    const start = half.findIndex((byte) => byte !== 0)
    if (start < 0) return 'zero'
    const failure = integerFailure(joined(Uint8Array.of(0), half))
    if (failure === 'out-of-range') return failure
  }
  return null
}

/**
 * Reads the value of a signature header strictly: `keyId="<id>",signature="<base64>"`; one space after the comma is
 * tolerated.
 * @param {string} value
 */
function readSignatureHeader(value) {
  const refuse = VerificationError.malformed
  if (!/^[\x20-\x7E]*$/.test(value)) throw refuse('not-ascii')
  /** @type {[string, string][]} */
  const parameters = []
  const parameter = /([A-Za-z0-9]+)="([^"]*)"(?:$|, ?)/y
  do {
    const separated = parameter.lastIndex
    const parts = parameter.exec(value)
    if (parts === null) throw refuse('not-name-and-quoted-value')
    parameters.push([parts[1], parts[2]])
    // A comma must be followed by a parameter.
    if (parameter.lastIndex === value.length) {
      if (!value.endsWith('"') || separated === value.length) throw refuse('not-name-and-quoted-value')
      break
    }
  } while (true)
  const names = parameters.map(([name]) => name)
  for (const [index, name] of names.entries()) {
    if (name !== 'keyId' && name !== 'signature') throw refuse('unknown-parameter')
    if (names.indexOf(name) < index) throw refuse('repeated-parameter')
  }
  if (names.length < 2) throw refuse('missing-parameter')
  if (names[0] !== 'keyId') throw refuse('reordered-parameters')
  const [[, keyID], [, base64]] = parameters
  if (!keyIDForm.test(keyID)) throw refuse('invalid-key-id')
  const signature = base64 === '' ? null : decodeBase64(base64)
  if (signature === null) throw refuse('invalid-base64')
  return { keyID, signature }
}

/**
 * Reads the signature headers of a download.
 * @param {readonly HeaderField[]} headers
 * @param {'body' | 'dated' | null} expected null for the profile that the headers are of; with `body` a date header is
 *   ignored, since it is not signed
 * @returns {SignatureClaim}
 */
function readHeaders(headers, expected) {
  const values = (/** @type {string} */ name) =>
    headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)
  const single = (/** @type {string} */ name, /** @type {string} */ what) => {
    const found = values(name)
    if (found.length !== 1) throw VerificationError.malformed(`${found.length === 0 ? 'missing' : 'repeated'}-${what}`)
    return found[0]
  }
  const profile = expected ?? (values(DATE_HEADER).length > 0 ? 'dated' : 'body')
  const value = single(SIGNATURE_HEADER, 'signature')
  const dateValue = profile === 'dated' ? single(DATE_HEADER, 'date') : null
  const metadata = SIGNATURE_HEADER.length + utf8Length(value)
    + (dateValue === null ? 0 : DATE_HEADER.length + utf8Length(dateValue))
  if (metadata >= Limits.signatureMetadataBytes) {
    throw new VerificationError(
      'too-large', `the signature metadata is larger than ${Limits.signatureMetadataBytes} bytes`)
  }
  const header = readSignatureHeader(value)
  const read = readDER(header.signature)
  if ('failure' in read) throw VerificationError.malformed(read.failure)
  const date = dateValue === null ? null : signedDate(dateValue)
  if (dateValue !== null && date === null) throw VerificationError.malformed('invalid-date')
  return { keyID: header.keyID, signature: read.signature, der: header.signature, date }
}

/** The one form of a protected header: what is around its four values. */
const HEADER_FORM = ['{"alg":"ES256","kid":"', '","typ":"signet+jws","environment":"', '","path":"', '","iat":', '}']

/**
 * Reads a compact JWS (RFC 7515 §7.1) of the one form that Signet writes; nothing of the body is looked at.
 *
 *     {"alg":"ES256","kid":"…","typ":"signet+jws","environment":"…","path":"…","iat":1795302327}
 *
 * @param {Uint8Array} file
 */
function readJWS(file) {
  const refuse = VerificationError.malformed
  const first = file.indexOf(0x2E)
  const second = first < 0 ? -1 : file.indexOf(0x2E, first + 1)
  if (second < 0 || file.indexOf(0x2E, second + 1) >= 0) throw refuse('jws-parts')
  const encoded = file.subarray(0, first)
  const headerBytes = decodeBase64URL(encoded)
  if (headerBytes === null) throw refuse('jws-header-encoding')
  const body = decodeBase64URL(file.subarray(first + 1, second))
  if (body === null) throw refuse('jws-body-encoding')
  const signature = decodeBase64URL(file.subarray(second + 1))
  if (signature === null) throw refuse('jws-signature-encoding')
  if (body.length === 0) throw refuse('jws-without-body')
  const header = readProtectedHeader(headerBytes, encoded)
  const failure = rawFailure(signature)
  if (failure !== null) throw refuse(failure)
  return { ...header, body, signature, signed: file.subarray(0, second) }
}

/**
 * Cuts the values out of the one form, in which only they may differ.
 * @param {Uint8Array} bytes
 * @param {Uint8Array} encoded the same in base64url
 */
function readProtectedHeader(bytes, encoded) {
  const refuse = VerificationError.malformed
  // Each byte becomes one character, and only ASCII is ever accepted.
  let rest = new TextDecoder('latin1').decode(bytes)
  const values = HEADER_FORM.slice(0, -1).map((start, index) => {
    if (!rest.startsWith(start)) throw refuse('jws-header')
    const value = /** @type {RegExpExecArray} */ ((index === 3 ? /^[0-9]*/ : /^[^"]*/).exec(rest.slice(start.length)))[0]
    rest = rest.slice(start.length + value.length)
    return value
  })
  if (rest !== HEADER_FORM[4]) throw refuse('jws-header')
  const [keyID, environment, path, iat] = values
  if (!keyIDForm.test(keyID)) throw refuse('jws-key-id')
  if (!environmentForm.test(environment)) throw refuse('jws-environment')
  if (path !== PUBLICATION && !isDocumentPath(path)) throw refuse('jws-path')
  if (iat === '' || Number(iat) > LAST_SECOND) throw refuse('jws-date')
  const date = Number(iat)
  // What was cut out says the same only in this one spelling.
  const form = [keyID, environment, path, date].map((value, index) => HEADER_FORM[index] + value).join('') + HEADER_FORM[4]
  if (!hasSameBytes(utf8(encodeBase64URL(utf8(form))), encoded)) throw refuse('jws-header')
  return { keyID, environment, path, date }
}

/** @param {number} byteCount the most bytes of a `.jws` with a body of so many: two periods, and 64 bytes in 86 characters */
const jwsLimit = (byteCount) => Math.floor((Limits.jwsHeaderBytes + byteCount + 2) / 3) * 4 + 2 + 86

// MARK: Keys

/**
 * A public key and what the key ring says about it.
 * @typedef {object} TrustedKey
 * @property {string} id the id in signatures
 * @property {string} name for people
 * @property {string} environment the one environment that the key signs for
 * @property {boolean} isRevoked whether the key is on the ring only to be refused by name
 * @property {CryptoKey} publicKey
 */

/**
 * Everything before the point in the SubjectPublicKeyInfo of every P-256 key (RFC 5480). A fixed prefix leaves nothing to
 * interpret; the point that follows begins with 04.
 */
const KEY_PREFIX = Uint8Array.of(
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
  0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04)

/** The keys that an app trusts, oldest first: what `signet keys export --js` or `--json` writes. */
export class TrustedKeys {
  /** @type {ReadonlyMap<string, TrustedKey>} */
  #byID
  /** @type {readonly string[]} */
  #order

  /**
   * Use {@link TrustedKeys.load}: a key is checked by WebCrypto, which is asynchronous.
   * @param {symbol} token
   * @param {readonly TrustedKey[]} keys
   */
  constructor(token, keys) {
    if (token !== MADE_HERE) throw new TypeError('key rings are made by TrustedKeys.load')
    /** @readonly the keys in the order of the ring */
    this.keys = Object.freeze([...keys])
    this.#byID = new Map(keys.map((key) => [key.id, key]))
    this.#order = keys.map((key) => key.id)
  }

  /**
   * Reads an exported key ring.
   * @param {string | Uint8Array | object} exported its text, its bytes, or the constant of the exported module
   * @returns {Promise<TrustedKeys>}
   * @throws {KeyRingError} when it is of another form, has an id or a key twice, or a key that is not of P-256
   */
  static async load(exported) {
    const isText = typeof exported === 'string' || exported instanceof Uint8Array
    const bytes = bytesOf(isText ? exported : JSON.stringify(exported) ?? '')
    if (bytes.length > Limits.keyRingBytes) throw new KeyRingError(`the key ring is larger than ${Limits.keyRingBytes} bytes`)
    if (globalThis.crypto?.subtle === undefined) {
      throw new KeyRingError('there is no WebCrypto here: is this page not served over https?')
    }
    /** @type {Map<string, JSONValue>[]} */
    let entries
    try {
      entries = readRing(parseJSON(bytes))
    } catch (error) {
      if (error instanceof JSONError || error instanceof DocumentError) throw new KeyRingError(error.message)
      throw error
    }
    const keys = await Promise.all(entries.map(readKey))
    const points = new Set(entries.map((entry) => entry.get('publicKey')))
    if (new Set(keys.map((key) => key.id)).size < keys.length || points.size < keys.length) {
      throw new KeyRingError('the same id or the same public key is on the ring twice')
    }
    return new TrustedKeys(MADE_HERE, keys)
  }

  /**
   * @param {string} id
   * @returns {TrustedKey | undefined} the key of that id; no other key is ever tried
   */
  key(id) { return this.#byID.get(id) }

  /**
   * Whether a key comes before another one on the ring; false unless both are on it.
   * @param {string} id
   * @param {string} other
   */
  isOlder(id, other) {
    const [index, otherIndex] = [this.#order.indexOf(id), this.#order.indexOf(other)]
    return index >= 0 && otherIndex >= 0 && index < otherIndex
  }
}

/** Makes sure that only this module makes what it vouches for. */
const MADE_HERE = Symbol('made by signet.js')
const KEY_MEMBERS = ['id', 'name', 'environment', 'state', 'publicKey']

/** @param {JSONValue} ring */
function readRing(ring) {
  const members = asObject(ring, 'the key ring')
  const elements = members.get('keys')
  if (!Array.isArray(elements) || members.size !== 1) throw new DocumentError('it is not { "keys": [ … ] }')
  return elements.map((element) => {
    const entry = asObject(element, 'a key')
    for (const name of KEY_MEMBERS) asString(entry.get(name), name)
    if (entry.size !== KEY_MEMBERS.length) throw new DocumentError('a key has an unknown member')
    return entry
  })
}

/**
 * @param {Map<string, JSONValue>} entry
 * @returns {Promise<TrustedKey>}
 */
async function readKey(entry) {
  const [id, name, environment, state, base64] = KEY_MEMBERS.map((member) => asString(entry.get(member), member))
  if (!keyIDForm.test(id)) throw new KeyRingError(`"${id}" is not a key id`)
  if (!environmentForm.test(environment)) throw new KeyRingError(`"${environment}" is not the name of an environment`)
  if (!['next', 'active', 'retired', 'revoked'].includes(state)) {
    throw new KeyRingError('a key is next, active, retired or revoked')
  }
  const der = decodeBase64(base64)
  const hasForm = der !== null && der.length === KEY_PREFIX.length + 64
    && hasSameBytes(der.subarray(0, KEY_PREFIX.length), KEY_PREFIX)
  if (!hasForm) throw new KeyRingError(`key "${id}" is not the base64 of a P-256 SubjectPublicKeyInfo`)
  try {
    const publicKey = await crypto.subtle.importKey('spki', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    return Object.freeze({ id, name, environment, isRevoked: state === 'revoked', publicKey })
  } catch {
    throw new KeyRingError(`key "${id}" is not a point on the curve P-256`)
  }
}

// MARK: Verifying

/** What came from the network or a storage, not trusted yet: a body and its headers, or a `.jws`. */
export class Download {
  /**
   * @param {'headers' | 'jws'} envelope
   * @param {Uint8Array | ArrayBuffer | string} body
   * @param {Iterable<HeaderField> | Headers} headers
   */
  constructor(envelope, body, headers) {
    /** @readonly where the signature is */
    this.envelope = envelope
    /** @readonly the bytes of the body, or of the whole `.jws` */
    this.body = bytesOf(body)
    /**
     * @readonly
     * @type {readonly HeaderField[]}
     */
    this.headers = Object.freeze([...headers].map(([name, value]) => /** @type {HeaderField} */ ([name, value])))
    Object.freeze(this)
  }

  /**
   * A body and the response headers that came with it.
   * @param {Uint8Array | ArrayBuffer | string} body
   * @param {Iterable<HeaderField> | Headers} headers
   */
  static withHeaders(body, headers) { return new Download('headers', body, headers) }

  /**
   * The content of a `.jws`.
   * @param {Uint8Array | ArrayBuffer | string} file
   */
  static jws(file) { return new Download('jws', file, []) }

  /**
   * A body and the `.headers` sidecar that is published beside it; null when the sidecar is malformed.
   * @param {Uint8Array | ArrayBuffer | string} body
   * @param {string} sidecar
   */
  static withSidecar(body, sidecar) {
    const lines = sidecar.split('\n')
    if (sidecar.length > Limits.sidecarBytes || lines.pop() !== '') return null
    const fields = lines.map((line) => /^([a-z0-9-]+): ([\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?)$/.exec(line))
    /** @type {HeaderField[]} */
    const headers = []
    for (const field of fields) {
      if (field === null || headers.some(([name]) => name === field[1])) return null
      headers.push([field[1], field[2]])
    }
    return Download.withHeaders(body, headers)
  }
}

/** A document whose signature was checked and whose body was read after that; only {@link Verifier} makes one. */
export class VerifiedManifest {
  /**
   * @param {symbol} token
   * @param {Received & { content: Content }} manifest
   */
  constructor(token, { body, content, key, profile, date, download }) {
    if (token !== MADE_HERE) throw new TypeError('manifests are made by Verifier')
    /** @readonly the bytes of the body, as they were signed */
    this.body = body
    /** @readonly what the bytes say */
    this.content = content
    /** @readonly the key that signed */
    this.key = key
    /** @readonly which bytes the signature of headers covers; null for a `.jws` */
    this.profile = profile
    /** @readonly the signed date in seconds since 1970; null with profile `body`, which has none */
    this.date = date
    /** @readonly what can be verified again, with no more headers than that takes */
    this.download = download
    Object.freeze(this)
  }
}

/**
 * A signature that one of the keys made, and its body, which was not read yet.
 * @typedef {object} Received
 * @property {TrustedKey} key
 * @property {number | null} date
 * @property {Uint8Array} body
 * @property {Download} download
 * @property {'body' | 'dated' | null} profile
 */

/**
 * Turns downloads of one document into verified manifests, or says why not.
 *
 * The signature names one key, which must be on the ring, not revoked, for the expected environment, and not older than
 * the key of the stored document; the key signed these bytes; the signed date is neither ahead of the clock nor, under the
 * same key, before that of the stored document; the bytes are a document of the expected format.
 */
export class Verifier {
  /**
   * @param {object} options
   * @param {TrustedKeys} options.keys
   * @param {string} options.environment the environment that the document must come from
   * @param {string} options.format one of {@link FORMATS}
   * @param {'body' | 'dated'} [options.profile] which bytes signatures in headers must cover; the other one is refused
   * @param {number} [options.clockSkew] seconds that a signed date may be ahead of the clock
   * @param {number} [options.bodyLimit] bytes of the largest body that is accepted
   */
  constructor({ keys, environment, format, profile = 'dated', clockSkew = Limits.clockSkew, bodyLimit = Limits.manifestBytes }) {
    if (!(keys instanceof TrustedKeys)) throw new TypeError('keys come from TrustedKeys.load')
    if (!environmentForm.test(environment)) throw new TypeError(`"${environment}" is not the name of an environment`)
    if (!FORMATS.includes(format)) throw new TypeError(`"${format}" is not a format: ${FORMATS.join(', ')}`)
    if (profile !== 'body' && profile !== 'dated') throw new TypeError('a profile is body or dated')
    /** @readonly */
    this.keys = keys
    /** @readonly */
    this.environment = environment
    /** @readonly */
    this.format = format
    /** @readonly */
    this.profile = profile
    /** @readonly */
    this.clockSkew = clockSkew
    /** @readonly */
    this.bodyLimit = bodyLimit
    Object.freeze(this)
  }

  /**
   * Checks what came over the network.
   * @param {Download} download
   * @param {object} options
   * @param {string | null} [options.path] the path that a `.jws` must be for, as the app knows it and never from a URL or a
   *   response; headers bind none
   * @param {VerifiedManifest | null} [options.stored] the newest manifest of this document that is known
   * @param {number} options.now the time on the clock, in seconds since 1970
   * @returns {Promise<VerifiedManifest>}
   * @throws {VerificationError}
   */
  async verify(download, { path = null, stored = null, now }) {
    if (download.envelope === 'jws' && path === null) throw new TypeError('a .jws is verified for a path')
    const received = await this.#checkSignature(download, this.profile, path, stored)
    // Written so that a clock which shows NaN refuses.
    if (received.date !== null && !(received.date <= now + this.clockSkew)) {
      throw new VerificationError(
        'ahead-of-clock', `the signed date ${dateHeader(received.date)} is too far ahead of the clock`)
    }
    this.#checkOrder(received, stored)
    return this.#manifest(received)
  }

  /**
   * Checks again what was verified and then kept, or what the app embeds.
   *
   * Its date is not compared with the clock: that was done when the document was accepted, and a clock that was set back
   * since must not lift a block. Nor does it need to be of the profile.
   * @param {Download} download
   * @param {object} [options]
   * @param {string | null} [options.path]
   * @param {VerifiedManifest | null} [options.notBefore] what it may not be older than
   * @returns {Promise<VerifiedManifest>}
   * @throws {VerificationError}
   */
  async verifyKept(download, options = {}) {
    const { path = null, notBefore = null } = options
    const received = await this.#checkSignature(download, null, path, notBefore)
    this.#checkOrder(received, notBefore)
    return this.#manifest(received)
  }

  /**
   * @param {Download} download
   * @param {'body' | 'dated' | null} profile null for either
   * @param {string | null} path
   * @param {VerifiedManifest | null} stored
   * @returns {Promise<Received>}
   */
  async #checkSignature(download, profile, path, stored) {
    const received = download.envelope === 'jws'
      ? await this.#checkJWS(download, path) : await this.#checkHeaders(download, profile)
    if (stored !== null && this.keys.isOlder(received.key.id, stored.key.id)) {
      throw new VerificationError(
        'rollback', `key id "${received.key.id}" is older than "${stored.key.id}", which signed the stored document`)
    }
    return received
  }

  /**
   * @param {Download} download
   * @param {'body' | 'dated' | null} profile
   * @returns {Promise<Received>}
   */
  async #checkHeaders({ body, headers }, profile) {
    if (body.length > this.bodyLimit) throw this.#tooLarge()
    const claim = readHeaders(headers, profile)
    const key = this.#key(claim.keyID)
    const { date } = claim
    if (date === null && beginsWithDate(body)) {
      throw VerificationError.malformed('body-begins-with-date')
    }
    const signed = date === null ? body : joined(utf8(`${dateHeader(date)}:`), body)
    await this.#checkBytes(key, claim.signature, signed)
    /** @type {HeaderField[]} */
    const fields = [[SIGNATURE_HEADER, `keyId="${claim.keyID}",signature="${encodeBase64(claim.der)}"`]]
    if (date !== null) fields.push([DATE_HEADER, dateHeader(date)])
    return { key, date, body, download: Download.withHeaders(body, fields), profile: date === null ? 'body' : 'dated' }
  }

  /**
   * @param {Download} download
   * @param {string | null} path
   * @returns {Promise<Received>}
   */
  async #checkJWS(download, path) {
    if (download.body.length > jwsLimit(this.bodyLimit)) throw this.#tooLarge()
    const file = readJWS(download.body)
    if (file.body.length > this.bodyLimit) throw this.#tooLarge()
    const key = this.#key(file.keyID)
    if (file.environment !== this.environment) {
      throw new VerificationError('other-document', `it was signed for environment "${file.environment}"`)
    }
    if (path !== null && file.path !== path) {
      throw new VerificationError('other-document', `it was signed for the path ${file.path}`)
    }
    await this.#checkBytes(key, file.signature, file.signed)
    return { key, date: file.date, body: file.body, download, profile: null }
  }

  /** @param {string} id */
  #key(id) {
    const key = this.keys.key(id)
    if (key === undefined) throw new VerificationError('unknown-key', `key id "${id}" is not on the key ring`)
    if (key.isRevoked) throw new VerificationError('revoked-key', `key id "${id}" is revoked`)
    if (key.environment !== this.environment) {
      throw new VerificationError('other-document', `key id "${id}" is for environment "${key.environment}"`)
    }
    return key
  }

  /**
   * @param {TrustedKey} key
   * @param {Uint8Array} signature
   * @param {Uint8Array} signed
   */
  async #checkBytes(key, signature, signed) {
    if (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key.publicKey, signature, signed)) return
    // A truncated body, or a host in the middle of an update.
    throw new VerificationError(
      'bad-signature', `the signature is not one of key "${key.id}" over these bytes`, { isTransient: true })
  }

  #tooLarge() { return new VerificationError('too-large', `the body is larger than ${this.bodyLimit} bytes`) }

  /**
   * @param {Received} received
   * @param {VerifiedManifest | null} stored
   */
  #checkOrder({ key, date, body }, stored) {
    // Dates count within one key only: a thief of an older key could otherwise lock out all later documents with a date
    // ahead of the clock. Keys never go back.
    if (stored === null || stored.date === null || this.keys.isOlder(stored.key.id, key.id)) return
    const storedDate = dateHeader(stored.date)
    if (date === null) {
      throw new VerificationError('rollback', `it has no signed date, and the stored document has one, ${storedDate}`)
    }
    if (date < stored.date) {
      throw new VerificationError(
        'rollback', `the signed date ${dateHeader(date)} is before that of the stored document, ${storedDate}`)
    }
    if (date === stored.date && !hasSameBytes(body, stored.body)) {
      throw new VerificationError('rollback', `another body with the signed date ${storedDate} is stored`)
    }
  }

  /** @param {Received} received */
  #manifest(received) {
    try {
      if (received.date === null && GATE_FORMATS.includes(this.format)) {
        throw new VerificationError('unreadable', 'it has no signed date, and the rules of a gate document are decided by it')
      }
      const content = readDocument(this.format, received.body)
      return new VerifiedManifest(MADE_HERE, { ...received, content })
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      if (error.isSyntax) throw new VerificationError('unreadable', 'the body is not strict JSON', { detail: error.message })
      const found = recognize(received.body)
      if (found !== null) {
        throw new VerificationError(
          'other-document', `the body is a document of another format than ${this.format}`, { detail: found })
      }
      throw notOfFormat(this.format, error)
    }
  }
}

/**
 * @param {string} format
 * @param {DocumentError} error
 */
const notOfFormat = (format, error) => new VerificationError(
  'unreadable', `the body is not a document of format ${format}`, { detail: error.message })

// MARK: Documents

const GATE_FORMATS = ['gate-ios', 'gate-android']

/**
 * The formats that an app decides by, and the only ones that this client reads: neither static files nor web bundles. A
 * body of any other format is `unreadable`.
 */
export const FORMATS = Object.freeze([
  'availability-ios', 'availability-android', 'app-config', 'environment-config', 'remote-config-ios',
  'remote-config-android', ...GATE_FORMATS,
])

/** @param {string} format the platform in the name of a format */
const platformOf = (format) => (format.endsWith('-ios') ? 'ios' : format.endsWith('-android') ? 'android' : null)

/**
 * One text in several languages, ordered by the bytes of the tags.
 * @typedef {readonly (readonly [language: string, text: string])[]} LocalizedText
 */

/**
 * A bound that a device is compared with; numbers are digits.
 * @typedef {object} Bound
 * @property {'system' | 'app'} subject
 * @property {'os' | 'sdk' | 'app' | 'build'} by what of the device is compared
 * @property {readonly string[]} numbers
 * @property {string | null} version as the document spells it: the bound, or what to show for a build
 * @property {LocalizedText | null} title
 * @property {LocalizedText | null} description
 */

/**
 * What a classic document requires of an app on one platform.
 * @typedef {object} Requirements
 * @property {{ message: string | null } | null} maintenance
 * @property {Bound | null} minimumSystem
 * @property {Bound | null} minimumApp
 * @property {Bound | null} recommendedSystem
 * @property {Bound | null} recommendedApp
 * @property {string | null} url where to get the app, as the document spells it
 */

/**
 * The part of a document that is for this app, where the document leaves that open.
 * @typedef {object} Selection
 * @property {string} [environment] the id of the environment in an environment config: `mainnet`
 * @property {string} [force] the parameter of a remote config below whose version an update is needed
 * @property {string} [optional] the one below whose version an update is recommended
 */

/**
 * What a body says. What it requires is asked for a platform and a selection.
 * @typedef {object} Content
 * @property {string} format
 * @property {((platform: string, select: Selection) => Requirements) | null} requirements null for a gate document
 * @property {GateDocument | null} gate
 */

/**
 * Reads a body; unknown members are ignored, so that later documents still reach older apps.
 *
 * Nothing is verified here: for previews and tests. An app takes the content of a {@link VerifiedManifest}.
 * @param {string} format one of {@link FORMATS}
 * @param {Uint8Array | ArrayBuffer | string} body
 * @returns {Content}
 * @throws {DocumentError}
 */
export function readDocument(format, body) {
  let value
  try {
    value = parseJSON(bytesOf(body))
  } catch (error) {
    if (error instanceof JSONError) throw new DocumentError(error.message, true)
    throw error
  }
  const document = asObject(value, 'the document')
  const platform = platformOf(format)
  if (GATE_FORMATS.includes(format)) {
    return Object.freeze({ format, requirements: null, gate: readGate(document, /** @type {string} */ (platform)) })
  }
  const read = READERS.get(format)
  if (read === undefined) throw new TypeError(`"${format}" is not a format: ${FORMATS.join(', ')}`)
  const requirementsFor = read(document, platform)
  return Object.freeze({
    format,
    gate: null,
    requirements: (/** @type {string} */ device, /** @type {Selection} */ select) => {
      if (platform !== null && platform !== device) throw new DocumentError(`it says nothing to an app on ${device}`)
      return { ...NO_REQUIREMENTS, ...requirementsFor(device, select) }
    },
  })
}

/** @param {Uint8Array} body the format of a body by its content; null for anything that no app decides by */
function recognize(body) {
  return FORMATS.find((format) => {
    try {
      return readDocument(format, body) !== null
    } catch {
      return false
    }
  }) ?? null
}

/** @type {Requirements} */
const NO_REQUIREMENTS = Object.freeze({
  maintenance: null, minimumSystem: null, minimumApp: null, recommendedSystem: null, recommendedApp: null, url: null,
})

/** @typedef {(platform: string, select: Selection) => Partial<Requirements>} RequirementsFor */

/** @typedef {(document: Map<string, JSONValue>, platform: string | null) => RequirementsFor} Reader */

const READERS = new Map(/** @type {[string, Reader][]} */ ([
  ['availability-ios', (document) => readAvailability(document, 'minimumOSVersion', 'recommendedOSVersion', 'os', 'app')],
  ['availability-android', (document) => readAvailability(document, 'minimumSDKVersion', null, 'sdk', 'build')],
  ['app-config', readAppConfig],
  ['environment-config', readEnvironmentConfig],
  ['remote-config-ios', readRemoteConfig],
  ['remote-config-android', readRemoteConfig],
]))

/**
 * @param {JSONValue | undefined} value
 * @returns {LocalizedText} texts by distinct BCP 47 tags
 */
function readText(value) {
  const entries = [...asObject(value, 'a text')].map(([language, text]) => {
    const canonical = canonicalLanguage(language)
    if (canonical === null) throw new DocumentError(`"${language}" is not a BCP 47 language tag`)
    return { language, canonical, text: asString(text, language) }
  })
  if (new Set(entries.map((entry) => entry.canonical)).size < entries.length) {
    throw new DocumentError('the same language twice, written differently')
  }
  // Tags are ASCII, so that characters are in the order of bytes.
  entries.sort((a, b) => (a.language < b.language ? -1 : 1))
  return entries.map(({ language, text }) => /** @type {const} */ ([language, text]))
}

/**
 * @param {JSONValue | undefined} value
 * @param {string} name
 * @param {number} [count] how many numbers it must have
 */
function readVersion(value, name, count) {
  const spelling = asString(value, name)
  const numbers = versionNumbers(spelling)
  if (numbers === null || (count !== undefined && numbers.length !== count)) {
    throw new DocumentError(`"${name}" is not a version of ${count ?? '1 to 3'} numbers joined by dots`)
  }
  return { spelling, numbers }
}

/**
 * @param {JSONValue | undefined} value
 * @param {string} name
 */
function readInteger(value, name) {
  const digits = positiveInteger(value)
  if (digits === null) throw new DocumentError(`"${name}" is not a positive integer`)
  return digits
}

/**
 * @param {Bound['subject']} subject
 * @param {Bound['by']} by
 * @param {readonly string[]} numbers
 * @param {string | null} version
 * @param {LocalizedText | null} [title]
 * @param {LocalizedText | null} [description]
 * @returns {Bound}
 */
const bound = (subject, by, numbers, version, title = null, description = null) =>
  ({ subject, by, numbers, version, title, description })

/**
 * An iOS app is compared by version, an Android app by version code.
 * @param {Map<string, JSONValue>} document
 * @param {string} minimumSystem
 * @param {string | null} recommendedSystem
 * @param {'os' | 'sdk'} system
 * @param {'app' | 'build'} app
 * @returns {RequirementsFor}
 */
function readAvailability(document, minimumSystem, recommendedSystem, system, app) {
  const read = (/** @type {string} */ name, /** @type {Bound['by']} */ by) => {
    const requirement = asObject(document.get(name), name)
    const isVersion = by === 'os' || by === 'app'
    const version = isVersion ? readVersion(requirement.get('value'), name) : null
    const numbers = version?.numbers ?? [readInteger(requirement.get('value'), name)]
    return bound(
      by === 'os' || by === 'sdk' ? 'system' : 'app', by, numbers, version?.spelling ?? null,
      requirement.has('title') ? readText(requirement.get('title')) : null, readText(requirement.get('description')))
  }
  const optional = (/** @type {string | null} */ name, /** @type {Bound['by']} */ by) =>
    (name !== null && document.has(name) ? read(name, by) : null)
  const requirements = {
    minimumSystem: read(minimumSystem, system),
    minimumApp: read('minimumAppVersion', app),
    recommendedSystem: optional(recommendedSystem, system),
    recommendedApp: optional('recommendedAppVersion', app),
  }
  return () => requirements
}

/**
 * @param {Map<string, JSONValue>} document
 * @returns {RequirementsFor}
 */
function readAppConfig(document) {
  const [minimum, latest] = ['minimumVersion', 'latestVersion'].map((name) => readVersion(document.get(name), name, 3))
  const address = document.get('updateUrl')
  const urls = typeof address === 'string' ? null : asObject(address, 'updateUrl')
  for (const name of ['ios', 'android']) if (urls?.has(name)) asString(urls.get(name), name)
  const [isDown, message] = [document.get('maintenanceMode'), document.get('maintenanceMessage')]
  if (typeof isDown !== 'boolean') throw new DocumentError('"maintenanceMode" is neither true nor false')
  if (message !== null) asString(message, 'maintenanceMessage')
  return (platform) => ({
    maintenance: isDown ? { message: /** @type {string | null} */ (message) } : null,
    minimumApp: bound('app', 'app', minimum.numbers, minimum.spelling),
    recommendedApp: bound('app', 'app', latest.numbers, latest.spelling),
    url: /** @type {string | null} */ (urls === null ? address : urls.get(platform) ?? null),
  })
}

/**
 * The build decides; all three members are there, or none.
 * @param {Map<string, JSONValue>} document
 * @returns {RequirementsFor}
 */
function readEnvironmentConfig(document) {
  /** @type {Map<string, Map<string, { version: string, build: string, url: string }>>} */
  const environments = new Map()
  for (const [id, environment] of asObject(document.get('environments'), 'environments')) {
    const apps = new Map()
    environments.set(id, apps)
    if (!(environment instanceof Map) || !environment.has('apps')) continue
    const platforms = asObject(environment.get('apps'), 'apps')
    for (const platform of ['ios', 'android']) {
      if (!platforms.has(platform)) continue
      const app = asObject(platforms.get(platform), platform)
      apps.set(platform, {
        version: asString(app.get('minimalVersion'), 'minimalVersion'),
        build: readInteger(app.get('build'), 'build'),
        url: asString(app.get('url'), 'url'),
      })
    }
  }
  return (platform, { environment }) => {
    if (environment === undefined) throw new DocumentError('an environment config needs the id of an environment')
    const apps = environments.get(environment)
    if (apps === undefined) throw new DocumentError(`it has no environment "${environment}"`)
    const app = apps.get(platform)
    if (app === undefined) return {}
    const shown = versionNumbers(app.version) === null ? null : app.version
    return { minimumApp: bound('app', 'build', [app.build], shown), url: app.url }
  }
}

/**
 * @param {Map<string, JSONValue>} document
 * @param {string | null} platform
 * @returns {RequirementsFor}
 */
function readRemoteConfig(document, platform) {
  if (document.get('platform') !== platform) throw new DocumentError(`it is not for ${platform}`)
  if (document.size !== 3) throw new DocumentError('not a platform and two parameters')
  const parameters = new Map(
    [...document].filter(([name]) => name !== 'platform').map(([name, value]) => [name, readVersion(value, name)]))
  return (_, { force = 'force_update_version', optional = 'optional_update_version' }) => {
    const [minimumApp, recommendedApp] = [force, optional].map((name) => {
      const version = parameters.get(name)
      if (version === undefined || force === optional) throw new DocumentError(`it has no "${name}"`)
      return bound('app', 'app', version.numbers, version.spelling)
    })
    return { minimumApp, recommendedApp }
  }
}

// MARK: Gate documents

/**
 * @typedef {object} GateRule
 * @property {string} id
 * @property {'available' | 'recommended' | 'required' | 'maintenance'} then
 * @property {string | null} scope
 * @property {readonly Condition[]} when all must hold
 * @property {readonly Condition[]} whenever those that hold for each version of the app or for none
 * @property {readonly string[]} reads the names of those that can hold
 * @property {string | null} salt of its share
 * @property {LocalizedText | null} title
 * @property {LocalizedText | null} description
 * @property {LocalizedText | null} message
 * @property {LocalizedText | null} orElse what to say to a device that cannot obey
 * @property {string | null} url
 * @property {number | null} requiredFrom seconds since 1970
 * @property {number | null} requiredBy seconds since 1970
 * @property {number | null} grace seconds
 */

/**
 * By rule time, and by what the rule ends by.
 * @typedef {((device: Device, time: number, ends: number) => boolean) & { salt?: string }} Condition
 */

/**
 * A version that a device can get.
 * @typedef {object} Latest
 * @property {InstalledVersion} app
 * @property {InstalledVersion | null} build
 * @property {((numbers: readonly string[]) => boolean) | null} system null for any system
 */

/**
 * The ordered rules of a gate document, without those that cannot be used.
 * @typedef {object} GateDocument
 * @property {string} platform
 * @property {readonly GateRule[]} rules
 * @property {readonly Latest[] | null} latest null when the document does not say
 */

/**
 * @param {Map<string, JSONValue>} document
 * @param {string} platform
 * @returns {GateDocument}
 */
function readGate(document, platform) {
  const [version, rules, latest] = ['gate', 'rules', 'latest'].map((name) => document.get(name))
  if (!(version instanceof JSONNumber) || version.spelling !== '1') throw new DocumentError('"gate" is not 1')
  if (document.get('platform') !== platform) throw new DocumentError(`it is not for ${platform}`)
  if (!Array.isArray(rules) || rules.length > Limits.gateRules) {
    throw new DocumentError(`"rules" is not an array of at most ${Limits.gateRules}`)
  }
  if (latest !== undefined && (!Array.isArray(latest) || latest.length > Limits.gateLatest)) {
    throw new DocumentError(`"latest" is not an array of at most ${Limits.gateLatest}`)
  }
  const usable = (/** @type {JSONValue[]} */ values, /** @type {(value: JSONValue) => any} */ read) => {
    const found = []
    for (const value of values) {
      try {
        found.push(read(value))
      } catch (error) {
        // An unusable rule is skipped, and decides nothing about the others.
        if (!(error instanceof DocumentError)) throw error
      }
    }
    return Object.freeze(found)
  }
  return Object.freeze({
    platform,
    rules: usable(rules, (value) => readRule(value, platform)),
    latest: latest === undefined ? null : usable(/** @type {JSONValue[]} */ (latest), (value) => readLatest(value, platform)),
  })
}

const OUTCOMES = ['available', 'recommended', 'required', 'maintenance']

/**
 * @param {JSONValue} value
 * @param {string} platform
 * @returns {GateRule}
 */
function readRule(value, platform) {
  const rule = asObject(value, 'a rule')
  /**
   * The value of a member that may be absent, but not of another form.
   * @template T
   * @param {string} name
   * @param {(value: JSONValue | undefined) => T | null} read
   */
  const optional = (name, read) => {
    if (!rule.has(name)) return null
    const result = read(rule.get(name))
    if (result === null) throw new DocumentError(`"${name}" is not of its form`)
    return result
  }
  const name = (/** @type {JSONValue | undefined} */ text) => (typeof text === 'string' && nameForm.test(text) ? text : null)
  const [id, then] = [name(rule.get('id')), rule.get('then')]
  if (id === null || typeof then !== 'string' || !OUTCOMES.includes(then)) throw new DocumentError('a rule has no id or outcome')
  const conditions = (optional('when', (when) => [...asObject(when, 'when')]) ?? []).map(([member, condition]) => (
    { member, holds: CONDITIONS.get(member)?.(condition, platform) ?? NEVER }))
  return Object.freeze({
    id,
    then: /** @type {GateRule['then']} */ (then),
    scope: optional('scope', name),
    when: conditions.map(({ holds }) => holds),
    whenever: conditions.filter(({ member }) => member !== 'app' && member !== 'build').map(({ holds }) => holds),
    reads: conditions.filter(({ holds }) => holds !== NEVER).map(({ member }) => member),
    salt: conditions.map(({ holds }) => holds.salt).find((salt) => salt !== undefined) ?? null,
    title: optional('title', readText),
    description: optional('description', readText),
    message: optional('message', readText),
    orElse: optional('orElse', readText),
    url: optional('url', (text) => asString(text, 'url')),
    requiredFrom: optional('requiredFrom', instant),
    requiredBy: optional('requiredBy', instant),
    grace: optional('grace', timeSpan),
  })
}

/**
 * @param {JSONValue} value
 * @param {string} platform
 * @returns {Latest}
 */
function readLatest(value, platform) {
  const entry = asObject(value, 'latest')
  const { spelling } = readVersion(entry.get('app'), 'app')
  const [own, other] = platform === 'ios' ? ['os', 'sdk'] : ['sdk', 'os']
  const system = entry.has(own) ? anyVersion(entry.get(own)) : null
  if (entry.has(other) || (entry.has(own) && system === null)) throw new DocumentError(`"${own}" is not of its form`)
  const build = entry.has('build') ? readInteger(entry.get('build'), 'build') : null
  return { app: new InstalledVersion(spelling), build: build === null ? null : new InstalledVersion(build), system }
}

/**
 * An unknown condition, or one of another form.
 * @type {Condition}
 */
const NEVER = () => false

/**
 * One form or a non-empty list of it; null for anything else.
 * @template T
 * @param {JSONValue | undefined} value
 * @param {(value: JSONValue) => T | null} read
 * @returns {T[] | null}
 */
function oneOrMore(value, read) {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const results = values.map(read)
  return results.length === 0 || results.includes(null) ? null : /** @type {T[]} */ (results)
}

/** @param {JSONValue | undefined} value a pattern or several, one of which must match */
function anyVersion(value) {
  const patterns = oneOrMore(value, versionPattern)
  return patterns === null ? null : (/** @type {readonly string[]} */ numbers) => patterns.some((matches) => matches(numbers))
}

/**
 * @param {(device: Device) => InstalledVersion | null} property
 * @param {string} [only] the platform that has it
 */
const versionCondition = (property, only) => (/** @type {JSONValue} */ value, /** @type {string} */ platform) => {
  const matches = only === undefined || only === platform ? anyVersion(value) : null
  return matches === null ? NEVER : (/** @type {Device} */ device) => {
    const version = property(device)
    return version?.isReadable === true && matches(version.numbers)
  }
}

/**
 * @param {(device: Device) => string | null} property
 * @param {boolean} [allowsPrefix] whether `x*` is any text that begins with x
 */
const textCondition = (property, allowsPrefix = false) => (/** @type {JSONValue} */ value) => {
  const texts = oneOrMore(value, (text) => (typeof text === 'string' ? text : null))
  return texts === null ? NEVER : (/** @type {Device} */ device) => {
    const own = property(device)
    return own !== null && texts.some((text) =>
      (allowsPrefix && text.endsWith('*') ? own.startsWith(text.slice(0, -1)) : own === text))
  }
}

/** @param {(moment: number, time: number, ends: number) => boolean} holds */
const timeCondition = (holds) => (/** @type {JSONValue} */ value) => {
  const moment = instant(value)
  return moment === null ? NEVER
    : (/** @type {Device} */ _, /** @type {number} */ time, /** @type {number} */ ends) => holds(moment, time, ends)
}

/** @type {ReadonlyMap<string, (value: JSONValue, platform: string) => Condition>} */
const CONDITIONS = new Map([
  ['app', versionCondition((device) => device.app)],
  ['build', versionCondition((device) => device.build)],
  ['os', versionCondition((device) => device.system, 'ios')],
  ['sdk', versionCondition((device) => device.system, 'android')],
  ['channel', textCondition((device) => device.channel)],
  ['region', textCondition((device) => device.region)],
  ['model', textCondition((device) => device.model, true)],
  ['from', timeCondition((moment, time) => moment <= time)],
  ['until', timeCondition((moment, _, ends) => ends < moment)],
  ['share', shareCondition],
])

/**
 * @param {JSONValue} value
 * @returns {Condition}
 */
function shareCondition(value) {
  const [salt, list] = value instanceof Map ? [value.get('salt'), value.get('steps')] : []
  if (typeof salt !== 'string' || !nameForm.test(salt) || !Array.isArray(list)) return NEVER
  if (list.length === 0 || list.length > Limits.shareSteps) return NEVER
  /** @type {{ moment: number, hundredths: number }[]} */
  const steps = []
  for (const step of list) {
    const [moment, hundredths] = Array.isArray(step) && step.length === 2 ? [instant(step[0]), readHundredths(step[1])] : []
    if (moment == null || hundredths == null) return NEVER
    if (steps.length > 0 && moment <= steps[steps.length - 1].moment) return NEVER
    steps.push({ moment, hundredths })
  }
  const holds = (/** @type {Device} */ device, /** @type {number} */ time) => {
    const point = device.points.get(salt)
    let hundredths = 0
    for (const step of steps) if (step.moment <= time) hundredths = step.hundredths
    return point !== undefined && isInShare(point, hundredths)
  }
  return Object.assign(holds, { salt })
}

/** @param {JSONValue} percent hundredths of a percentage from 0 to 100 with at most two decimals; null for another form */
function readHundredths(percent) {
  const number = percent instanceof JSONNumber ? Number(percent.spelling) : NaN
  const hundredths = Math.round(100 * number)
  return hundredths >= 0 && hundredths <= 10_000 && hundredths / 100 === number ? hundredths : null
}

/**
 * @param {string} salt
 * @param {string} install
 * @returns {Promise<number>} from 0 to 2^32 − 1: where a device is in a roll-out
 */
export async function sharePoint(salt, install) {
  return new DataView(await crypto.subtle.digest('SHA-256', utf8(`gate:${salt}:${install}`))).getUint32(0)
}

/**
 * Whether a device is in a roll-out to so many hundredths of a percent.
 * @param {number} point where it is
 * @param {number} hundredths
 */
export const isInShare = (point, hundredths) => point * 10_000 < hundredths * 2 ** 32

/**
 * The time that the rules of a gate document go by: the later of the signed date and the earlier of (clock, signed date +
 * 7 days). A clock set back wins nothing, and one far ahead blocks nobody.
 * @param {number} date the signed date, in seconds since 1970
 * @param {number} now the clock, in seconds since 1970
 * @param {number | null} [maximumAge] seconds after which the document can block no one who is not blocked: its time ends there
 * @returns {number} seconds since 1970
 */
export function ruleTime(date, now, maximumAge = null) {
  const lead = Math.min(Limits.ruleTimeAhead, Math.max(0, Math.floor(maximumAge ?? Infinity)))
  return Math.max(date, Math.min(clockTime(date, now), date + lead))
}

/**
 * The clock in whole seconds since 1970; one that shows no date counts as one that stands at the signed date.
 * @param {number} date
 * @param {number} now
 */
function clockTime(date, now) {
  const clock = Math.floor(now)
  return clock >= 0 && clock <= LAST_SECOND ? clock : date
}

/**
 * Whether maintenance closes the app: a document that was signed long ago may be a replay.
 * @param {Decision['source']} source
 * @param {number | null} date
 * @param {number} now
 */
const mayClose = (source, date, now) =>
  source === 'fetched' && (date === null || clockTime(date, now) - date <= Limits.maintenanceAge)

// MARK: Languages

/** @typedef {{ readonly text: string, readonly language: string }} ChosenText */

/**
 * The text for a user who reads these languages, best first; null when all texts are blank.
 *
 * For each language in turn: the same tag, what lookup of RFC 4647 §3.4 finds, then the same language in the same script
 * for another region. Scripts are those that are likely for a language and region, so that `zh-TW` finds `zh-Hant` and
 * never `zh`. Last come `en-GB`, any English with `en` first, and any text.
 * @param {LocalizedText | null} texts
 * @param {readonly string[]} languages BCP 47 tags or locale identifiers
 * @returns {ChosenText | null}
 */
export function chooseText(texts, languages) {
  const candidates = (texts ?? []).filter(([, text]) => /\P{White_Space}/u.test(text))
    .map(([language, text]) => ({ chosen: { text, language }, identifier: readLanguage(language) }))
  if (candidates.length === 0) return null
  for (const language of languages.slice(0, Limits.languagesTried)) {
    const wanted = readLanguage(language)
    const found = lookUp(wanted, candidates)
    if (found !== null) return found
    // Readers of either read the other as well (in CLDR Norwegian is the parent of both).
    const relative = { nn: 'nb', nb: 'nn' }[wanted.subtags[0] ?? '']
    const related = relative === undefined ? null : lookUp(readLanguage(relative), candidates)
    if (related !== null) return related
  }
  const british = candidates.find(({ chosen }) => canonicalLanguage(chosen.language) === 'en-GB')
  return british?.chosen ?? lookUp(readLanguage('en'), candidates) ?? candidates[0].chosen
}

/**
 * A language tag or locale identifier, taken apart.
 * @typedef {{ subtags: string[], script: string | null, region: string | null }} LanguageIdentifier
 */

/**
 * Reads `pt-BR`, `pt_BR`, `zh-Hant-TW`, `en_GB@calendar=buddhist`, `C.UTF-8`; any text.
 * @param {string} identifier
 * @returns {LanguageIdentifier}
 */
function readLanguage(identifier) {
  const subtags = identifier.split(/[@.]/, 1)[0].split(/[-_]/).filter((subtag) => subtag !== '')
    .slice(0, Limits.subtagsRead).map(asciiLowercased)
  // What follows a single letter is an extension: neither script nor region.
  const singleton = subtags.findIndex((subtag, index) => index > 0 && utf8Length(subtag) === 1)
  const main = subtags.slice(1, singleton < 0 ? undefined : singleton)
  let script = main.find((subtag) => /^[a-z]{4}$/.test(subtag)) ?? null
  const region = main.find((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/.test(subtag)) ?? null
  const current = CURRENT_CODES.get(subtags[0])
  if (current !== undefined) {
    subtags[0] = current[0]
    script = script ?? current[1] ?? null
  }
  return { subtags, script: script ?? likelyScript(subtags[0] ?? '', region), region }
}

/**
 * @param {LanguageIdentifier} wanted
 * @param {readonly { chosen: ChosenText, identifier: LanguageIdentifier }[]} candidates
 */
function lookUp(wanted, candidates) {
  const [language] = wanted.subtags
  const related = candidates.filter(({ identifier }) => language !== undefined && identifier.subtags[0] === language
    && (wanted.script === null || identifier.script === null || wanted.script === identifier.script))
  if (related.length === 0) return null
  // The tag itself, then ever shorter; without its region it is looked up below.
  const subtags = [...wanted.subtags]
  while (subtags.length > 1) {
    const same = related.find(({ identifier }) => identifier.subtags.length === subtags.length
      && identifier.subtags.every((subtag, index) => subtag === subtags[index]))
    if (same !== undefined) return same.chosen
    subtags.pop()
    // A single letter begins an extension, which has just been cut off.
    if (subtags.length > 0 && utf8Length(subtags[subtags.length - 1]) === 1) subtags.pop()
  }
  // Between a region and none come those of CLDR's parent locales; after none, the one that most people read.
  const named = wanted.region === null ? [] : [wanted.region, ...parentRegions(wanted.region, language)]
  for (const region of [...named, null, ...likelyRegions(language, wanted.script)]) {
    const found = related.find(({ identifier }) => identifier.region === region)
    if (found !== undefined) return found.chosen
  }
  return related[0].chosen
}

/**
 * Codes that older systems still report, and macrolanguages used for one of their languages.
 * @type {Map<string, string[]>}
 */
const CURRENT_CODES = new Map(
  'iw:he in:id ji:yi jw:jv mo:ro tl:fil no:nb sh:sr:latn cmn:zh arb:ar'.split(' ').map((entry) => {
    const [code, ...current] = entry.split(':')
    return [code, current]
  }))

/**
 * The scripts of languages that have more than one (CLDR, likely subtags): the usual one, and those of regions.
 * @type {Map<string, { usual: string, inRegions: Map<string, string> }>}
 */
const SCRIPTS = new Map([
  'az latn arab:iq,ir cyrl:ru', 'bs latn', 'ha latn arab:cm,sd', 'hi deva', 'iu cans', 'kk cyrl arab:af,cn,ir,mn', 'ks arab',
  'ku latn arab:lb', 'ky cyrl arab:cn latn:tr', 'mn cyrl mong:cn', 'ms latn arab:cc', 'pa guru arab:pk', 'sd arab deva:in',
  'shi tfng', 'sr cyrl latn:me,ro,tr', 'tg cyrl arab:pk', 'ug arab cyrl:kz,mn', 'uz latn arab:af cyrl:cn', 'vai vaii',
  'yue hant hans:cn', 'zh hans hant:au,bn,gb,gf,hk,id,mo,pa,pf,ph,sr,th,tw,us,vn',
].map((entry) => {
  const [language, usual, ...others] = entry.split(' ')
  const inRegions = others.flatMap((other) => {
    const [script, regions] = other.split(':')
    return regions.split(',').map((region) => /** @type {[string, string]} */ ([region, script]))
  })
  return [language, { usual, inRegions: new Map(inRegions) }]
}))

/**
 * @param {string} language
 * @param {string | null} region
 * @returns {string | null}
 */
function likelyScript(language, region) {
  const scripts = SCRIPTS.get(language)
  return scripts === undefined ? null : scripts.inRegions.get(region ?? '') ?? scripts.usual
}

const LATIN_AMERICA = new Set('ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve'.split(' '))
const EUROPEAN_PORTUGUESE = new Set('ao ch cv fr gq gw lu mo mz st tl'.split(' '))
const AMERICAN_ENGLISH = new Set('as gu mh mp ph pr um us vi'.split(' '))

/**
 * @param {string} region
 * @param {string} language the regions to try after a region and before none (CLDR, parent locales)
 */
function parentRegions(region, language) {
  if (language === 'es' && LATIN_AMERICA.has(region)) return ['419']
  if (language === 'pt' && EUROPEAN_PORTUGUESE.has(region)) return ['pt']
  // Both are spelled alike; a text for the whole world comes first.
  if (language === 'en' && !AMERICAN_ENGLISH.has(region)) return ['001', 'gb']
  return language === 'zh' && region === 'mo' ? ['hk'] : []
}

/**
 * @param {string} language
 * @param {string | null} script the regions to try when every text has a region
 */
function likelyRegions(language, script) {
  switch (language) {
    case 'en': return ['gb', 'us']
    case 'pt': return ['br']
    case 'ar': return ['001', 'eg']
    case 'zh': return [script === 'hant' ? 'tw' : 'cn']
    // Many languages have the code of their region: `fr-FR`, `de-DE`.
    default: return [language]
  }
}

// MARK: Deciding

/**
 * What an option may be: in words, and a test of it. One that need not be given is not tested when it is undefined.
 * @typedef {Record<string, [wanted: string, test: (value: any) => boolean]>} Options
 */

/**
 * @param {string} what they are, for the message
 * @param {object} given
 * @param {Options} options
 * @param {readonly string[]} [required] those that must be given
 * @throws {TypeError}
 */
function checkOptions(what, given, options, required = []) {
  const names = Object.keys(options)
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(options, name)) {
      const near = nearest(name, names)
      throw new TypeError(`"${name}" is no ${what}: ${near === null ? `there are ${names.join(', ')}` : `did you mean "${near}"?`}`)
    }
    const [wanted, test] = options[name]
    const shown = typeof value === 'string' ? `"${value}"` : typeof value === 'object' && value !== null ? 'an object' : String(value)
    if (value !== undefined && !test(value)) throw new TypeError(`"${name}" is ${shown}: it must be ${wanted}`)
  }
  for (const name of required) {
    if (/** @type {any} */ (given)[name] === undefined) throw new TypeError(`"${name}" is missing: it must be ${options[name][0]}`)
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 * @returns {string | null} the one that was meant, probably
 */
function nearest(name, names) {
  const wanted = name.toLowerCase()
  const distance = (/** @type {string} */ other) => {
    if (wanted.startsWith(other) || other.startsWith(wanted)) return 1
    let row = [...other, ''].map((_, index) => index)
    for (const [index, letter] of [...wanted].entries()) {
      const next = [index + 1]
      for (const [column, own] of [...other].entries()) {
        next.push(Math.min(row[column] + (own === letter ? 0 : 1), row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row[other.length]
  }
  const [[near, count]] = names.map((other) => /** @type {const} */ ([other, distance(other.toLowerCase())])).sort((a, b) => a[1] - b[1])
  return count <= 2 ? near : null
}

const isNothingOr = (/** @type {(value: any) => boolean} */ test) => (/** @type {any} */ value) => value === null || test(value)
const isText = (/** @type {any} */ value) => typeof value === 'string'
const isFunction = (/** @type {any} */ value) => typeof value === 'function'
const isDuration = (/** @type {any} */ value) => typeof value === 'number' && value >= 0
const hasMethods = (/** @type {string[]} */ ...names) => (/** @type {any} */ value) => (
  typeof value === 'object' && value !== null && names.every((name) => isFunction(value[name])))
const isStorage = isNothingOr(hasMethods('get', 'replace'))

/** @type {Options} */
const DEVICE_PROPERTIES = {
  platform: ['"ios" or "android"', (value) => value === 'ios' || value === 'android'],
  ...Object.fromEntries(['os', 'sdk', 'app', 'build'].map((name) => (
    [name, ['a text or a number', isNothingOr((value) => isText(value) || typeof value === 'number')]]))),
  languages: ['an array of texts, ["en-GB"]', (value) => Array.isArray(value) && value.every(isText)],
  ...Object.fromEntries(['channel', 'region', 'model', 'install'].map((name) => [name, ['a text', isNothingOr(isText)]])),
}

/** A device and the app on it, as far as they are known. */
export class Device {
  /**
   * @param {object} properties
   * @param {'ios' | 'android'} properties.platform
   * @param {string} [properties.os] the version of iOS: `17.5.1`. Without one that can be read no bound of the system applies;
   *   a {@link Gate} reports that as `unreadable-device`
   * @param {string | number} [properties.sdk] the SDK level of Android: 34
   * @param {string} [properties.app] the version of the app: `CFBundleShortVersionString`, on Android the version name
   * @param {string | number} [properties.build] its build: `CFBundleVersion`, on Android the version code
   * @param {readonly string[]} [properties.languages] that the user reads, best first: `navigator.languages`
   * @param {string} [properties.channel] how the app was distributed, as the rules name it: `beta`
   * @param {string} [properties.region] where the user is, as the rules name it
   * @param {string} [properties.model] the model, as the rules name it: `iPhone8,1`
   * @param {string} [properties.install] 32 lowercase hex digits; {@link Gate} makes and keeps one when there is none
   */
  constructor(properties) {
    checkOptions('property of a device', properties, DEVICE_PROPERTIES, ['platform'])
    const { platform, os, sdk, app, build, languages = [], channel, region, model, install } = properties
    const version = (/** @type {string | number | null | undefined} */ text) =>
      (text == null ? null : new InstalledVersion(String(text)))
    const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : null)
    /** @readonly */
    this.platform = platform
    /** @readonly the version of iOS or the SDK level of Android */
    this.system = version(platform === 'ios' ? os : sdk)
    /** @readonly */
    this.app = version(app)
    /** @readonly */
    this.build = version(build)
    /**
     * @readonly
     * @type {readonly string[]}
     */
    this.languages = Object.freeze([...languages])
    /** @readonly */
    this.channel = text(channel)
    /** @readonly */
    this.region = text(region)
    /** @readonly */
    this.model = text(model)
    /** @readonly */
    this.install = typeof install === 'string' && installForm.test(install) ? install : null
    /**
     * @readonly where it is in roll-outs, by their salts, as far as that was worked out
     * @type {ReadonlyMap<string, number>}
     */
    this.points = new Map()
    Object.freeze(this)
  }

  /**
   * The same device with its place in the roll-outs of a document, which {@link decide} needs; without it the device is in
   * none of them.
   * @param {Content} content
   * @returns {Promise<Device>}
   */
  async placedIn({ gate }) {
    const { install } = this
    const salts = new Set((gate?.rules ?? []).map(({ salt }) => salt).filter((salt) => salt !== null && !this.points.has(salt)))
    if (install === null || salts.size === 0) return this
    const placed = await Promise.all([...salts].map(async (salt) => (
      /** @type {const} */ ([salt, await sharePoint(/** @type {string} */ (salt), install)]))))
    return this.with({ points: new Map([...this.points, ...placed]) })
  }

  /**
   * The same device with some properties replaced.
   * @param {Partial<Pick<Device, 'app' | 'build' | 'install' | 'points'>>} changes
   * @returns {Device}
   */
  with(changes) { return Object.freeze(Object.assign(Object.create(Device.prototype), this, changes)) }
}

/**
 * The newest version in the app's store.
 * @typedef {{ version: string, minimumSystem?: string | null }} StoreVersion
 */

/**
 * A required or recommended update, with its texts in the language of the user.
 * @typedef {object} Update
 * @property {'system' | 'app' | 'rule'} subject what to update: the system, for which an update of the app would not
 *   install; the app; or what a rule of a gate document says
 * @property {string | null} version the version to get, as the document spells it; of a rule, what this device can get
 * @property {string | null} build the build that is needed, where the document decides by builds
 * @property {string | null} sdk the SDK level that is needed
 * @property {string | null} rule the id of the rule
 * @property {ChosenText | null} title
 * @property {ChosenText | null} description
 * @property {string | null} url where to get it; null when nothing says, and when there is nothing to get
 * @property {'unknown' | 'available' | 'missing'} store whether the store has it
 * @property {boolean} isObtainable false when no version exists that this device could run and that would not be blocked
 * @property {Date | null} due when a recommendation becomes a requirement
 */

/**
 * What the app should do, and which document says so.
 * @typedef {object} Decision
 * @property {'available' | 'recommended' | 'required' | 'maintenance'} outcome run; run and advise an update, as often as a
 *   {@link PromptThrottle} says; do not run
 * @property {boolean} isBlocked whether the app must not run
 * @property {'fetched' | 'stored' | 'embedded' | 'none'} source which document decided: one that was fetched in this
 *   session, the last one of an earlier session, the one that the app ships, or none
 * @property {Date | null} asOf the signed date of that document
 * @property {string | null} rule the id of the rule that decided
 * @property {Update | null} update what is required or recommended
 * @property {ChosenText | null} title of maintenance; that of an update is with it
 * @property {{ text: string, language: string | null } | null} message of maintenance; without a language where the
 *   document does not say it
 * @property {string | null} seen the rule whose first sight the caller of {@link decide} keeps, for its grace; a gate does
 */

/**
 * What is known beside a document and a device.
 * @typedef {object} Circumstances
 * @property {Decision['source']} source maintenance counts only from `fetched`, and for 7 days after its date
 * @property {number | null} [date] the signed date, in seconds since 1970
 * @property {number} [now] the clock, in seconds since 1970
 * @property {ReadonlyMap<string, number>} [seen] when rules were first seen, in seconds since 1970
 * @property {number | null} [maximumAge] seconds after which a gate document blocks no one by its time alone
 * @property {string | null} [scope] the part of the app that is asked about
 * @property {StoreVersion | null} [store] the newest version in the store; it never changes whether a device is blocked
 * @property {string | null} [storeURL] where to get the app when a classic document does not say
 * @property {Selection} [select]
 */

/**
 * The decision for a device: for a gate document the first rule that decides, for the others the first of these that
 * holds, where equality always passes:
 *
 * 1. maintenance, from a document that was fetched in this session and signed at most 7 days ago
 * 2. the system is below its minimum
 * 3. the app is below its minimum
 * 4. the system is below what is recommended
 * 5. the app is below what is recommended, and the store is not known to lack that
 * 6. available
 *
 * @param {Content} content of a verified manifest
 * @param {Device} device
 * @param {Circumstances} circumstances
 * @returns {Decision}
 * @throws {DocumentError} when the document says nothing to an app on this platform, or to this selection
 */
export function decide(content, device, circumstances) {
  if (content.gate !== null) return decideByRules(content.gate, device, circumstances)
  const { source, date = null, now = NaN, store = null, storeURL = null, select = {} } = circumstances
  const requirements = /** @type {NonNullable<Content['requirements']>} */ (content.requirements)(device.platform, select)
  const decision = (/** @type {Partial<Decision>} */ parts) => makeDecision(source, date, parts)
  const update = (/** @type {Bound} */ limit, /** @type {Update['store']} */ state) => {
    const { subject, by, numbers, version, title, description } = limit
    return makeUpdate({
      subject, version, store: state,
      build: by === 'build' ? numbers[0] : null,
      sdk: by === 'sdk' ? numbers[0] : null,
      title: chooseText(title, device.languages),
      description: chooseText(description, device.languages),
      // A store has no update of the system, and would not install one of the app on it.
      url: subject === 'app' ? requirements.url ?? storeURL : null,
    })
  }
  const holds = (/** @type {Bound} */ { by, numbers }) =>
    isBelow(by === 'app' ? device.app : by === 'build' ? device.build : device.system, numbers)
  const { maintenance, minimumSystem, minimumApp, recommendedSystem, recommendedApp } = requirements

  if (maintenance !== null && mayClose(source, date, now)) {
    const { message } = maintenance
    return decision({ outcome: 'maintenance', message: message === null ? null : { text: message, language: null } })
  }
  for (const [outcome, limit] of /** @type {const} */ ([
    ['required', minimumSystem], ['required', minimumApp], ['recommended', recommendedSystem], ['recommended', recommendedApp],
  ])) {
    if (limit === null || !holds(limit)) continue
    const state = limit.subject === 'app' ? storeState(limit.version, store, device) : 'unknown'
    if (outcome === 'required' || state !== 'missing') return decision({ outcome, update: update(limit, state) })
  }
  return decision({ outcome: 'available' })
}

/**
 * What a document needs to compare on a device but cannot: the app's `version` or `build`, which is unknown or does not
 * begin with a number; null when it can compare everything. Report it: no published bound reaches such an app.
 * @param {Content} content
 * @param {Device} device
 * @param {Selection} [select]
 * @returns {'version' | 'build' | null}
 */
export function unreadableApp(content, device, select = {}) {
  if (content.requirements === null) {
    const isRead = (/** @type {string} */ name) => content.gate?.rules.some(({ reads }) => reads.includes(name)) === true
    if (device.app?.isReadable !== true && isRead('app')) return 'version'
    return device.build?.isReadable !== true && isRead('build') ? 'build' : null
  }
  const { minimumApp, recommendedApp } = content.requirements(device.platform, select)
  for (const limit of [minimumApp, recommendedApp]) {
    if (limit?.by === 'app' && device.app?.isReadable !== true) return 'version'
    if (limit?.by === 'build' && device.build?.isReadable !== true) return 'build'
  }
  return null
}

/**
 * @param {Decision['source']} source
 * @param {number | null} date
 * @param {Partial<Decision>} parts
 * @returns {Decision}
 */
function makeDecision(source, date, parts) {
  return Object.freeze({
    outcome: 'available', isBlocked: parts.outcome === 'required' || parts.outcome === 'maintenance', source,
    asOf: date === null ? null : new Date(date * 1_000), rule: null, update: null, title: null, message: null, seen: null,
    ...parts,
  })
}

/**
 * @param {Partial<Update> & Pick<Update, 'subject'>} parts
 * @returns {Update}
 */
function makeUpdate(parts) {
  return Object.freeze({
    version: null, build: null, sdk: null, rule: null, title: null, description: null, url: null, store: 'unknown',
    isObtainable: true, due: null, ...parts,
  })
}

/**
 * Whether the store has an app for this device that is not below a version.
 * @param {string | null} needed
 * @param {StoreVersion | null} store
 * @param {Device} device
 * @returns {Update['store']}
 */
function storeState(needed, store, device) {
  const [bound, newest] = [versionNumbers(needed), versionNumbers(store?.version)]
  if (bound === null || newest === null) return 'unknown'
  if (compareNumbers(newest, bound) < 0) return 'missing'
  const minimum = versionNumbers(store?.minimumSystem)
  // The store offers this device the last version that it can run, which is not known.
  return minimum !== null && device.platform === 'ios' && isBelow(device.system, minimum) ? 'unknown' : 'available'
}

/**
 * @param {GateDocument} gate
 * @param {Device} device
 * @param {Circumstances} circumstances
 * @returns {Decision}
 */
function decideByRules(gate, device, circumstances) {
  const { source, date = null, now = NaN, seen = new Map(), maximumAge = null, scope = null, store = null } = circumstances
  if (gate.platform !== device.platform) throw new DocumentError(`it says nothing to an app on ${device.platform}`)
  if (date === null) throw new DocumentError('a gate document needs a signed date')
  const time = ruleTime(date, now, maximumAge)
  const clock = clockTime(date, now)
  const decision = (/** @type {Partial<Decision>} */ parts) => makeDecision(source, date, parts)
  /** @type {{ isObtainable: boolean, target: string | null } | undefined} */
  let found
  const obtainable = () => (found ??= lookForTarget(gate, device, time, clock, seen))

  for (const rule of gate.rules) {
    if ((rule.scope !== null && rule.scope !== scope) || !matches(rule, device, time, clock, seen)) continue
    if (rule.then === 'available') return decision({ outcome: 'available', rule: rule.id })
    if (rule.then === 'maintenance') {
      if (!mayClose(source, date, now)) continue
      const [title, message] = [chooseText(rule.title, device.languages), chooseText(rule.message, device.languages)]
      return decision({ outcome: 'maintenance', rule: rule.id, message, title })
    }
    const due = dueTime(rule, time, seen)
    const isRequired = blocks(rule, time, seen)
    const { isObtainable, target } = obtainable()
    const orElse = isObtainable ? null : chooseText(rule.orElse, device.languages)
    const state = storeState(target, store, device)
    if (!isRequired && ((!isObtainable && orElse === null) || state === 'missing')) continue
    const seenAt = seen.get(rule.id) ?? Infinity
    const isSeen = rule.then === 'recommended' && rule.grace !== null && seenAt > time
    return decision({
      outcome: isRequired ? 'required' : 'recommended',
      rule: rule.id,
      seen: isSeen ? rule.id : null,
      update: makeUpdate({
        subject: 'rule', rule: rule.id, version: target, isObtainable, store: state,
        title: chooseText(rule.title, device.languages),
        description: orElse ?? chooseText(rule.description, device.languages),
        url: isObtainable ? rule.url : null,
        due: !isRequired && due < Infinity ? new Date(due * 1_000) : null,
      }),
    })
  }
  return decision({ outcome: 'available' })
}

/**
 * When a recommendation becomes a requirement, in seconds since 1970; never is infinity.
 * @param {GateRule} rule
 * @param {number} time
 * @param {ReadonlyMap<string, number>} seen
 */
function dueTime({ id, then, requiredFrom, requiredBy, grace }, time, seen) {
  if (then !== 'recommended') return Infinity
  const firstSeen = Math.min(seen.get(id) ?? time, time)
  const given = [requiredFrom, grace === null ? null : Math.min(firstSeen + grace, LAST_SECOND)]
    .filter((moment) => moment !== null)
  const due = given.length > 0 ? Math.max(.../** @type {number[]} */ (given)) : Infinity
  return Math.min(due, requiredBy ?? Infinity)
}

/**
 * Whether a rule blocks those whom it matches.
 * @param {GateRule} rule
 * @param {number} time
 * @param {ReadonlyMap<string, number>} seen
 */
const blocks = (rule, time, seen) =>
  rule.then === 'required' || rule.then === 'maintenance' || dueTime(rule, time, seen) <= time

/**
 * Whether all conditions hold. A block ends by the clock where that is later, so that it ends even if the document is never
 * signed again.
 * @param {GateRule} rule
 * @param {Device} device
 * @param {number} time
 * @param {number} clock
 * @param {ReadonlyMap<string, number>} seen
 * @param {readonly Condition[]} conditions
 */
function matches(rule, device, time, clock, seen, conditions = rule.when) {
  const ends = blocks(rule, time, seen) ? Math.max(time, clock) : time
  return conditions.every((holds) => holds(device, time, ends))
}

/**
 * What the device can get: the first listed version that is for its system, above what it has, and not blocked itself.
 * @param {GateDocument} gate
 * @param {Device} device
 * @param {number} time
 * @param {number} clock
 * @param {ReadonlyMap<string, number>} seen
 */
function lookForTarget({ rules, latest }, device, time, clock, seen) {
  if (latest === null) return { isObtainable: true, target: null }
  // For as many versions as are listed, what no version changes is not asked again.
  const possible = rules.filter((rule) => matches(rule, device, time, clock, seen, rule.whenever))
  const isBlocked = (/** @type {Device} */ updated) => {
    for (const rule of possible) {
      if (rule.then === 'maintenance' || rule.scope !== null || !matches(rule, updated, time, clock, seen)) continue
      return blocks(rule, time, seen)
    }
    return false
  }
  const target = latest.find(({ app, build, system }) => {
    if (system !== null && !(device.system?.isReadable === true && system(device.system.numbers))) return false
    return isAbove(app, build, device) && !isBlocked(device.with({ app, build }))
  })
  return { isObtainable: target !== undefined, target: target?.app.spelling ?? null }
}

/**
 * @param {InstalledVersion} app
 * @param {InstalledVersion | null} build
 * @param {Device} device whether a version is above its own
 */
function isAbove(app, build, device) {
  const order = device.app?.isReadable === true ? compareNumbers(app.numbers, device.app.numbers) : null
  if (order !== null && order !== 0) return order > 0
  if (build !== null && device.build?.isReadable === true) return compareNumbers(build.numbers, device.build.numbers) > 0
  return order === null
}

// MARK: Keeping

/**
 * Where texts are kept between sessions; every method may also return a promise. Reading must throw when a text is there
 * but cannot be read now, so that nothing older replaces it. What it returns is not trusted: documents are verified again,
 * and anything damaged counts as missing. Other gates, tabs and processes may write to it as well.
 * @typedef {object} Storage
 * @property {(key: string) => string | null | undefined | Promise<string | null | undefined>} get null for nothing
 * @property {(key: string, old: string | null, now: string) => boolean | Promise<boolean>} replace replaces the text in one
 *   step if it is still the old one, and returns whether it was (compare and set)
 */

/**
 * Keeps texts in a database of the browser (IndexedDB), whose transactions hold for all tabs: what gates use that are given
 * no storage.
 * @implements {Storage}
 */
export class DatabaseStorage {
  #name
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null

  /** @param {string} [name] of the database */
  constructor(name = 'signet') {
    if (globalThis.indexedDB === undefined) throw new TypeError('there is no IndexedDB here: give a storage, or null for none')
    this.#name = name
  }

  /**
   * @param {string} key
   * @returns {Promise<string | null>}
   */
  get(key) {
    return this.#transaction('readonly', (texts, end) => {
      const request = texts.get(key)
      request.onsuccess = () => end(request.result ?? null)
    })
  }

  /**
   * @param {string} key
   * @param {string | null} old
   * @param {string} now
   * @returns {Promise<boolean>}
   */
  replace(key, old, now) {
    return this.#transaction('readwrite', (texts, end) => {
      const request = texts.get(key)
      request.onsuccess = () => {
        const isOld = (request.result ?? null) === old
        if (isOld) texts.put(now, key)
        end(isOld)
      }
    })
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(texts: IDBObjectStore, end: (result: T) => void) => void} work
   * @returns {Promise<T>}
   */
  async #transaction(mode, work) {
    const database = await this.#database()
    return await new Promise((done, fail) => {
      const transaction = database.transaction('texts', mode)
      transaction.onabort = () => fail(transaction.error ?? new Error('the transaction was aborted'))
      work(transaction.objectStore('texts'), (result) => { transaction.oncomplete = () => done(result) })
    })
  }

  #database() {
    this.#opening ??= new Promise((/** @type {(database: IDBDatabase) => void} */ done, fail) => {
      const request = indexedDB.open(this.#name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore('texts')
      request.onsuccess = () => {
        // Closed by the browser, or to be deleted by another tab.
        request.result.onclose = request.result.onversionchange = () => {
          request.result.close()
          this.#opening = null
        }
        done(request.result)
      }
      request.onerror = () => {
        this.#opening = null
        fail(request.error)
      }
    })
    return this.#opening
  }
}

/**
 * Keeps texts in `localStorage` or anything with its interface, as well as that can be done: it has no transactions, so that
 * of two tabs which write at the same moment the one may take back what the other has kept.
 * @implements {Storage}
 */
export class WebStorage {
  #items

  /** @param {{ getItem(key: string): string | null, setItem(key: string, value: string): void }} items */
  constructor(items) { this.#items = items }

  /** @param {string} key */
  get(key) { return this.#items.getItem(key) }

  /**
   * @param {string} key
   * @param {string | null} old
   * @param {string} now
   */
  replace(key, old, now) {
    if (this.#items.getItem(key) !== old) return false
    this.#items.setItem(key, now)
    return true
  }
}

/**
 * Keeps texts for one session, for tests and previews: an app that forgets its document can be rolled back.
 * @implements {Storage}
 */
export class MemoryStorage {
  #texts = new Map()

  /**
   * @param {string} key
   * @returns {string | null}
   */
  get(key) { return this.#texts.get(key) ?? null }

  /**
   * @param {string} key
   * @param {string | null} old
   * @param {string} now
   */
  replace(key, old, now) {
    if (this.get(key) !== old) return false
    this.#texts.set(key, now)
    return true
  }
}

/** A storage that may never answer: a call that takes too long has failed, and so have all until it is answered. */
class PatientStorage {
  #storage
  #isSilent = false

  /** @param {Storage} storage */
  constructor(storage) { this.#storage = storage }

  /**
   * @param {Storage | null | undefined} storage nothing for that of the browser
   * @returns {PatientStorage | null}
   */
  static of(storage) { return storage === null ? null : new PatientStorage(storage ?? new DatabaseStorage()) }

  /**
   * @param {string} key
   * @returns {Promise<string | null>}
   */
  async get(key) { return (await this.#call(() => this.#storage.get(key))) ?? null }

  /**
   * @param {string} key
   * @param {string | null} old
   * @param {string} now
   */
  async replace(key, old, now) { return (await this.#call(() => this.#storage.replace(key, old, now))) === true }

  /**
   * @template T
   * @param {() => T | Promise<T>} work
   * @returns {Promise<T>}
   */
  async #call(work) {
    const silence = () => new Error('the storage does not answer')
    if (this.#isSilent) throw silence()
    const answer = Promise.resolve().then(work)
    const answered = () => { this.#isSilent = false }
    answer.then(answered, answered)
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    // By no clock of a test: nothing is decided by it.
    const late = new Promise((/** @type {(value: never) => void} */ _, fail) => {
      timer = setTimeout(() => {
        this.#isSilent = true
        fail(silence())
      }, Limits.storageTime * 1_000)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** @param {string | null | undefined} text what was kept; null when it is not what this module writes */
function readKept(text) {
  try {
    const value = parseJSON(utf8(text ?? ''))
    return value instanceof Map ? value : null
  } catch {
    return null
  }
}

/** @param {Download} download */
const keptText = ({ envelope, body, headers }) => JSON.stringify({ envelope, body: encodeBase64(body), headers })

/**
 * @param {string | null | undefined} text
 * @returns {Download | null}
 */
function readKeptDownload(text) {
  const kept = readKept(text)
  const [envelope, base64, headers] = ['envelope', 'body', 'headers'].map((name) => kept?.get(name))
  const body = typeof base64 === 'string' ? decodeBase64(base64) : null
  const hasForm = (envelope === 'headers' || envelope === 'jws') && Array.isArray(headers)
    && headers.every((field) => Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === 'string'))
  return body !== null && hasForm ? new Download(envelope, body, /** @type {any} */ (headers)) : null
}

/** @type {Options} */
const PROMPT_OPTIONS = {
  storage: ['a storage with get and replace, or null', isStorage], key: ['a text', isText],
  interval: ['seconds', isDuration], now: ['a function', isFunction],
}

/**
 * Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once when a
 * newer version is recommended.
 *
 * One object is one session. "Later" is kept, separately for updates of the system, of the app, and for each rule.
 */
export class PromptThrottle {
  #storage
  #key
  #interval
  #now
  /** @type {Map<string, { update: PromptedUpdate, date: number }>} */
  #postponed = new Map()
  /**
   * What this session has postponed and the storage does not have.
   * @type {Map<string, { update: PromptedUpdate, date: number }>}
   */
  #unkept = new Map()
  /** @type {Map<string, PromptedUpdate>} */
  #shown = new Map()

  /** @typedef {Pick<Update, 'subject' | 'version' | 'build' | 'sdk' | 'rule'>} PromptedUpdate */

  /**
   * Use {@link PromptThrottle.open}.
   * @param {symbol} token
   * @param {PatientStorage | null} storage
   * @param {string} key
   * @param {number} interval
   * @param {() => number} now
   */
  constructor(token, storage, key, interval, now) {
    if (token !== MADE_HERE) throw new TypeError('throttles are made by PromptThrottle.open')
    this.#storage = storage
    this.#key = key
    this.#interval = interval
    this.#now = now
  }

  /**
   * Begins a session with what was postponed in earlier ones; it throws nothing but a `TypeError` for wrong options.
   * @param {object} [options]
   * @param {Storage | null} [options.storage] null for "Later" to hold for this session
   * @param {string} [options.key] the name under which it is kept
   * @param {number} [options.interval] seconds that "Later" is
   * @param {() => number} [options.now] the clock of the device, in seconds since 1970
   */
  static async open(options = {}) {
    checkOptions('option of a prompt throttle', options, PROMPT_OPTIONS)
    const { storage, key = 'signet/prompts', interval = 3 * 86_400, now = () => Date.now() / 1_000 } = options
    const throttle = new PromptThrottle(MADE_HERE, PatientStorage.of(storage), key, interval, now)
    try {
      await throttle.#read()
    } catch {
      // What cannot be read counts as missing: the user is asked once more.
    }
    return throttle
  }

  /**
   * Whether to show this recommendation now; true counts as shown in this session.
   * @param {PromptedUpdate} update
   */
  shouldShow(update) {
    const subject = subjectOf(update)
    const [shown, postponed] = [this.#shown.get(subject), this.#postponed.get(subject)]
    if (shown !== undefined && !isNewer(update, shown)) return false
    if (postponed !== undefined && !isNewer(update, postponed.update) && this.#isStillPostponed(postponed)) return false
    this.#shown.set(subject, update)
    return true
  }

  /**
   * The user said "Later".
   * @param {PromptedUpdate} update
   * @returns {Promise<boolean>} false when it could not be kept; it still holds for this session
   */
  async postpone(update) {
    const { subject, version, build, sdk, rule } = update
    return await this.#keep({ update: { subject, version, build, sdk, rule }, date: this.#now() })
  }

  /** @param {{ update: PromptedUpdate, date: number }} postponed */
  #isStillPostponed(postponed) {
    const elapsed = this.#now() - postponed.date
    if (elapsed >= 0) return elapsed < this.#interval
    // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
    void this.#keep({ update: postponed.update, date: this.#now() })
    return true
  }

  /**
   * Adds to what the storage has, which other objects write as well.
   * @param {{ update: PromptedUpdate, date: number }} postponed
   */
  async #keep(postponed) {
    const subject = subjectOf(postponed.update)
    this.#postponed.set(subject, postponed)
    this.#unkept.set(subject, postponed)
    try {
      for (let attempt = 0; this.#storage !== null && attempt < Limits.storageAttempts; attempt += 1) {
        const kept = await this.#read()
        const written = [...this.#unkept]
        if (!await this.#storage.replace(this.#key, kept, this.#text())) continue
        for (const [name, entry] of written) if (this.#unkept.get(name) === entry) this.#unkept.delete(name)
        return true
      }
      return false
    } catch {
      return false
    }
  }

  #text() {
    const newest = [...this.#postponed.values()].sort((a, b) => b.date - a.date)
    const rules = newest.filter(({ update }) => update.subject === 'rule').slice(0, Limits.promptRules)
    const entries = [...newest.filter(({ update }) => update.subject !== 'rule'), ...rules].map(({ update, date }) => ({
      ...update, postponed: date >= 0 && date <= LAST_SECOND ? Math.floor(date) : 0,
    }))
    return JSON.stringify({ entries })
  }

  /** Takes over what was kept, and returns its text. */
  async #read() {
    const text = await this.#storage?.get(this.#key) ?? null
    const entries = (text ?? '').length <= Limits.promptCharacters ? readKept(text)?.get('entries') : null
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (!(entry instanceof Map)) continue
      const part = (/** @type {string} */ name) => {
        const value = entry.get(name)
        return typeof value === 'string' ? value : null
      }
      const [subject, postponed] = [part('subject'), entry.get('postponed')]
      const date = postponed instanceof JSONNumber ? Number(postponed.spelling) : NaN
      if ((subject !== 'system' && subject !== 'app' && subject !== 'rule') || !(date >= 0 && date <= LAST_SECOND)) continue
      const update = { subject, version: part('version'), build: part('build'), sdk: part('sdk'), rule: part('rule') }
      const name = subjectOf(/** @type {PromptedUpdate} */ (update))
      if (!this.#unkept.has(name)) this.#postponed.set(name, { update: /** @type {PromptedUpdate} */ (update), date })
    }
    return text
  }
}

/** @param {{ subject: string, rule: string | null }} update what is throttled together */
const subjectOf = ({ subject, rule }) => (subject === 'rule' ? `rule ${rule}` : subject)

/**
 * Whether an update asks for more than another one; what cannot be compared counts as newer.
 * @param {PromptedUpdate} update
 * @param {PromptedUpdate} other
 */
function isNewer(update, other) {
  // Of one rule, only another version is news.
  if (update.subject === 'rule' && !(update.version && other.version)) return false
  for (const by of /** @type {const} */ (['build', 'sdk', 'version'])) {
    const [numbers, otherNumbers] = [update[by], other[by]].map((text) => (text === null ? null : new InstalledVersion(text).numbers))
    if (numbers && otherNumbers) return compareNumbers(numbers, otherNumbers) > 0
    if (numbers || otherNumbers) return true
  }
  return true
}

// MARK: Fetching

/** @typedef {{ status: number, headers: Iterable<HeaderField>, body: Uint8Array }} Response what a server answered */

/**
 * Fetches one URL with a GET. A transport asks for no compression, uses no cache, sends no validators, and follows
 * redirects only to the same host over https; it throws a {@link TransportError}. It need not trust what it gets.
 * @callback Transport
 * @param {string} url
 * @param {{ byteLimit: number, signal: AbortSignal }} options `signal` ends the exchange
 * @returns {Promise<Response>}
 */

/**
 * Fetches with the `fetch` of the platform.
 *
 * A browser does not tell where a redirect leads; there a second request follows it, and only the last address is checked.
 * Browsers also decide about compression themselves, so that the limit there is one of the expanded body.
 * @type {Transport}
 */
export async function fetchTransport(url, { byteLimit, signal }) {
  let address = readURL(url)
  if (address === null) throw new TransportError('unacceptable-url', `${url} is not an https address`)
  try {
    for (let count = 0; count <= Limits.redirects; count += 1) {
      let response = await fetch(address, fetchOptions('manual', signal))
      if (response.type === 'opaqueredirect') {
        response = await fetch(address, fetchOptions('follow', signal))
        checkRedirect(address, response.url)
      } else if ([301, 302, 303, 307, 308].includes(response.status) && response.headers.has('location')) {
        await response.body?.cancel()
        address = checkRedirect(address, new URL(response.headers.get('location') ?? '', address).href)
        continue
      }
      return { status: response.status, headers: [...response.headers], body: await readBody(response, byteLimit) }
    }
  } catch (error) {
    if (error instanceof TransportError) throw error
    throw new TransportError(signal.aborted ? 'cancelled' : 'unreachable', error instanceof Error ? error.message : String(error))
  }
  throw new TransportError('unreachable', 'too many redirects')
}

/**
 * @param {RequestRedirect} redirect
 * @param {AbortSignal} signal
 * @returns {RequestInit}
 */
const fetchOptions = (redirect, signal) => ({
  redirect, signal, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
  headers: { 'accept-encoding': 'identity' },
})

/** @param {string} text an address that may be fetched: https, or http of this very machine; else null */
function readURL(text) {
  try {
    const url = new URL(text)
    const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : null
  } catch {
    return null
  }
}

/**
 * @param {URL} from
 * @param {string} to
 * @returns {URL} where a redirect leads, if it is followed
 */
function checkRedirect(from, to) {
  const target = readURL(to)
  const isFollowed = target !== null && target.hostname === from.hostname
    && (target.protocol === 'https:' || from.protocol === 'http:') && target.username === '' && target.password === ''
  if (!isFollowed) throw new TransportError('redirected', `a redirect to ${to}`)
  return target
}

/**
 * @param {globalThis.Response} response
 * @param {number} byteLimit
 */
async function readBody(response, byteLimit) {
  const tooLarge = () => new TransportError('body-too-large', `the body is larger than ${byteLimit} bytes`)
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity' && asksForNoCompression()) {
    await response.body?.cancel()
    throw new TransportError('encoded', `the body is compressed: ${encoding}`)
  }
  /** @type {Uint8Array[]} */
  const parts = []
  let count = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    count += part.value.length
    if (count > byteLimit) {
      await reader?.cancel()
      throw tooLarge()
    }
    parts.push(part.value)
  }
  return joined(...parts)
}

/** Whether this platform lets a request refuse compression; browsers drop the header. */
const asksForNoCompression = () =>
  new Request('https://localhost/', { headers: { 'accept-encoding': 'identity' } }).headers.has('accept-encoding')

/**
 * Answers every request with the same document, or with none: previews and tests of an app need no network. It lends no
 * trust: the document must be signed by a key on the ring.
 * @param {Download | null} download null to be a device without a network
 * @returns {Transport}
 */
export const fixedTransport = (download) => async () => {
  if (download === null) throw new TransportError('unreachable', 'there is no network here')
  return { status: 200, headers: download.headers, body: download.body }
}

/**
 * What tells the time; tests have their own.
 * @typedef {object} Clock
 * @property {() => number} now the clock of the device, in seconds since 1970
 * @property {() => () => number} stopwatch starts to measure; the result returns the seconds since
 * @property {(seconds: number, signal: AbortSignal) => Promise<void>} sleep returns early when the signal is aborted
 */

/**
 * The clock of the platform.
 * @type {Clock}
 */
export const systemClock = Object.freeze({
  now: () => Date.now() / 1_000,
  stopwatch: () => {
    const [monotonic, wall] = [performance.now(), Date.now()]
    // The monotonic clock may stand still while the device sleeps; the other one may be set back, which says nothing.
    return () => {
      const elapsed = Date.now() - wall
      return Math.max(performance.now() - monotonic, elapsed < 0 ? Infinity : elapsed) / 1_000
    }
  },
  sleep: (seconds, signal) => new Promise((/** @type {(value: void) => void} */ done) => {
    const timer = setTimeout(done, signal.aborted ? 0 : seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    }, { once: true })
  }),
})

// MARK: The gate

/**
 * Why a check failed, or decided less than it should. The code is `transport`, `status`, `not-stored`, `unreadable-app`,
 * `unreadable-device`, that of a {@link VerificationError}, or `embedded/` and such a code.
 */
export class CheckFailure extends SignetError {
  /**
   * @param {string} code
   * @param {string} message
   * @param {boolean} [isTransient] whether another attempt may succeed
   * @param {string | null} [phrase] that of a {@link VerificationError}
   */
  constructor(code, message, isTransient = false, phrase = null) {
    super(code, message)
    /** @readonly */
    this.isTransient = isTransient
    /** @readonly */
    this.phrase = phrase
  }

  /**
   * @param {unknown} error
   * @param {string} [prefix]
   */
  static of(error, prefix = '') {
    if (error instanceof CheckFailure) return error
    if (error instanceof VerificationError) {
      return new CheckFailure(prefix + error.code, error.message, error.isTransient, error.phrase)
    }
    return new CheckFailure('transport', error instanceof Error ? error.message : String(error))
  }
}

/**
 * @typedef {object} GateOptions
 * @property {string} base the origin of the environment, which may have a path: `https://distribution.example.com`
 * @property {string} path the path of the document in the tree, as in the policy; with envelope `jws`, `path` and `.jws` is
 *   what is fetched
 * @property {string} format one of {@link FORMATS}
 * @property {'headers' | 'jws'} envelope how the signature travels; `jws` unless the app must read what deployed apps read
 * @property {string} environment the environment that the document must come from
 * @property {TrustedKeys} keys
 * @property {Device} device
 * @property {Storage | null} [storage] where the last verified document is kept: a {@link DatabaseStorage} unless you say
 *   otherwise; null to begin each session without one
 * @property {'body' | 'dated'} [profile] which bytes signatures in headers must cover
 * @property {number} [clockSkew] seconds that a signed date may be ahead of the clock
 * @property {number} [bodyLimit] bytes of the largest body
 * @property {Transport} [transport]
 * @property {Clock} [clock]
 * @property {() => Promise<StoreVersion | null>} [lookUp] finds the newest version in the app's store; asked only when an
 *   update of the app is required or recommended
 * @property {readonly string[]} [backends] with envelope `jws`, the hosts whose 403 may carry the document's own `.jws`:
 *   `api.example.com`
 * @property {Selection} [select]
 * @property {string | null} [storeURL] the app's page in its store, for classic documents that name none
 * @property {Download | null} [embedded] a signed document that the app ships: it decides until another is fetched, and
 *   nothing older is accepted
 * @property {'last-verified' | 'allow'} [whenUnreachable] what decides while no document can be fetched and verified: the
 *   last one that was, so that airplane mode does not lift a block, or none
 * @property {number | null} [maximumAge] seconds after which a document can no longer block anyone who is not blocked
 *   (freeze)
 * @property {number} [checkTimeLimit] seconds that a check waits; the fetch goes on in the background
 * @property {number} [requestTimeLimit] seconds for one attempt to fetch
 * @property {{ attempts: number, firstDelay: number, maximumDelay: number, jitter: () => number }} [retry] how often a fetch
 *   is tried, and the longest delays in seconds; `jitter` returns how much of the second half of a delay to wait, 0 to 1
 * @property {number} [foregroundInterval] seconds after a fetch in which a return to the foreground starts no other
 * @property {number} [observationInterval] seconds after a fetch in which an observed response starts no other: a backend
 *   that refuses everything must not make every app hammer the CDN
 */

const GATE_DEFAULTS = Object.freeze({
  storage: undefined, profile: 'dated', clockSkew: Limits.clockSkew, bodyLimit: Limits.manifestBytes, transport: fetchTransport,
  clock: systemClock, lookUp: null, backends: [], select: {}, storeURL: null, embedded: null,
  whenUnreachable: 'last-verified', maximumAge: null, checkTimeLimit: 3, requestTimeLimit: 10, foregroundInterval: 5 * 60,
  observationInterval: 10,
  retry: Object.freeze({ attempts: 3, firstDelay: 0.5, maximumDelay: 8, jitter: Math.random }),
})

/** @type {Options} */
const GATE_OPTIONS = {
  base: ['an https address, "https://distribution.example.com"', (value) => isText(value) && readURL(value) !== null],
  path: ['the path of a document, "gate/ios.json"', (value) => isText(value) && isDocumentPath(value)],
  format: [`one of ${FORMATS.join(', ')}`, (value) => FORMATS.includes(value)],
  envelope: ['"headers" or "jws"', (value) => value === 'headers' || value === 'jws'],
  environment: ['the name of an environment, "production"', (value) => isText(value) && environmentForm.test(value)],
  keys: ['the keys that TrustedKeys.load gives', (value) => value instanceof TrustedKeys],
  device: ['a Device', (value) => value instanceof Device],
  storage: ['a storage with get and replace, or null', isStorage],
  profile: ['"body" or "dated"', (value) => value === 'body' || value === 'dated'],
  clockSkew: ['seconds', isDuration],
  bodyLimit: ['a number of bytes', (value) => Number.isSafeInteger(value) && value > 0],
  transport: ['a function', isFunction],
  clock: ['a clock with now, stopwatch and sleep', hasMethods('now', 'stopwatch', 'sleep')],
  lookUp: ['a function or null', isNothingOr(isFunction)],
  backends: ['an array of host names', (value) => Array.isArray(value) && value.every(isText)],
  select: ['an object', (value) => typeof value === 'object' && value !== null],
  storeURL: ['an address or null', isNothingOr(isText)],
  embedded: ['a Download or null', isNothingOr((value) => value instanceof Download)],
  whenUnreachable: ['"last-verified" or "allow"', (value) => value === 'last-verified' || value === 'allow'],
  maximumAge: ['seconds, 172800, or null', isNothingOr(isDuration)],
  checkTimeLimit: ['seconds', isDuration],
  requestTimeLimit: ['seconds', isDuration],
  retry: [
    'an object with attempts, firstDelay, maximumDelay and jitter',
    (value) => Number.isSafeInteger(value?.attempts) && isDuration(value.firstDelay) && isDuration(value.maximumDelay) && isFunction(value.jitter)],
  foregroundInterval: ['seconds', isDuration],
  observationInterval: ['seconds', isDuration],
}
const REQUIRED_GATE_OPTIONS = ['base', 'path', 'format', 'envelope', 'environment', 'keys', 'device']

/** A manifest that decides. */
class Standing {
  /**
   * @param {VerifiedManifest} manifest
   * @param {Decision['source']} source
   * @param {Required<GateOptions>} options
   * @throws {VerificationError}
   */
  constructor(manifest, source, options) {
    this.manifest = manifest
    this.source = source
    this.options = options
    // A document that says nothing to this app is refused at once.
    try {
      this.decision(options.device, NaN, new Map(), null, null)
    } catch (error) {
      throw error instanceof DocumentError ? notOfFormat(manifest.content.format, error) : error
    }
  }

  /**
   * @param {Device} device
   * @param {number} now
   * @param {ReadonlyMap<string, number>} seen
   * @param {StoreVersion | null} store
   * @param {string | null} scope
   */
  decision(device, now, seen, store, scope) {
    const { storeURL, select, maximumAge } = this.options
    const { content, date } = this.manifest
    return decide(content, device, { source: this.source, date, now, seen, maximumAge, scope, store, storeURL, select })
  }

  /** The parts of the app that rules are about; null is all of it. */
  get scopes() { return new Set([null, ...(this.manifest.content.gate?.rules ?? []).map(({ scope }) => scope)]) }
}

/**
 * Checks one document at start and on return to the foreground, and decides what the app should do.
 *
 * One object is one session. There is always a decision, and no method throws: network, HTTP, signature and decoding
 * failures never decide and leave the current one ({@link GateOptions} `whenUnreachable`). Concurrent calls share one
 * fetch. Only the constructor throws, a `TypeError` for options that cannot be meant.
 */
export class Gate {
  #options
  #verifier
  #device
  #storage
  /**
   * The newest known manifest; nothing older is accepted.
   * @type {VerifiedManifest | null}
   */
  #newest = null
  /**
   * What decides; null while nothing is known.
   * @type {Standing | null}
   */
  #standing = null
  /**
   * When rules were first seen.
   * @type {Map<string, number>}
   */
  #seen = new Map()
  /**
   * What the storage has of it, as far as is known.
   * @type {ReadonlyMap<string, number>}
   */
  #keptSeen = new Map()
  /** Whether what was seen is on its way to the storage. */
  #isKeepingSeen = false
  #hasReadSeen = false
  /** @type {Promise<void> | null} */
  #loading = null
  #hasReadStore = false
  /** Whether the storage has what was last accepted, or something newer. */
  #isDocumentKept = true
  /**
   * What changes the knowledge waits for what did before.
   * @type {Promise<unknown>}
   */
  #queue = Promise.resolve()
  /** @type {StoreVersion | null} */
  #storeVersion = null
  /** @type {Promise<void> | null} */
  #refresh = null
  /** @type {Promise<void> | null} */
  #lookingUp = null
  /** Ends the current fetch. */
  #abort = new AbortController()
  /** Whether the current fetch has its document. */
  #hasAnswered = false
  /**
   * The 403 that was looked at last, and since when.
   * @type {{ body: Uint8Array, since: () => number } | null}
   */
  #refusal = null
  /** @type {(() => number) | null} */
  #sinceDocument = null
  /** @type {(() => number) | null} */
  #sinceFetch = null
  #isUnreachable = false
  /** @type {Set<(decision: Decision) => void>} */
  #listeners = new Set()
  #published = ''
  /** @type {CheckFailure | null} */
  #failure = null
  /** @type {CheckFailure | null} */
  #embeddedFailure = null

  /** @param {GateOptions} options */
  constructor(options) {
    checkOptions('option of a gate', options, GATE_OPTIONS, REQUIRED_GATE_OPTIONS)
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    this.#options = /** @type {Required<GateOptions>} */ (/** @type {unknown} */ ({ ...GATE_DEFAULTS, ...given }))
    this.#verifier = new Verifier(this.#options)
    this.#storage = PatientStorage.of(this.#options.storage)
    this.#device = this.#options.device
  }

  // For the app

  /**
   * Fetches the document and decides what the app should do: at start, before anything else is shown.
   *
   * Returns within `checkTimeLimit` with what is known then; a fetch goes on, and {@link Gate#subscribe} tells its result.
   * @param {{ scope?: string | null }} [options] the part of the app that is asked about: rules with a scope count for it only
   * @returns {Promise<Decision>}
   */
  async check(options = {}) {
    const { scope = null } = options
    const settle = async () => {
      await this.load()
      this.#startRefresh()
      await this.#settle()
      return true
    }
    const isSettled = await this.#within(this.#options.checkTimeLimit, settle().catch((error) => {
      this.#report(error)
      return true
    }))
    if (isSettled === null && !this.#hasAnswered && !this.#abort.signal.aborted) {
      this.#isUnreachable = true
    }
    this.#publish()
    return this.decision({ scope })
  }

  /**
   * The same on return to the foreground, once the last document was fetched `foregroundInterval` ago; before that the
   * rules that are known are decided again, since they may go by the time.
   * @param {{ scope?: string | null }} [options]
   * @returns {Promise<Decision>}
   */
  async enterForeground(options = {}) {
    const isRecent = this.#sinceDocument !== null && this.#sinceDocument() < this.#options.foregroundInterval
    if (this.#isUnreachable || !isRecent) return this.check(options)
    this.#publish()
    return this.decision(options)
  }

  /**
   * Examines a response of the backend that refuses a request in mid-session.
   *
   * A 403 of one of the `backends` whose body is the `.jws` of the document itself is one more way for it to arrive: it is
   * checked and kept like one that was fetched, but maintenance in it counts only once a fetch confirms it. Unless that
   * blocks the app, a response proves nothing and only starts a fetch in the background. The same body is looked at once a
   * minute, and no response of another host is.
   * @param {{ host: string, status: number, body: Uint8Array | ArrayBuffer | string }} response with the host that answered
   * @returns {Promise<Decision>}
   */
  async observe({ host, status, body }) {
    try {
      await this.load()
      if (this.#options.backends.some((known) => asciiLowercased(known) === asciiLowercased(String(host)))) {
        await this.#look(status, body)
      }
    } catch (error) {
      this.#report(error)
    }
    return this.decision()
  }

  /**
   * What the app should do by what is known now, without waiting. Before the first {@link Gate#load} nothing is known.
   * @param {{ scope?: string | null }} [options]
   * @returns {Decision}
   */
  decision(options = {}) { return this.#decide(this.#storeVersion, options.scope ?? null) }

  /**
   * What is wrong: why the last check failed, what is wrong with the embedded document or the app's version; null when all
   * went well.
   * @returns {CheckFailure | null}
   */
  get lastFailure() {
    const code = this.#failure?.code
    // A document that was refused comes first; the embedded one stays wrong after a check that succeeds, and comes before a
    // network that fails, as networks do every day.
    if (code === 'transport' || code === 'status') return this.#embeddedFailure ?? this.#failure
    if (code !== undefined) return this.#failure
    // Without a readable version no document ever blocks the app, which is worse than one that is not stored.
    const what = this.#deciding === null ? null : unreadableApp(this.#deciding.manifest.content, this.#device, this.#options.select)
    const unreadable = what === null ? null
      : new CheckFailure('unreadable-app', `the app's ${what} is unknown or does not begin with a number: it was not compared`)
    const unknown = this.#device.system?.isReadable === true ? null
      : new CheckFailure('unreadable-device', 'the system of the device is unknown or does not begin with a number: it was not compared')
    return this.#embeddedFailure ?? unknown ?? unreadable ?? (this.#isDocumentKept && this.#isMemoryKept ? null : notStored())
  }

  /**
   * Calls a function with the current decision, and with every change of it.
   * @param {(decision: Decision) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    // The other listeners first: from here on the decision counts as published.
    this.#publish()
    this.#listeners.add(listener)
    this.#tell(listener, this.decision())
    return () => { this.#listeners.delete(listener) }
  }

  /** Ends the current fetch; what is known stays. */
  cancel() {
    this.#abort.abort()
    this.#refresh = null
    this.#lookingUp = null
  }

  // What is kept

  /**
   * Reads the embedded and the stored document, once: {@link Gate#check} does it as well.
   * @returns {Promise<void>}
   */
  async load() {
    this.#loading ??= this.#exclusively(async () => {
      // Whether a document blocks more than another one depends on what was seen.
      await this.#readMemory()
      if (this.#options.embedded !== null) await this.#adoptEmbedded(this.#options.embedded)
    })
    await this.#loading
    if (!this.#hasReadSeen || this.#device.install === null) await this.#exclusively(() => this.#readMemory())
    if (!this.#isDocumentKept) await this.#exclusively(() => this.#keepDocument())
    else if (!this.#hasReadStore) await this.#exclusively(() => this.#readStore())
  }

  /** @param {Download} embedded */
  async #adoptEmbedded(embedded) {
    try {
      this.#newest = await this.#verifier.verifyKept(embedded, { path: this.#options.path })
      await this.#place(this.#newest)
      this.#standing = new Standing(this.#newest, 'embedded', this.#options)
      // It was never current on this device.
      if (this.#isFrozen(this.#newest) && this.#blocksMore(this.#standing, null)) this.#standing = null
    } catch (error) {
      this.#embeddedFailure = CheckFailure.of(error, 'embedded/')
    }
  }

  #key(suffix = '') { return `signet/${this.#options.environment}/${this.#options.path}${suffix}` }

  /**
   * Another gate may have written to it, or it could not be read before the device was unlocked.
   * @returns {Promise<string | null>} what it has
   */
  async #readStore() {
    this.#hasReadStore = false
    try {
      const text = await this.#storage?.get(this.#key()) ?? null
      const stored = readKeptDownload(text)
      if (stored !== null) await this.#adoptStored(stored)
      this.#hasReadStore = true
      return text
    } catch {
      return null
    }
  }

  /** Keeps the newest document, unless another gate has written a newer one since, which is taken over. */
  async #keepDocument() {
    this.#isDocumentKept = this.#storage === null
    for (let attempt = 0; !this.#isDocumentKept && attempt < Limits.storageAttempts; attempt += 1) {
      const text = await this.#readStore()
      if (!this.#hasReadStore || this.#newest === null) return
      const newest = keptText(this.#newest.download)
      if (text !== newest && !await this.#mayReplace(text)) return
      try {
        this.#isDocumentKept = text === newest || await this.#storage?.replace(this.#key(), text, newest) === true
      } catch {
        return
      }
    }
  }

  /**
   * Whether what is known may replace what the storage has: that does not verify, or nothing of it would go back.
   * @param {string | null} text
   */
  async #mayReplace(text) {
    const { path } = this.#options
    const [kept, newest] = [readKeptDownload(text), /** @type {VerifiedManifest} */ (this.#newest)]
    const stored = kept === null ? null : await this.#verifier.verifyKept(kept, { path }).catch(() => null)
    if (stored === null) return true
    return await this.#verifier.verifyKept(newest.download, { path, notBefore: stored }).then(() => true, () => false)
  }

  /** Reads what rules need to be remembered: what was seen earlier, and the id of this installation. */
  async #readMemory() {
    const hasRules = this.#verifier.format.startsWith('gate-')
    this.#hasReadSeen = !hasRules || await this.#readSeen().then(() => true, () => false)
    // With an id that cannot be kept, the device would be in another part of each roll-out in each session: it is in none.
    if (hasRules && this.#device.install === null) await this.#readInstall().catch(() => null)
  }

  /** Takes over what was seen earlier, and returns its text. */
  async #readSeen() {
    const kept = new Map()
    const text = await this.#storage?.get(this.#key('#seen')) ?? null
    for (const [id, moment] of readKept(text) ?? []) {
      const seconds = instant(moment)
      if (seconds !== null) kept.set(id, seconds)
    }
    this.#keptSeen = kept
    for (const [id, seconds] of kept) this.#seen.set(id, Math.min(seconds, this.#seen.get(id) ?? Infinity))
    return text
  }

  /** The id that places this device in staged roll-outs: random, kept here and never sent. */
  async #readInstall() {
    const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    for (let attempt = 0; this.#device.install === null && attempt < Limits.storageAttempts; attempt += 1) {
      const kept = await this.#storage?.get(INSTALL_KEY) ?? null
      const isMade = kept === null || !installForm.test(kept)
      if (isMade && this.#storage !== null && !await this.#storage.replace(INSTALL_KEY, kept, made)) continue
      this.#device = this.#device.with({ install: isMade ? made : kept })
    }
    if (this.#standing !== null) await this.#place(this.#standing.manifest)
  }

  /**
   * Works out where this device is in the roll-outs of a document: a decision does not wait for a hash.
   * @param {VerifiedManifest} manifest
   */
  async #place({ content }) { this.#device = await this.#device.placedIn(content) }

  /**
   * Accepts the stored document, unless it does not verify or what is known is newer.
   * @param {Download} stored
   */
  async #adoptStored(stored) {
    const manifest = await this.#verifier.verifyKept(stored, { path: this.#options.path, notBefore: this.#newest }).catch(() => null)
    if (manifest === null) return
    await this.#place(manifest)
    if (this.#standing?.source === 'fetched') {
      // What was fetched without a date does not outrank what another gate has stored with one.
      const known = this.#newest?.date ?? null
      if (manifest.date === null || (known !== null && manifest.date <= known)) return
    }
    this.#newest = manifest
    try {
      this.#standing = new Standing(manifest, 'stored', this.#options)
    } catch {
      // It was written for another selection, and says nothing to this app any more.
      this.#standing = null
    }
  }

  /** The rules of the document, whatever decides now; null when it has none. */
  get #rules() { return this.#standing?.manifest.content.gate?.rules ?? null }

  /** Whether the storage has what the rules need to be remembered, or will soon. */
  get #isMemoryKept() {
    if (this.#rules === null || this.#storage === null || this.#isKeepingSeen) return true
    return this.#device.install !== null && this.#isSeenKept
  }

  get #isSeenKept() {
    return this.#seen.size === this.#keptSeen.size
      && [...this.#seen].every(([id, seconds]) => this.#keptSeen.get(id) === seconds)
  }

  /** Keeps when rules were first seen, with those of the rules that the document still has. */
  #keepSeen() {
    if (this.#rules === null || this.#isSeenKept || this.#isKeepingSeen) return
    this.#isKeepingSeen = true
    void this.#exclusively(async () => {
      for (let attempt = 0; attempt < Limits.storageAttempts; attempt += 1) {
        // Another gate may have written since, and nothing is written before it was read.
        this.#hasReadSeen = false
        const text = await this.#readSeen()
        this.#hasReadSeen = true
        const ids = new Set(this.#rules?.map(({ id }) => id))
        for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id)
        if (this.#isSeenKept) return true
        const kept = new Map(this.#seen)
        const now = `{${[...kept].map(([id, seconds]) => `"${id}":"${instantText(seconds)}"`).join()}}`
        if (this.#storage !== null && !await this.#storage.replace(this.#key('#seen'), text, now)) continue
        this.#keptSeen = kept
        return true
      }
      return false
    }).catch(() => false).then((isKept) => {
      this.#isKeepingSeen = false
      // More may have been seen meanwhile.
      if (isKept) this.#keepSeen()
    })
  }

  // Fetching

  #startRefresh() {
    if (this.#refresh !== null) return
    if (this.#abort.signal.aborted) this.#abort = new AbortController()
    const { signal } = this.#abort
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
    while (this.#decide(null, null).outcome === 'recommended' && this.#lookingUp !== null) {
      const current = this.#lookingUp
      await current
      if (current === this.#lookingUp) break
    }
  }

  /** @param {AbortSignal} signal */
  async #fetch(signal) {
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

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  async #attempt(signal) {
    const { base, path, envelope, bodyLimit, transport, requestTimeLimit } = this.#options
    const url = `${base.replace(/\/+$/, '')}/${path}${envelope === 'jws' ? '.jws' : ''}`
    const byteLimit = envelope === 'jws' ? jwsLimit(bodyLimit) : bodyLimit
    const exchange = new AbortController()
    const end = () => exchange.abort()
    signal.addEventListener('abort', end, { once: true })
    try {
      // A transport that ignores the signal must not block all later fetches.
      const response = await this.#within(requestTimeLimit, transport(url, { byteLimit, signal: exchange.signal }))
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

  /**
   * Accepts a response and stores its document, or throws why not.
   * @param {Response} response
   * @param {AbortSignal} signal
   */
  async #accept({ status, headers, body }, signal) {
    await this.#readStore()
    await this.#readMemory()
    if (status !== 200) {
      const isTransient = [408, 425, 429].includes(status) || status >= 500
      throw new CheckFailure('status', `the server answered with status ${status}`, isTransient)
    }
    const { envelope } = this.#options
    const arrived = await this.#verifyArrival(new Download(envelope, body, envelope === 'jws' ? [] : headers), 'fetched')
    if (signal.aborted) return
    this.#hasAnswered = true
    this.#failure = null
    this.#sinceDocument = this.#options.clock.stopwatch()
    await this.#adopt(arrived)
  }

  /**
   * A document that has arrived, or throws why it is not accepted.
   * @param {Download} download
   * @param {Decision['source']} source
   */
  async #verifyArrival(download, source) {
    const { path, clock } = this.#options
    const manifest = await this.#verifier.verify(download, { path, stored: this.#newest, now: clock.now() })
    await this.#place(manifest)
    const arrived = new Standing(manifest, source, this.#options)
    if (this.#isFrozen(manifest) && this.#blocksMore(arrived, this.#standing)) {
      throw new VerificationError(
        'frozen', `it would newly block this device, and the signed date ${dateHeader(manifest.date ?? 0)} is too old for that`)
    }
    return arrived
  }

  /**
   * From here on an arrived document decides; it is kept for the next session.
   * @param {Standing} arrived
   */
  async #adopt(arrived) {
    this.#newest = arrived.manifest
    this.#standing = arrived
    this.#isUnreachable = false
    await this.#keepDocument()
    this.#startLookUp()
    this.#publish()
  }

  /**
   * Looks at a response of the backend.
   * @param {number} status
   * @param {Uint8Array | ArrayBuffer | string} body
   */
  async #look(status, body) {
    const { envelope, observationInterval, clock } = this.#options
    const download = status === 403 && envelope === 'jws' ? Download.jws(body) : null
    if (download !== null && download.body.length <= jwsLimit(this.#verifier.bodyLimit)) {
      const last = this.#refusal
      if (last !== null && last.since() < REFUSAL_INTERVAL && hasSameBytes(last.body, download.body)) return
      this.#refusal = { body: download.body, since: clock.stopwatch() }
      if (await this.#exclusively(() => this.#acceptRefusal(download)) && this.decision().isBlocked) return
    }
    if (this.#sinceFetch === null || this.#sinceFetch() >= observationInterval) this.#startRefresh()
  }

  /**
   * Accepts the document from a 403, and returns whether it was accepted.
   * @param {Download} download
   */
  async #acceptRefusal(download) {
    await this.#readStore()
    await this.#readMemory()
    try {
      const arrived = await this.#verifyArrival(download, 'stored')
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
    const { update } = this.#standing === null ? { update: null } : this.#of(this.#standing, null, null)
    this.#lookingUp = null
    // A rule without a target asks for no version in particular.
    const isInStore = update !== null && (update.subject === 'app' || (update.subject === 'rule' && update.version !== null))
    if (!lookUp || !isInStore) return
    const current = this.#within(requestTimeLimit, Promise.resolve().then(lookUp)).catch(() => null).then((version) => {
      if (current !== this.#lookingUp) return
      this.#storeVersion = version
      this.#publish()
    })
    this.#lookingUp = current
  }

  // Rules

  /** @returns {Standing | null} */
  get #deciding() {
    // Whether the app runs regardless of what was verified before a failure.
    const isAllowed = this.#isUnreachable && this.#options.whenUnreachable === 'allow'
    return isAllowed ? null : this.#standing
  }

  /**
   * @param {StoreVersion | null} store
   * @param {string | null} scope
   */
  #decide(store, scope) {
    const deciding = this.#deciding
    const decision = deciding === null ? makeDecision('none', null, {}) : this.#of(deciding, store, scope)
    if (deciding !== null && decision.seen !== null) {
      const { clock, maximumAge } = this.#options
      this.#seen.set(decision.seen, ruleTime(/** @type {number} */ (deciding.manifest.date), clock.now(), maximumAge))
    }
    this.#keepSeen()
    return decision.seen === null ? decision : Object.freeze({ ...decision, seen: null })
  }

  /**
   * @param {Standing} standing
   * @param {StoreVersion | null} store
   * @param {string | null} scope
   */
  #of(standing, store, scope) { return standing.decision(this.#device, this.#options.clock.now(), this.#seen, store, scope) }

  /**
   * Whether one document blocks the app, or a part of it, that another one does not.
   * @param {Standing} standing
   * @param {Standing | null} other
   */
  #blocksMore(standing, other) {
    return [...standing.scopes].some((scope) =>
      this.#of(standing, null, scope).isBlocked && !(other !== null && this.#of(other, null, scope).isBlocked))
  }

  /** @param {VerifiedManifest} manifest */
  #isFrozen({ date }) {
    const { maximumAge, clock } = this.#options
    return maximumAge !== null && date !== null && clock.now() - date > maximumAge
  }

  // Waiting and telling

  /**
   * Runs what changes the knowledge, one after another.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #exclusively(work) {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => null)
    return result
  }

  /**
   * A result, or null when it takes longer than so many seconds; it is not waited for then.
   * @template T
   * @param {number} seconds
   * @param {Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async #within(seconds, work) {
    const timer = new AbortController()
    try {
      return await Promise.race([work, this.#options.clock.sleep(seconds, timer.signal).then(() => null)])
    } finally {
      timer.abort()
    }
  }

  #publish() {
    const decision = this.decision()
    const text = JSON.stringify(decision)
    if (text === this.#published) return
    this.#published = text
    for (const listener of this.#listeners) this.#tell(listener, decision)
  }

  /**
   * @param {(decision: Decision) => void} listener
   * @param {Decision} decision
   */
  #tell(listener, decision) {
    try {
      listener(decision)
    } catch (error) {
      this.#report(error)
    }
  }

  /**
   * Tells developers of an error that the app does not get.
   * @param {unknown} error
   */
  #report(error) { (globalThis.reportError ?? console.error)(error) }
}

/** Seconds in which the same body of a 403 is not looked at again. */
const REFUSAL_INTERVAL = 60

const INSTALL_KEY = 'signet/install'

const notStored = () => new CheckFailure('not-stored', 'the document decides, but could not be stored for the next start')
