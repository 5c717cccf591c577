/**
 * Strict JSON (RFC 8259): well-formed UTF-8, no member twice in an object, no lone surrogate, nothing after the value, at most
 * 64 containers inside one another, and numbers as they are spelled.
 *
 * Own: `JSON.parse` keeps the last of two equal members, changes numbers above 2^53, and has no limit of depth; React Native has
 * no `TextDecoder` before 0.85. Proved by the refused bodies of `decisions-rules-details.json`, and by `unreadable` in
 * `verification-….json`.
 */

import { DocumentError } from './errors.js'

const NESTING = 64

/** A number as it is spelled. */
export class JSONNumber {
  constructor(/** @type {string} */ spelling) { this.spelling = spelling }
}

/** @typedef {null | boolean | JSONNumber | string | JSONArray | JSONObject} JSONValue */
/** @typedef {JSONValue[]} JSONArray */
/** @typedef {Map<string, JSONValue>} JSONObject so that `__proto__` is a name as any other */

const SPACE = /[ \t\n\r]*/y
const PLAIN = /[^"\\\x00-\x1F]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
const WORDS = new Map([['true', true], ['false', false], ['null', null]])

/** @type {(source: Uint8Array | string) => JSONValue} */
export function parseJSON(source) {
  const text = typeof source === 'string' ? source : decodeUTF8(source)
  let index = 0

  const failure = (/** @type {string} */ reason) => new DocumentError(`character ${index + 1}: ${reason}`, true)

  /** Whether it goes on in this form, and goes on after it. */
  const skip = (/** @type {RegExp} */ form) => {
    form.lastIndex = index
    const isThere = form.test(text)
    if (isThere) index = form.lastIndex
    return isThere
  }

  const isNext = (/** @type {string} */ character) => {
    // Most white space is none.
    if (text.charCodeAt(index) <= 0x20) skip(SPACE)
    if (text[index] !== character) return false
    index += 1
    return true
  }

  /** @type {(depth: number) => JSONValue} */ const value = (depth) => {
    const isObject = isNext('{')
    if (isObject || isNext('[')) {
      if (depth === NESTING) throw failure(`more than ${NESTING} containers inside one another`)
      return isObject ? object(depth + 1) : array(depth + 1)
    }
    if (isNext('"')) return string()
    const start = index
    if (skip(NUMBER)) return new JSONNumber(text.slice(start, index))
    if (skip(WORD)) return /** @type {boolean | null} */ (WORDS.get(text.slice(start, index)))
    throw failure(index < text.length ? 'expected a value' : 'the text ends too early')
  }

  const goesOn = (/** @type {string} */ end) => {
    if (isNext(',')) return true
    if (isNext(end)) return false
    throw failure('expected a comma or the end of the container')
  }

  const array = (/** @type {number} */ depth) => {
    /** @type {JSONValue[]} */ const elements = []
    if (isNext(']')) return elements
    do elements.push(value(depth)); while (goesOn(']'))
    return elements
  }

  const object = (/** @type {number} */ depth) => {
    /** @type {Map<string, JSONValue>} */ const members = new Map()
    if (isNext('}')) return members
    do {
      if (!isNext('"')) throw failure('expected a member name in double quotes')
      const name = string()
      // Two names are the same when their bytes are; as neither has a lone surrogate, it is enough to compare the strings.
      if (members.has(name)) throw failure(`duplicate member "${name}"`)
      if (!isNext(':')) throw failure('expected a colon')
      members.set(name, value(depth))
    } while (goesOn('}'))
    return members
  }

  const string = () => {
    const start = index
    let isEscaped = false
    for (;;) {
      skip(PLAIN)
      if (text[index] === '"') break
      if (!skip(ESCAPE)) throw failure(index < text.length ? 'an invalid character in a string' : 'the text ends too early')
      isEscaped = true
    }
    index += 1
    if (!isEscaped) return text.slice(start, index - 1)
    const meaning = JSON.parse(text.slice(start - 1, index))
    // With flag u, only a surrogate without its partner is one.
    if (/[\uD800-\uDFFF]/u.test(meaning)) throw failure('a lone surrogate')
    return /** @type {string} */ (meaning)
  }

  const result = value(0)
  skip(SPACE)
  if (index < text.length) throw failure('something follows after the end of the value')
  return result
}

const encoder = new TextEncoder()

export const utf8 = (/** @type {string} */ text) => encoder.encode(text)

/** The letters A to Z only: `toLowerCase` takes the Kelvin sign for a k. */
export const asciiLowercased = (/** @type {string} */ text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @param {Uint8Array | string} data text counts as its UTF-8; of bytes a copy, so that what is checked is what is kept */
export const bytesOf = (data) => (typeof data === 'string' ? utf8(data) : new Uint8Array(data))

/** @type {(a: Uint8Array, b: Uint8Array) => boolean} */
export const hasSameBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index])

/** @param {Uint8Array | Uint16Array} units one character for each, as many at once as any engine takes for arguments */
export function textOf(units) {
  let text = ''
  for (let index = 0; index < units.length; index += 4_096) {
    text += String.fromCharCode.apply(null, /** @type {any} */ (units.subarray(index, index + 4_096)))
  }
  return text
}

/** The least character that needs so many bytes after the first (RFC 3629 §3): a lesser one has a shorter form. */
const LEAST = [0, 0x80, 0x800, 0x1_0000]

/** @type {(bytes: Uint8Array) => string} */
function decodeUTF8(bytes) {
  const units = new Uint16Array(bytes.length)
  let [count, index] = [0, 0]
  while (index < bytes.length) {
    const first = bytes[index++]
    if (first < 0x80) {
      units[count++] = first
      continue
    }
    const more = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    let character = first & (0x3F >> more)
    let isWhole = more > 0
    for (const end = index + more; index < end; index += 1) {
      isWhole &&= (bytes[index] & 0xC0) === 0x80
      character = (character << 6) | (bytes[index] & 0x3F)
    }
    if (!isWhole || character < LEAST[more] || character > 0x10_FFFF || (character >= 0xD800 && character <= 0xDFFF)) {
      throw new DocumentError('invalid UTF-8', true)
    }
    if (character >= 0x1_0000) units[count++] = 0xD800 + ((character - 0x1_0000) >> 10)
    units[count++] = character < 0x1_0000 ? character : 0xDC00 + (character & 0x3FF)
  }
  return textOf(units.subarray(0, count))
}

/** @type {(value: JSONValue | undefined, name: string) => Map<string, JSONValue>} */
export function asObject(value, name) {
  if (!(value instanceof Map)) throw new DocumentError(`"${name}" is not an object`)
  return value
}

/** @type {(value: JSONValue | undefined, name: string) => string} */
export function asString(value, name) {
  if (typeof value !== 'string') throw new DocumentError(`"${name}" is not a string`)
  return value
}
