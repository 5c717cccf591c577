/**
 * What rules compare: versions, builds and SDK levels, number by number; moments in seconds since 1970, in the one spelling of
 * each; and the time that rules go by.
 *
 * Own: long numbers are `bigint`, since those of JavaScript are exact to 2^53 and build numbers have 64 bits. `Date.parse`
 * accepts nearly anything; so a text is read and written again, and must be the same. Proved by `versions.json`, and by the
 * cases of `decisions-rules-details.json` about versions, builds, `from`, `until` and wrong clocks.
 */

const LARGEST = 9_223_372_036_854_775_807n
/** @typedef {readonly (number | bigint)[]} Numbers missing ones are 0; JavaScript compares the two kinds by their values */
/** @typedef {(numbers: Numbers) => boolean} VersionPattern */
/** @typedef {import('./index.js').Clock} Clock */

/** @param {string} digits of which a number of 64 bits is left */
function numberOf(digits) {
  if (digits.length < 16) return Number(digits)
  const number = BigInt(digits)
  return number < LARGEST ? number : LARGEST
}

/** @type {(spelling: string) => Numbers | null} a positive integer that is spelled as one and has 64 bits; null for another form */
export function buildNumbers(spelling) {
  const number = /^[1-9][0-9]{0,18}$/.test(spelling) ? BigInt(spelling) : 0n
  return number > 0n && number <= LARGEST ? [number] : null
}

/** @type {(a: Numbers, b: Numbers) => -1 | 0 | 1} -1 when a is less than b */
export function compareNumbers(a, b) {
  for (let index = 0; index < a.length || index < b.length; index += 1) {
    const [own, other] = [a[index] ?? 0, b[index] ?? 0]
    if (own < other) return -1
    if (own > other) return 1
  }
  return 0
}

const VERSION = '[0-9]{1,18}(?:\\.[0-9]{1,18}){0,2}'
const versionForm = new RegExp(`^${VERSION}$`)

/** @param {unknown} text the numbers of a version in a document: one to three runs of 1 to 18 digits; null for another form */
export const versionNumbers = (text) => (
  typeof text === 'string' && versionForm.test(text) ? Object.freeze(text.split('.').map(numberOf)) : null)

/**
 * The numbers of what a device reports: `3.2.0`, `1.1.0.3`, `1.1.0-rc1`, `41000`.
 *
 * It is compared by all the numbers that it begins with: `1.1.0.3` is above `1.1.0` and below `1.1.1`. What follows the
 * numbers is not compared, so `1.1.0-rc1` passes wherever `1.1.0` does. A text that does not begin with a digit has no
 * numbers: null, which is below nothing.
 */
export function installedNumbers(/** @type {string} */ text) {
  const start = /^[0-9]+(?:\.[0-9]+)*/.exec(text)
  return start && Object.freeze(start[0].split('.').map(numberOf))
}

const patternForm = new RegExp(`^(?:(<=|>=|<|>)?(${VERSION})|(${VERSION})\\.\\.\\.(${VERSION}))$`)
/** How a version may be compared with the bound, as {@link compareNumbers} says it. */
const ORDERS = new Map([['<', [-1]], ['<=', [-1, 0]], ['>', [1]], ['>=', [0, 1]], ['=', [0]]])

/** @type {(value: unknown) => VersionPattern | null} `2.3.1`, `<2`, `<=2`, `>=2`, `>2`, `2.3.1...2.3.4`; null for another form */
export function versionPattern(value) {
  const parts = typeof value === 'string' ? patternForm.exec(value) : null
  if (!parts) return null
  const [bound, from, to] = parts.slice(2).map((part) => versionNumbers(part) ?? [])
  const orders = ORDERS.get(parts[1] ?? '=') ?? []
  return parts[3] === undefined ? (numbers) => orders.includes(compareNumbers(numbers, bound))
    : (numbers) => compareNumbers(numbers, from) >= 0 && compareNumbers(numbers, to) <= 0
}

