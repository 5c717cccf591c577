/** What `index.js` exports. Written by hand, and checked with `tsc --strict` (4.8 and later). Times are in seconds. */

/** An address of the environment, which may have a path; `http` is for this very machine. */
export type Origin = `https://${string}` | `http://localhost${string}` | `http://127.0.0.1${string}`

/** Whether r‖s (64 bytes, both in range) is an ECDSA P-256 signature of a key, a SubjectPublicKeyInfo, over the SHA-256 of data. */
export type Verify = (publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array) => Promise<boolean>
/** 32 bytes. Where it fails, a share that was not worked out before does not match, and the other rules decide. */
export type SHA256 = (data: Uint8Array) => Promise<Uint8Array>
/** So many random bytes of cryptographic quality. */
export type Random = (count: number) => Uint8Array

/** Fetches an address with a GET, without a cache; it throws a {@link TransportError}, and `signal` ends it. Text is UTF-8. */
export type Transport = (url: string, options: { byteLimit: number, signal: AbortSignal }) => Promise<TransportResponse>
export interface TransportResponse { status: number, body: Uint8Array | string }

/**
 * Where texts are kept between sessions. `get` throws when a text is there but cannot be read now, so that nothing older
 * replaces it; `replace` replaces the old text in one step, and says whether it was still there.
 */
export interface Storage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  replace(key: string, old: string | null, now: string): boolean | Promise<boolean>
}

interface AppProperties {
  /** The version of the app: on iOS `CFBundleShortVersionString`, on Android the version name. */
  app?: string
  /** Its build: `CFBundleVersion`, or the version code. */
  build?: string | number
  /** That the user reads, best first: `navigator.languages`. */
  languages?: readonly string[]
  /** How the app was distributed, where the user is, and the model, as the rules name them. */
  channel?: string, region?: string, model?: string
  /** 32 lowercase hex digits; a {@link Gate} makes and keeps one when there is none. */
  install?: string
}
export interface IOSProperties extends AppProperties { platform: 'ios', os: string }
export interface AndroidProperties extends AppProperties { platform: 'android', sdk: number | string }
/** A platform of a name of your own, in lower case: `web`, `windows`. Its rules compare `os`, if it has one. */
export interface OtherProperties<Name extends string = string> extends AppProperties {
  platform: Name extends 'ios' | 'android' ? never : Name
  os?: string
}
export type DeviceProperties = IOSProperties | AndroidProperties | OtherProperties

export interface Device {
  readonly platform: string
  /** The same device with its place in the roll-outs of a document, which {@link decide} needs. */
  placedIn(gate: GateDocument, sha256?: SHA256): Promise<Device>
}
export const Device: {
  new (properties: IOSProperties): Device
  new (properties: AndroidProperties): Device
  new <Name extends string>(properties: OtherProperties<Name> & { platform: Name }): Device
}

export interface TrustedKey {
  readonly id: string, name: string, environment: string, isRevoked: boolean
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
}
/** What `signet keys export --js` writes, or its text; throws a {@link KeyRingError}. */
export class TrustedKeys {
  constructor(exported: string | { readonly keys: readonly object[] })
  readonly keys: readonly TrustedKey[]
  key(id: string): TrustedKey | undefined
  isOlder(id: string, other: string): boolean
}

export interface ChosenText { readonly text: string, language: string }

/** A required or recommended update, in the language of the user. */
export interface Update {
  readonly rule: string
  /** What this device can get; null when the document does not say. */
  readonly version: string | null
  readonly title: ChosenText | null
  readonly description: ChosenText | null
  /** Where to get it; null when nothing says, and when there is nothing to get: show no button then. */
  readonly url: string | null
  /** False when no version exists that this device could run and that would not be blocked. */
  readonly isObtainable: boolean
  readonly store: 'unknown' | 'available' | 'missing'
  /** When a recommendation becomes a requirement. */
  readonly due: Date | null
}

