// The client of the web where a platform lacks something, and on platforms of an app's own: node --test platforms.test.mjs

import assert from 'node:assert/strict'
import * as nodeCrypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { nativeFetch } from './native-fetch.mjs'

const { webcrypto } = nodeCrypto
const types = readFileSync(new URL('../../../Sources/ReferenceClients/web/index.d.ts', import.meta.url), 'utf8')
const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
const keyRing = { keys: [{ id: 'k1', name: 'one', environment: 'production', state: 'active', publicKey }] }
const start = Date.parse('2026-12-01T00:00:00Z') / 1000

async function signed(document, path = 'gate/ios.json') {
  const header = `{"alg":"ES256","kid":"k1","typ":"signet+jws","environment":"production","path":"${path}","iat":${start}}`
  const input = [header, JSON.stringify(document)].map((part) => Buffer.from(part).toString('base64url')).join('.')
  const signature = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

// What React Native lacks, before the client is loaded.
for (const name of ['crypto', 'TextDecoder', 'atob', 'btoa', 'Intl', 'structuredClone', 'ReadableStream', 'reportError', 'indexedDB']) {
  Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true })
}
globalThis.URL = class extends URL {
  get hostname() { throw new Error('not implemented') }
}

const signet = await import('../../../Sources/ReferenceClients/web/index.js')
const { Device, Gate, MemoryStorage, TrustedKeys } = signet
const keys = new TrustedKeys(keyRing)
const clock = { ...signet.systemClock, now: () => start }
const ios = new Device({ platform: 'ios', os: '17', app: '2.9', languages: ['cy'] })
const options = { origin: 'https://example.com', document: 'gate/ios.json', environment: 'production', keys, clock, device: ios }
const native = {
  verify: async (spki, signature, data) => {
    const key = nodeCrypto.createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    return nodeCrypto.verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  },
  sha256: async (data) => new Uint8Array(nodeCrypto.createHash('sha256').update(data).digest()),
  random: (count) => new Uint8Array(nodeCrypto.randomBytes(count)),
}
const required = { gate: 1, platform: 'ios', rules: [
  { id: 's', when: { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }, then: 'required', description: { cy: 'Diweddarwch 📱 nawr', en: 'Update' } }] }

test('without WebCrypto a gate wants verify, sha256 and random, and decides with them', async () => {
  assert.throws(() => new Gate({ ...options, storage: null }), /no WebCrypto/)
  for (const name of Object.keys(native)) {
    assert.throws(() => new Gate({ ...options, ...native, [name]: undefined, storage: null }), /no WebCrypto/)
  }
  const storage = new MemoryStorage()
  const file = await signed(required)
  // Its fetch gives text.
  const open = (transport) => new Gate({ ...options, ...native, storage, transport })
  const { outcome, source, update } = await open(async () => ({ status: 200, body: file })).check()
  assert.deepEqual([outcome, source, update.description], ['required', 'fetched', { text: 'Diweddarwch 📱 nawr', language: 'cy' }])
  const offline = open(signet.fixedTransport(null))
  assert.equal((await offline.check()).source, 'stored')
  assert.match(storage.get('signet/install'), /^[0-9a-f]{32}$/)
})

test('the crypto of an app is given r‖s in 64 bytes, and is not asked about what is not of that form', async () => {
  const asked = []
  const verify = async (spki, signature, data) => {
    asked.push([spki.length, signature.length])
    return native.verify(spki, signature, data)
  }
  const verifier = new signet.Verifier({ keys, environment: 'production', platform: 'ios', verify })
  const file = await signed(required)
  await verifier.verify(file, { path: 'gate/ios.json', now: start })
  const [header, body] = file.split('.')
  for (const raw of [new Uint8Array(64), new Uint8Array(64).fill(255), new Uint8Array(63).fill(1), new Uint8Array(0)]) {
    await assert.rejects(
      verifier.verify(`${header}.${body}.${Buffer.from(raw).toString('base64url')}`, { path: 'gate/ios.json', now: start }), { code: 'malformed' })
  }
  assert.deepEqual(asked, [[91, 64]])
})