/** @type {(pattern: string, installed: string) => boolean | null} null when either cannot be read */
export function matchesVersion(pattern, installed) {
  const [matches, numbers] = [versionPattern(pattern), installedNumbers(installed)]
  return matches && numbers && matches(numbers)
}

/** 9999-12-31T23:59:59Z. */
export const LAST_SECOND = 253_402_300_799

const DAY = 86_400
/** How far after the signed date of a document its rules believe the clock. */
const RULE_TIME_AHEAD = 7 * DAY
/** How old by the clock a signed date may be for maintenance to close the app: it may be a replay. */
export const MAINTENANCE_AGE = 7 * DAY

/** @param {number} seconds `Mon, 03 Aug 2020 22:59:35 UTC`, as logs of all clients have it */
export const dateText = (seconds) => new Date(seconds * 1_000).toUTCString().replace('GMT', 'UTC')

/** @param {number} seconds `2020-08-03T22:59:35Z` */
export const instantText = (seconds) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`

/** @param {unknown} text `2020-08-03T22:59:35Z`, from 1970 to 9999; null for another form */
export function instant(text) {
  const seconds = typeof text === 'string' ? Date.parse(text) / 1_000 : NaN
  return seconds >= 0 && seconds <= LAST_SECOND && instantText(seconds) === text ? seconds : null
}

const UNITS = new Map([['s', 1], ['m', 60], ['h', 3_600], ['d', DAY]])

/** @param {unknown} text seconds in `90s`, `15m`, `12h` or `7d`: 1 to 6 digits, more than zero; null for another form */
export function timeSpan(text) {
  const parts = typeof text === 'string' ? /^([0-9]{1,6})([smhd])$/.exec(text) : null
  return parts && Number(parts[1]) > 0 ? Number(parts[1]) * (UNITS.get(parts[2]) ?? 1) : null
}

/** @type {(date: number, now: number) => number} the clock in whole seconds; one that shows no date counts as the signed date */
export function clockTime(date, now) {
  const clock = Math.floor(now)
  return clock >= 0 && clock <= LAST_SECOND ? clock : date
}

/**
 * The later of the signed date and the earlier of (clock, signed date + 7 days): a clock set back wins nothing, and one far
 * ahead blocks nobody. With a `maximumAge` the document blocks no one anew after it: its time ends there.
 * @type {(date: number, now: number, maximumAge?: number | null) => number}
 */
export function ruleTime(date, now, maximumAge = null) {
  const lead = Math.min(RULE_TIME_AHEAD, Math.max(0, Math.floor(maximumAge ?? Infinity)))
  return Math.max(date, Math.min(clockTime(date, now), date + lead))
}

/** What a longer time would be is no time at all: a timer counts milliseconds in 31 bits. */
const LONGEST_SLEEP = 2 ** 31 - 1

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
  sleep: (/** @type {number} */ seconds, /** @type {AbortSignal} */ signal) => (
    new Promise((/** @type {(value: void) => void} */ done) => {
      const end = () => {
        clearTimeout(timer)
        // A session has one signal for all its delays.
        signal.removeEventListener('abort', end)
        done()
      }
      const timer = setTimeout(end, signal.aborted ? 0 : Math.min(seconds * 1_000, LONGEST_SLEEP))
      signal.addEventListener('abort', end)
    })),
})

/** @typedef {AbortSignal} End of work, which has no result then: null */
/** @type {<T>(clock: Clock, seconds: number, work: (end: End) => Promise<T>, by?: End | null) => Promise<T | null>} */
export async function within(clock, seconds, work, by = null) {
  const timer = new AbortController()
  const end = () => timer.abort()
  by?.addEventListener('abort', end)
  try {
    return await Promise.race([work(timer.signal), clock.sleep(seconds, timer.signal).then(() => null)])
  } finally {
    by?.removeEventListener('abort', end)
    end()
  }
}
