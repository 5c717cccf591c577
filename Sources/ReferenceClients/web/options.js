/**
 * Options that cannot be meant are refused, and the one that was meant is named: `{ maximumage: 1 }` would silently do nothing.
 *
 * Own: TypeScript finds these mistakes only for those who use it. Proved by `Tests/Clients/web/gate.test.mjs`.
 */

/** @typedef {Record<string, [wanted: string, test: (value: any) => boolean]>} Options what each may be, in words and as a test */

/** @type {(what: string, given: object, options: Options, required?: readonly string[]) => void} undefined is not given */
export function checkOptions(what, given, options, required = []) {
  const names = Object.keys(options)
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      const near = names.find((other) => isNear(name.toLowerCase(), other.toLowerCase()))
      throw new TypeError(`"${name}" is no ${what}: ${near === undefined ? `there are ${names.join(', ')}` : `did you mean "${near}"?`}`)
    }
    const [wanted, test] = options[name]
    const shown = typeof value === 'string' ? `"${value}"` : typeof value === 'object' && value !== null ? 'an object' : String(value)
    if (value !== undefined && !test(value)) throw new TypeError(`"${name}" is ${shown}: it must be ${wanted}`)
  }
  for (const name of required) {
    if (/** @type {any} */ (given)[name] === undefined) throw new TypeError(`"${name}" is missing: it must be ${options[name][0]}`)
  }
}

/** @type {(a: string, b: string) => boolean} whether one begins the other, or two letters at most are missing, new or others */
const isNear = (a, b) => a.startsWith(b) || b.startsWith(a) || isWithin(2, a, b)

/** @type {(changes: number, a: string, b: string) => boolean} */
function isWithin(changes, a, b) {
  if (a === '' || b === '') return Math.max(a.length, b.length) <= changes
  if (a[0] === b[0]) return isWithin(changes, a.slice(1), b.slice(1))
  return changes > 0 && [[a.slice(1), b], [a, b.slice(1)], [a.slice(1), b.slice(1)]].some(([x, y]) => isWithin(changes - 1, x, y))
}

export const isText = (/** @type {any} */ value) => typeof value === 'string'
export const isFunction = (/** @type {any} */ value) => typeof value === 'function'
export const isDuration = (/** @type {any} */ value) => typeof value === 'number' && value >= 0
export const isNothingOr = (/** @type {(value: any) => boolean} */ test) => (/** @type {any} */ value) => value === null || test(value)
export const hasMethods = (/** @type {string[]} */ ...names) => (/** @type {any} */ value) => (
  typeof value === 'object' && value !== null && names.every((name) => isFunction(value[name])))
