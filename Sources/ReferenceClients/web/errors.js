/**
 * What this client throws or reports: `code` is for programs and stable, `message` is a phrase for people. Options that cannot
 * be meant are a `TypeError` that names the one that was meant: `{ maximumage: 1 }` would silently do nothing.
 *
 * Own: codes and phrases are those of all clients of Signet, to the byte, so that one search finds a failure in the logs of
 * every app. Proved by `phrase` in `verification-….json` and `sequences….json`; options by `Tests/Clients/web/gate.test.mjs`.
 */

import { systemClock, within } from './values.js'

export class SignetError extends Error {
  name = 'SignetError'
  constructor(/** @type {string} */ code, /** @type {string} */ message) {
    super(message)
    this.code = code
  }
}

/** Why a file is not a manifest; `phrase` says which check failed, and `isTransient` whether another attempt may succeed. */
export class VerificationError extends SignetError {
  name = 'VerificationError'
  constructor(/** @type {string} */ code, /** @type {string} */ phrase, isTransient = false, detail = '') {
    super(code, detail === '' ? phrase : `${phrase}: ${detail}`)
    this.phrase = phrase
    this.isTransient = isTransient
  }
}

export class KeyRingError extends SignetError {
  name = 'KeyRingError'
  constructor(/** @type {string} */ message) { super('key-ring', message) }
}

/** Why a body is not a gate document; `isSyntax` when it is not even strict JSON. */
export class DocumentError extends SignetError {
  name = 'DocumentError'
  constructor(/** @type {string} */ message, isSyntax = false) {
    super('document', message)
    this.isSyntax = isSyntax
  }
}

export class TransportError extends SignetError { name = 'TransportError' }

/** Why a check failed, or decided less than it should; `phrase` is that of a {@link VerificationError}. */
export class CheckFailure extends SignetError {
  name = 'CheckFailure'
  constructor(/** @type {string} */ code, /** @type {string} */ message, isTransient = false, /** @type {string | null} */ phrase = null) {
    super(code, message)
    this.isTransient = isTransient
    this.phrase = phrase
  }

  static of(/** @type {unknown} */ error, prefix = '') {
    if (error instanceof CheckFailure) return error
    if (error instanceof VerificationError) return new CheckFailure(prefix + error.code, error.message, error.isTransient, error.phrase)
    return new CheckFailure('transport', messageOf(error))
  }
}

/** @param {any} error anything can be thrown */
export const messageOf = (error) => String(error?.message ?? error)

/** @type {<T>(read: () => T) => T | DocumentError} what is read, or why it cannot be */
export function attempt(read) {
  try {
    return read()
  } catch (error) {
    if (error instanceof DocumentError) return error
    throw error
  }
}

/** Seconds after which cryptography that an app gave has failed: what never answers would hold all later checks. */
const PATIENCE = 10

/** @type {<T>(phrase: string, work: () => Promise<T>) => Promise<T>} what fails here says nothing about the document */
export async function withCrypto(phrase, work) {
  try {
    // By no clock of a test: nothing is decided by it.
    const done = await within(systemClock, PATIENCE, async () => ({ value: await work() }))
    if (done) return done.value
    throw new Error(`there was no answer in ${PATIENCE} seconds`)
  } catch (error) {
    // What is stored must not be given up for it.
    throw new CheckFailure('crypto', `${phrase}: ${messageOf(error)}`)
  }
}

/**
 * What an option may be, in words and as a test, and what it is by default; without a third element it is required.
 * @typedef {readonly [wanted: string, test: (value: any) => boolean, byDefault?: any]} Option
 * @typedef {Record<string, Option>} Options
 */

/** @type {(what: string, given: Record<string, any>, options: Options) => Record<string, any>} all options; undefined is not given */
export function checkOptions(what, given, options) {
  const names = Object.keys(options)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const near = names.find((other) => isNear(name.toLowerCase(), other.toLowerCase()))
    throw new TypeError(`"${name}" is no ${what}: ${near === undefined ? `there are ${names.join(', ')}` : `did you mean "${near}"?`}`)
  }
  return Object.fromEntries(names.map((name) => {
    const [[wanted, test, ...byDefault], value] = [options[name], given[name]]
    if (value === undefined && byDefault.length > 0) return [name, byDefault[0]]
    if (value === undefined) throw new TypeError(`"${name}" is missing: it must be ${wanted}`)
    const shown = isText(value) ? `"${value}"` : typeof value === 'object' && value !== null ? 'an object' : String(value)
    if (!test(value)) throw new TypeError(`"${name}" is ${shown}: it must be ${wanted}`)
    return [name, value]
  }))
}

/** @type {(a: string, b: string) => boolean} whether one begins the other, or two letters at most are missing, new or others */
const isNear = (a, b) => a.startsWith(b) || b.startsWith(a) || isWithin(2, a, b)

/** @type {(changes: number, a: string, b: string) => boolean} */
function isWithin(changes, a, b) {
  if (a === '' || b === '') return Math.max(a.length, b.length) <= changes
  const [c, d] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(changes, c, d)
  return changes > 0 && (isWithin(changes - 1, c, b) || isWithin(changes - 1, a, d) || isWithin(changes - 1, c, d))
}

export const isText = (/** @type {any} */ value) => typeof value === 'string'
export const isTexts = (/** @type {any} */ value) => Array.isArray(value) && value.every(isText)
export const isDuration = (/** @type {any} */ value) => typeof value === 'number' && value >= 0
const isFunction = (/** @type {any} */ value) => typeof value === 'function'

/** @type {(option: Option) => Option} */
export const orNull = ([wanted, test]) => [`${wanted}, or null`, (value) => value === null || test(value)]
/** @type {(option: Option, value: any) => Option} */
export const withDefault = ([wanted, test], value) => [wanted, test, value]
/** @type {(wanted: string, ...methods: string[]) => Option} an object with these methods */
export const withMethods = (wanted, ...methods) => [wanted, (value) => (
  typeof value === 'object' && value !== null && methods.every((name) => isFunction(value[name])))]

/** @type {Option} */ export const TEXT = ['a text', isText]
/** @type {Option} */ export const FUNCTION = ['a function', isFunction]
/** @type {Option} */ export const SECONDS = ['seconds', isDuration]
/** @type {Option} that of the browser by default */
export const STORAGE = withDefault(orNull(withMethods('a storage with get and replace', 'get', 'replace')), undefined)