interface Told {
  /** Which document decided: fetched in this session, kept from an earlier one, shipped with the app, or none. */
  readonly source: 'fetched' | 'stored' | 'embedded' | 'none'
  /** Its signed date. */
  readonly asOf: Date | null
  /** The rule that decided. */
  readonly rule: string | null
  /** The rule whose first sight the caller of {@link decide} keeps, for its grace; a gate does. */
  readonly seen: string | null
}
interface Available extends Told { readonly outcome: 'available', isBlocked: false, update: null, title: null, message: null }
interface Recommended extends Told { readonly outcome: 'recommended', isBlocked: false, update: Update, title: null, message: null }
interface Required_ extends Told { readonly outcome: 'required', isBlocked: true, update: Update, title: null, message: null }
interface Maintenance extends Told {
  readonly outcome: 'maintenance', isBlocked: true, update: null, title: ChosenText | null, message: ChosenText | null
}
/** What the app should do: run; run and advise an update, as often as a {@link PromptThrottle} says; or not run. */
export type Decision = Available | Recommended | Required_ | Maintenance

/** The newest version in the app's store. */
export interface StoreVersion { version: string, minimumSystem?: string | null }

export interface Clock {
  now(): number
  /** Starts to measure; the result returns the seconds since. */
  stopwatch(): () => number
  /** Returns early when the signal is aborted. */
  sleep(seconds: number, signal: AbortSignal): Promise<void>
}

export interface GateOptions {
  origin: Origin
  /** The path of the document as in the policy, `gate/ios.json`; what is fetched ends in `.jws`. */
  document: string
  environment: string
  keys: TrustedKeys
  device: Device
  /** A {@link DatabaseStorage} unless you say otherwise; null to begin each session without a document. */
  storage?: Storage | null
  transport?: Transport
  verify?: Verify
  sha256?: SHA256
  random?: Random
  /** The content of a `.jws` that the app ships: it decides until another is fetched, and nothing older is accepted. */
  embedded?: Uint8Array | string | null
  /** What decides while no document can be fetched: the last one, so that airplane mode lifts no block, or none. */
  whenUnreachable?: 'last-verified' | 'allow'
  /** Seconds after which a document blocks no one who is not blocked. */
  maximumAge?: number | null
  /** Finds the newest version in the app's store; asked only when an update is required or recommended. */
  lookUp?: (() => Promise<StoreVersion | null>) | null
  /** The hosts whose 403 may carry the document's own `.jws`: `api.example.com`. */
  backends?: readonly string[]
  clock?: Clock
  clockSkew?: number, bodyLimit?: number, checkTimeLimit?: number, requestTimeLimit?: number
  foregroundInterval?: number, observationInterval?: number
  retry?: { attempts: number, firstDelay: number, maximumDelay: number, jitter: () => number }
}

/** The part of the app that is asked about: rules with a scope count for it only. */
export interface Asked { scope?: string | null }
/** What a backend answered that refused a request. */
export interface Refusal { host: string, status: number, body: Uint8Array | string }

/** One object is one session. Nothing throws but a `TypeError` for options that cannot be meant. */
export class Gate {
  constructor(options: GateOptions)
  /**
   * Fetches and decides, at start; within three seconds. A slow fetch or storage may take longer: {@link Gate.subscribe} tells
   * what it brings.
   */
  check(options?: Asked): Promise<Decision>
  /** The same on return to the foreground, unless the last fetch is less than five minutes ago. */
  enterForeground(options?: Asked): Promise<Decision>
  /** Examines a response of the backend: a 403 with the `.jws` of the document blocks in mid-session. */
  observe(refusal: Refusal): Promise<Decision>
  /** By what is known now, without waiting. */
  decision(options?: Asked): Decision
  /** Reads what is kept, for a second at most: what comes later decides then. {@link Gate.check} does it as well. */
  load(): Promise<void>
  /**
   * Calls a function with the current decision, and every change of it that a check or a fetch finds, also after `check` has
   * returned; the result ends that. What time alone changes is told by the next `check` or `enterForeground`. A recommendation
   * that the store may lack comes once the store has said that it has it, or nothing can be fetched.
   */
  subscribe(listener: (decision: Decision) => void): () => void
  /** Ends the current fetch; what is known stays, and checks that wait return it at once. */
  cancel(): void
  /** What is wrong, for your reports; null when all went well. */
  readonly lastFailure: CheckFailure | null
}

