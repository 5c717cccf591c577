/**
 * Versions, builds and SDK levels, compared number by number.
 *
 * Own: numbers are kept as digits, since those of JavaScript are exact to 2^53 and build numbers have 64 bits. Proved by
 * `versions.json`, and by the cases of `decisions-rules-details.json` about versions and builds.
 */

const INT64_MAX = '9223372036854775807'
/** @typedef {readonly string[]} Numbers digits without leading zeros; missing ones are 0 */
/** @typedef {(numbers: Numbers) => boolean} VersionPattern */

/** @type {(a: string, b: string) => number} */
const compareDigits = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** @param {string} digits of which a number of 64 bits is left */
function withoutLeadingZeros(digits) {
  const number = digits.replace(/^0+(?=[0-9])/, '')
  return compareDigits(number, INT64_MAX) > 0 ? INT64_MAX : number
}

/** @param {string} spelling the digits of a positive integer that is spelled as one and has 64 bits; else null */
export const positiveInteger = (spelling) => (
  /^[1-9][0-9]{0,18}$/.test(spelling) && compareDigits(spelling, INT64_MAX) <= 0 ? spelling : null)

/** @type {(a: Numbers, b: Numbers) => number} below zero when a is less than b */
export function compareNumbers(a, b) {
  for (let index = 0; index < a.length || index < b.length; index += 1) {
    const own = a[index] ?? '0'
    const other = b[index] ?? '0'
    if (own !== other) return compareDigits(own, other)
  }
  return 0
}

const VERSION = '[0-9]{1,18}(?:\\.[0-9]{1,18}){0,2}'
const versionForm = new RegExp(`^${VERSION}$`)

/** @param {unknown} text the numbers of a version in a document: one to three runs of 1 to 18 digits; null for another form */
export function versionNumbers(text) {
  return typeof text === 'string' && versionForm.test(text) ? text.split('.').map(withoutLeadingZeros) : null
}

/**
 * What a device reports: `3.2.0`, `1.1.0.3`, `1.1.0-rc1`, `41000`.
 *
 * It is compared by all the numbers that it begins with: `1.1.0.3` is above `1.1.0` and below `1.1.1`. What follows the
 * numbers is not compared, so `1.1.0-rc1` passes wherever `1.1.0` does. A text that does not begin with a digit has no
 * numbers and is below nothing.
 */
export class InstalledVersion {
  constructor(/** @type {string} */ spelling) {
    this.spelling = spelling
    /** @type {string[]} */ const numbers = []
    for (const part of spelling.split('.')) {
      const digits = /^[0-9]*/.exec(part)?.[0] ?? ''
      if (digits !== '') numbers.push(withoutLeadingZeros(digits))
      if (digits === '' || digits.length < part.length) break
    }
    /** @type {Numbers} */
    this.numbers = Object.freeze(numbers)
    Object.freeze(this)
  }

  /** Whether it can be compared. */
  get isReadable() { return this.numbers.length > 0 }
}

/** @type {(installed: InstalledVersion | null, bound: Numbers) => boolean} equality passes, the unreadable is below nothing */
export const isBelow = (installed, bound) => installed?.isReadable === true && compareNumbers(installed.numbers, bound) < 0

const patternForm = new RegExp(`^(?:(<=|>=|<|>)?(${VERSION})|(${VERSION})\\.\\.\\.(${VERSION}))$`)

/** @type {(value: unknown) => VersionPattern | null} `2.3.1`, `<2`, `<=2`, `>=2`, `>2`, `2.3.1...2.3.4`; null for another form */
export function versionPattern(value) {
  const parts = typeof value === 'string' ? patternForm.exec(value) : null
  if (parts === null) return null
  const [, operator, bound, from, to] = parts
  if (from !== undefined) {
    const [low, high] = [versionNumbers(from) ?? [], versionNumbers(to) ?? []]
    return (numbers) => compareNumbers(numbers, low) >= 0 && compareNumbers(numbers, high) <= 0
  }
  return COMPARISONS[operator ?? '='](versionNumbers(bound) ?? [])
}

/** @type {Record<string, (bound: Numbers) => VersionPattern>} */
const COMPARISONS = {
  '<': (bound) => (numbers) => compareNumbers(numbers, bound) < 0, '<=': (bound) => (numbers) => compareNumbers(numbers, bound) <= 0,
  '>': (bound) => (numbers) => compareNumbers(numbers, bound) > 0, '>=': (bound) => (numbers) => compareNumbers(numbers, bound) >= 0,
  '=': (bound) => (numbers) => compareNumbers(numbers, bound) === 0,
}

/** @type {(pattern: string, installed: string) => boolean | null} null when either cannot be read */
export function matchesVersion(pattern, installed) {
  const [matches, version] = [versionPattern(pattern), new InstalledVersion(installed)]
  return matches === null || !version.isReadable ? null : matches(version.numbers)
}
