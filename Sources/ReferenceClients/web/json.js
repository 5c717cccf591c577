/**
 * Strict JSON (RFC 8259): well-formed UTF-8, no member twice in an object, no lone surrogate, nothing after the value, at most
 * 64 containers inside one another, and numbers as they are spelled.
 *
 * Own: `JSON.parse` keeps the last of two equal members, changes numbers above 2^53, and has no limit of depth; React Native has
 * no `TextDecoder` before 0.85. Proved by the refused bodies of `decisions-rules-details.json`, by `unreadable` in
 * `verification-….json`, and without `TextDecoder` by `Tests/Clients/web/gate.test.mjs`.
 */

import { DocumentError } from './errors.js'

const NESTING = 64

/** A number as it is spelled. */
export class JSONNumber {
  constructor(/** @type {string} */ spelling) { this.spelling = spelling }
}

/** @typedef {Map<string, JSONValue>} JSONObject so that `__proto__` is a name as any other */
/** @typedef {null | boolean | JSONNumber | string | JSONArray | JSONObject} JSONValue */
/** @typedef {JSONValue[]} JSONArray */

const SPACE = /[ \t\n\r]*/y
const PLAIN = /[^"\\\x00-\x1F]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y

export function parseJSON(/** @type {Uint8Array | string} */ source) {
  const text = typeof source === 'string' ? source : decodeUTF8(source)
  let index = 0

  const failure = (/** @type {string} */ reason) => (
    new DocumentError(`character ${index + 1}: ${index < text.length ? reason : 'the text ends too early'}`, true))

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
    if (isNext('"')) return string()
    if (isNext('[')) {
      /** @type {JSONValue[]} */ const elements = []
      readAll(']', depth, () => elements.push(value(depth + 1)))
      return elements
    }
    if (isNext('{')) {
      /** @type {Map<string, JSONValue>} */ const members = new Map()
      readAll('}', depth, () => {
        if (!isNext('"')) throw failure('expected a member name in double quotes')
        const name = string()
        // Two names are the same when their bytes are; as neither has a lone surrogate, it is enough to compare the strings.
        if (members.has(name)) throw failure(`duplicate member "${name}"`)
        if (!isNext(':')) throw failure('expected a colon')
        members.set(name, value(depth + 1))
      })
      return members
    }
    const start = index
    if (skip(NUMBER)) return new JSONNumber(text.slice(start, index))
    if (skip(WORD)) return /** @type {boolean | null} */ (JSON.parse(text.slice(start, index)))
    throw failure('expected a value')
  }

  /** Reads what a container has, of which the beginning was read. */
  const readAll = (/** @type {string} */ end, /** @type {number} */ depth, /** @type {() => void} */ read) => {
    if (depth === NESTING) throw failure(`more than ${NESTING} containers inside one another`)
    if (isNext(end)) return
    do read(); while (isNext(','))
    if (!isNext(end)) throw failure('expected a comma or the end of the container')
  }

  /** The rest of a string, of which the quote was read. */
  const string = () => {
    const start = index
    let isEscaped = false
    while (skip(PLAIN), text[index] !== '"') {
      if (!skip(ESCAPE)) throw failure('an invalid character in a string')
      isEscaped = true
    }
    const meaning = isEscaped ? JSON.parse(text.slice(start - 1, index + 1)) : text.slice(start, index)
    // With flag u, only a surrogate without its partner is one.
    if (isEscaped && /[\uD800-\uDFFF]/u.test(meaning)) throw failure('a lone surrogate')
    index += 1
    return /** @type {string} */ (meaning)
  }

  const result = value(0)
  skip(SPACE)
  if (index < text.length) throw failure('something follows after the end of the value')
  return result
}

export const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text)

/** The letters A to Z only: `toLowerCase` takes the Kelvin sign for a k. */
export const asciiLowercased = (/** @type {string} */ text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @param {Uint8Array | string} data text counts as its UTF-8; of bytes a copy, so that what is checked is what is kept */
export const bytesOf = (data) => (typeof data === 'string' ? utf8(data) : new Uint8Array(data))

export const hasSameBytes = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) => (
  a.length === b.length && a.every((byte, index) => byte === b[index]))

/** @param {Uint8Array} bytes one character for each, as many at once as any engine takes for arguments */
export function textOf(bytes) {
  let text = ''
  for (let index = 0; index < bytes.length; index += 4_096) {
    text += String.fromCharCode.apply(null, /** @type {any} */ (bytes.subarray(index, index + 4_096)))
  }
  return text
}

/** Null in React Native, where there may be none, or one of a package that ignores these options or throws for them. */
const decoder = (() => {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.fatal && decoder.ignoreBOM ? decoder : null
  } catch {
    return null
  }
})()

/** @param {Uint8Array} bytes as strictly as RFC 3629 has them, also by `decodeURIComponent` (ECMA-262 §19.2.6), for which ü is `%C3%BC` */
function decodeUTF8(bytes) {
  try {
    return decoder ? decoder.decode(bytes) : decodeURIComponent(escape(textOf(bytes)))
  } catch {
    throw new DocumentError('invalid UTF-8', true)
  }
}

export function asObject(/** @type {JSONValue | undefined} */ value, name = 'it') {
  if (!(value instanceof Map)) throw new DocumentError(`"${name}" is not an object`)
  return value
}

export function asString(/** @type {JSONValue | undefined} */ value, name = 'it') {
  if (typeof value !== 'string') throw new DocumentError(`"${name}" is not a string`)
  return value
}