export interface PromptedUpdate { rule: string, version: string | null }
export interface PromptOptions { storage?: Storage | null, key?: string, interval?: number, now?: () => number }
/** Limits how often a recommended update is shown. One object is one session. */
export class PromptThrottle {
  private constructor()
  static open(options?: PromptOptions): Promise<PromptThrottle>
  /** True counts as shown in this session. */
  shouldShow(update: PromptedUpdate): boolean
  /** The user said "Later"; false when it could not be kept. */
  postpone(update: PromptedUpdate): Promise<boolean>
}

export class SignetError extends Error { readonly code: string }
export class KeyRingError extends SignetError {}
export class DocumentError extends SignetError { readonly isSyntax: boolean }
/** `unacceptable-url`, `unreachable`, `timed-out`, `body-too-large`, `redirected`, `encoded` or `cancelled`. */
export class TransportError extends SignetError { constructor(code: string, message: string) }
/**
 * `malformed`, `unknown-key`, `revoked-key`, `bad-signature`, `other-document`, `rollback`, `ahead-of-clock`, `frozen`,
 * `unreadable` or `too-large`.
 */
export class VerificationError extends SignetError { readonly phrase: string; readonly isTransient: boolean }
/** `transport`, `status`, `crypto`, `not-stored`, `unreadable-app`, `unreadable-device`, a code of {@link VerificationError}, or `embedded/` and one. */
export class CheckFailure extends SignetError { readonly phrase: string | null; readonly isTransient: boolean }

export class DatabaseStorage implements Storage {
  constructor(name?: string)
  get(key: string): Promise<string | null>
  replace(key: string, old: string | null, now: string): Promise<boolean>
}
export class WebStorage implements Storage {
  constructor(items: { getItem(key: string): string | null, setItem(key: string, value: string): void })
  get(key: string): string | null
  replace(key: string, old: string | null, now: string): boolean
}
export class MemoryStorage extends WebStorage { constructor() }

export const fetchTransport: Transport
/** Answers every request with the same `.jws`, or with none: previews and tests need no network. */
export function fixedTransport(file: Uint8Array | string | null): Transport
export const systemClock: Clock

// The parts of a gate.

export interface VerifierOptions {
  keys: TrustedKeys, environment: string, platform: string, verify?: Verify, clockSkew?: number, bodyLimit?: number
}
export class Verifier {
  constructor(options: VerifierOptions)
  verify(file: Uint8Array | string, options: { path: string, stored?: VerifiedManifest | null, now: number }): Promise<VerifiedManifest>
  verifyKept(file: Uint8Array | string, options: { path: string, notBefore?: VerifiedManifest | null }): Promise<VerifiedManifest>
}
export class VerifiedManifest {
  private constructor()
  readonly file: Uint8Array
  readonly body: Uint8Array
  readonly gate: GateDocument
  readonly key: TrustedKey
  readonly date: number
}
export interface GateDocument { readonly platform: string, rules: readonly { readonly id: string, scope: string | null }[] }
/** Nothing is verified here: for previews and tests. Throws a {@link DocumentError}. */
export function readGateDocument(platform: string, body: Uint8Array | string): GateDocument
export interface Circumstances {
  /** Maintenance counts only from `fetched`, and for 7 days after its date. */
  source: 'fetched' | 'stored' | 'embedded'
  date: number, now: number
  /** When rules were first seen. */
  seen?: ReadonlyMap<string, number>
  maximumAge?: number | null, scope?: string | null, store?: StoreVersion | null
}
export function decide(gate: GateDocument, device: Device, circumstances: Circumstances): Decision
/** What a document compares and this device does not report as beginning with a number: no published bound reaches it. */
export function unreadable(gate: GateDocument, device: Device): { device: boolean, app: 'version' | 'build' | null }
export function chooseText(texts: readonly (readonly [language: string, text: string])[] | null, languages: readonly string[]): ChosenText | null
export function sharePoint(salt: string, install: string, sha256?: SHA256): Promise<number>
export function isInShare(point: number, hundredths: number): boolean
export function matchesVersion(pattern: string, installed: string): boolean | null
export function ruleTime(date: number, now: number, maximumAge?: number | null): number
