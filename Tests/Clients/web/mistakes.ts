// Mistakes that the types of the client of the web must find: tsc --strict fails where one of them is no error.

import { decide, Device, Gate, MemoryStorage, PromptThrottle, readGateDocument, TrustedKeys, type Decision, type GateOptions } from 'signet-client'

const ios = new Device({ platform: 'ios', os: '17.5', app: '3.2.0', build: 41_000, languages: ['en-GB'] })
new Device({ platform: 'android', sdk: 34, app: '3.2.0' })
new Device({ platform: 'web' })
new Device({ platform: 'windows', os: '10.0.22631', app: '3.2.0' })
// @ts-expect-error: no bound of the system would ever reach it
new Device({ platform: 'ios', osVersion: '15', app: '2.0' })
// @ts-expect-error
new Device({ platform: 'ios', app: '2.0' })
// @ts-expect-error
new Device({ platform: 'android', os: '14', app: '2.0' })
// @ts-expect-error
new Device({ platform: 'ios', os: '15', languages: null })
// @ts-expect-error
new Device({ app: '2.0' })

const options: GateOptions = {
  origin: 'https://distribution.example.com', document: 'gate/ios.json', environment: 'production', device: ios,
  keys: new TrustedKeys({ keys: [] }), storage: new MemoryStorage(), maximumAge: 172_800, whenUnreachable: 'allow',
  verify: async (publicKey, signature, data) => publicKey.length + signature.length + data.length > 0,
  sha256: async (data) => data.slice(0, 32), random: (count) => new Uint8Array(count),
  transport: async (url, { byteLimit }) => ({ status: url.length > byteLimit ? 500 : 200, body: '' }),
}
const gate = new Gate(options)
// @ts-expect-error: it would never be frozen
new Gate({ ...options, maximumAge: '2d' })
// @ts-expect-error
new Gate({ ...options, maximumage: 172_800 })
// @ts-expect-error
new Gate({ ...options, whenUnreachable: 'alow' })
// @ts-expect-error
new Gate({ ...options, origin: 'http://distribution.example.com' })
// @ts-expect-error: it cannot compare and set
new Gate({ ...options, storage: { get: () => null, set: () => {} } })
// @ts-expect-error: bytes of random content are no promise
new Gate({ ...options, random: async (count) => new Uint8Array(count) })
// @ts-expect-error
new Gate({ ...options, keys: { keys: [] } })
// @ts-expect-error: the signature is in the file, and the format in the platform
new Gate({ ...options, envelope: 'jws', format: 'gate-ios' })
// @ts-expect-error
new Gate({ origin: 'https://distribution.example.com', document: 'gate/ios.json' })

export async function start(show: (text: string, url: string | null) => void): Promise<void> {
  // @ts-expect-error: of a promise
  if (gate.check().isBlocked) return
  const decision: Decision = await gate.check({ scope: 'payments' })
  // @ts-expect-error: there may be none
  show(decision.update.description.text, null)
  // @ts-expect-error
  if (decision.outcome === 'blocked') return
  if (decision.outcome === 'required') {
    show(decision.update.description?.text ?? '', decision.update.url)
    // @ts-expect-error: a device that cannot obey has no address
    location.href = decision.update.url
  }
  if (decision.outcome === 'maintenance') show(decision.message?.text ?? '', null)
  const prompts = await PromptThrottle.open()
  if (decision.outcome === 'recommended' && prompts.shouldShow(decision.update)) await prompts.postpone(decision.update)
  // @ts-expect-error: made by open, which reads what was postponed
  new PromptThrottle()
  decide(readGateDocument('ios', '{}'), ios, { source: 'fetched', date: 0, now: 0 })
  // @ts-expect-error: none of it decides
  decide(readGateDocument('ios', '{}'), ios, { source: 'none', date: 0, now: 0 })
  const stop = gate.subscribe(({ outcome }) => show(outcome, null))
  stop()
}
