/**
 * Moments in seconds since 1970, in the one spelling of each, and the time that rules go by.
 *
 * Own: `Date.parse` accepts nearly anything; so a text is read and written again, and must be the same. Proved by the cases of
 * `decisions-rules-details.json` about `from`, `until` and wrong clocks.
 */

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
  if (typeof text !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(text)) return null
  const seconds = Date.parse(text) / 1_000
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

/** The clock of the platform. */
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
  sleep: (/** @type {number} */ seconds, /** @type {AbortSignal} */ signal) => new Promise((/** @type {(value: void) => void} */ done) => {
    const timer = setTimeout(done, signal.aborted ? 0 : seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    }, { once: true })
  }),
})