test('crypto that answers anything but true accepts nothing, and one that throws gives up nothing that is stored', async () => {
  const storage = new MemoryStorage()
  const file = await signed(required)
  const transport = async () => ({ status: 200, body: file })
  const open = (verify) => new Gate({ ...options, ...native, verify, storage, transport, retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 } })
  for (const answer of [1, 'true', {}, undefined]) {
    const gate = open(async () => answer)
    assert.equal((await gate.check()).outcome, 'available')
    assert.equal(gate.lastFailure.code, 'bad-signature')
  }
  await open(native.verify).check()
  const broken = open(async () => { throw new Error('no native module') })
  assert.equal((await broken.check()).outcome, 'available')
  assert.deepEqual([broken.lastFailure.code, broken.lastFailure.message], ['crypto', 'the signature could not be checked: no native module'])
  assert.equal(storage.get('signet/production/gate/ios.json'), file)
})

test('a digest that fails is said, and refuses no document', async () => {
  const file = await signed(required)
  const sha256 = async () => { throw new Error('no native module') }
  const gate = new Gate({ ...options, ...native, sha256, storage: null, transport: async () => ({ status: 200, body: file }) })
  const { source, outcome } = await gate.check()
  assert.deepEqual([source, outcome, gate.lastFailure.code], ['fetched', 'available', 'crypto'])
})

test('a fetch without a stream of the body brings a document, and an empty one is none', async () => {
  const file = await signed(required)
  for (const [answer, source, code] of [[{ text: file }, 'fetched', undefined], [{}, 'none', 'malformed'], [{ status: 404, text: file }, 'none', 'status']]) {
    const { fetch, Request } = nativeFetch(() => answer)
    Object.assign(globalThis, { fetch, Request })
    const gate = new Gate({ ...options, ...native, storage: null })
    assert.deepEqual([(await gate.check()).source, gate.lastFailure?.code], [source, code])
  }
})

test('a desktop and a web app have rules of their own platform, and of no other', async () => {
  const document = (platform) => ({ gate: 1, platform, latest: [{ app: '3.0', os: '>=10' }], rules: [
    { id: 'sdk', when: { sdk: '<99' }, then: 'required' }, { id: 'os', when: { os: '<10', app: '<3' }, then: 'required' },
    { id: 'old', when: { app: '<2' }, then: 'recommended', description: { en: 'x' } }] })
  const check = async (properties, platform) => {
    const file = await signed(document(platform), 'gate/desktop.json')
    const gate = new Gate({
      ...options, ...native, document: 'gate/desktop.json', storage: null, transport: async () => ({ status: 200, body: file }),
      device: new Device(properties), retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 } })
    const { rule, update } = await gate.check()
    return [rule, update?.version ?? null, gate.lastFailure?.code ?? null]
  }
  assert.deepEqual(await check({ platform: 'windows', os: '10.0.22631', app: '1' }, 'windows'), ['old', '3.0', null])
  assert.deepEqual(await check({ platform: 'windows', os: '6.1', app: '2.9' }, 'windows'), ['os', null, null])
  assert.deepEqual(await check({ platform: 'windows', os: '10', app: '1' }, 'macos'), [null, null, 'unreadable'])
  assert.deepEqual(await check({ platform: 'windows', os: '10', app: '1' }, 'ios'), [null, null, 'other-document'])
  // A page has no system that its rules could be about, unless they are.
  assert.deepEqual(await check({ platform: 'web', app: '9' }, 'web'), [null, null, 'unreadable-device'])
  const file = await signed({ gate: 1, platform: 'web', rules: [{ id: 'w', when: { app: '<2' }, then: 'required' }] })
  const gate = new Gate({ ...options, ...native, storage: null, transport: async () => ({ status: 200, body: file }), device: new Device({ platform: 'web', app: '1' }) })
  assert.deepEqual([(await gate.check()).rule, gate.lastFailure], ['w', null])
})

test('what is exported is what the types say', () => {
  const typed = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name)
  assert.deepEqual(Object.keys(signet).sort(), typed.sort())
  for (const [, name, body] of types.matchAll(/^export class (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)) {
    const members = [...body.matchAll(/^ {2}(?:static )?(?!private|constructor|readonly)(\w+)[(<]/gm)].map(([, member]) => member)
    for (const member of members) {
      assert.equal(typeof (signet[name].prototype[member] ?? signet[name][member]), 'function', `${name}.${member}`)
    }
  }
})
