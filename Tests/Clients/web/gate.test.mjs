// What the gate of the client of the web does over several fetches and sessions: node --test gate.test.mjs

import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nativeFetch } from './native-fetch.mjs'

const client = new URL('../../../Sources/ReferenceClients/web/', import.meta.url)
const signet = await import(`${client}index.js`)
const {
  CheckFailure, Device, Gate, MemoryStorage, PromptThrottle, TransportError, TrustedKeys, VerificationError, Verifier, WebStorage,
  fetchTransport, systemClock,
} = signet

// A publisher

// Node has it under this name from 19 on.
globalThis.crypto ??= webcrypto

const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const publicKey = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
const keyRing = { keys: [{ id: 'k1', name: 'one', environment: 'production', state: 'active', publicKey }] }
const keys = new TrustedKeys(keyRing)
const path = 'gate/ios.json'
const start = Date.parse('2026-12-01T00:00:00Z') / 1000

async function signed(document, date = start, { at = path } = {}) {
  const header = `{"alg":"ES256","kid":"k1","typ":"signet+jws","environment":"production","path":"${at}","iat":${date}}`
  const input = [header, JSON.stringify(document)].map((part) => Buffer.from(part).toString('base64url')).join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

const gateDocument = (...rules) => ({ gate: 1, platform: 'ios', rules })
const required = gateDocument({ id: 'old', when: { app: '<3.0.0' }, then: 'required', description: { en: 'update' } })
const available = gateDocument()

// A device

/** A gate on a device whose network and clock the test has in its hand. */
function bench(options = {}) {
  const world = { now: start, answer: null, requests: 0, slept: [], storage: new MemoryStorage() }
  world.clock = {
    now: () => world.now,
    stopwatch: () => () => world.elapsed ?? Infinity,
    // Delays between attempts pass at once; limits of time are not reached.
    sleep: (seconds, signal) => new Promise((done) => {
      if (seconds < 3) {
        world.slept.push(seconds)
        done()
      }
      signal.addEventListener('abort', done)
    }),
  }
  world.transport = async (url) => {
    world.requests += 1
    if (world.answer === null) throw new TransportError('unreachable', 'no network')
    if (typeof world.answer === 'function') return world.answer(url)
    return typeof world.answer === 'number' ? { status: world.answer, body: new Uint8Array() }
      : { status: 200, body: Buffer.from(world.answer) }
  }
  world.open = (more = {}) => new Gate({
    origin: 'https://example.com/app/', document: path, environment: 'production', keys,
    storage: world.storage, clock: world.clock, transport: world.transport,
    device: new Device({ platform: 'ios', os: '17', app: '2.9', languages: ['en'] }), ...options, ...more,
  })
  return world
}

const says = (decision) => `${decision.outcome} ${decision.source}`

/** What has to be awaited for no longer than promises that are already kept. */
const settled = () => new Promise(setImmediate)

/** Waits for what will come, or the promise is broken. */
async function until(holds) {
  const begin = performance.now()
  while (!holds()) {
    assert.ok(performance.now() - begin < 30_000, `${holds} did not come`)
    await settled()
  }
}

/** Timers of the platform, which limit storages and cryptography, end when the test says so, however busy the machine is. */
function heldTimers(context) {
  const { setTimeout } = globalThis
  let held = []
  context.mock.method(globalThis, 'setTimeout', (work, time) => {
    held.push([time / 1_000, work])
    return setTimeout(work, 1_000_000).unref()
  })
  return {
    pass: (...seconds) => {
      const due = held.filter(([time]) => seconds.includes(time))
      held = held.filter((timer) => !due.includes(timer))
      for (const [, work] of due) work()
    },
  }
}

/** A storage over another one whose answers come when the test lets them. */
function slowStorage(storage) {
  const slow = { calls: [] }
  let release
  const isReleased = new Promise((done) => { release = done })
  slow.release = release
  slow.get = async (key) => { slow.calls.push(key); await isReleased; return storage.get(key) }
  slow.replace = async (...words) => { slow.calls.push(words[0]); await isReleased; return storage.replace(...words) }
  return slow
}

test('concurrent checks share one fetch, of the .jws below the origin', async () => {
  const world = bench()
  world.answer = async (url) => {
    assert.equal(url, 'https://example.com/app/gate/ios.json.jws')
    return { status: 200, body: Buffer.from(await signed(required)) }
  }
  const gate = world.open()
  const decisions = await Promise.all([gate.check(), gate.check(), gate.enterForeground()])
  assert.deepEqual(decisions.map(says), Array(3).fill('required fetched'))
  assert.equal(world.requests, 1)
  assert.equal(gate.lastFailure, null)
})

test('airplane mode does not lift a block, unless the app wants that', async () => {
  const world = bench()
  world.answer = await signed(required)
  assert.equal(says(await world.open().check()), 'required fetched')
  world.answer = null
  const gate = world.open()
  assert.equal(says(await gate.check()), 'required stored')
  assert.equal(gate.lastFailure.code, 'transport')
  assert.equal(says(await world.open({ whenUnreachable: 'allow' }).check()), 'available none')
})

test('attempts are bounded, and only failures that may pass are tried again', async () => {
  for (const [answer, requests, code] of [[null, 3, 'transport'], [503, 3, 'status'], [404, 1, 'status'], ['no.jws', 3, 'malformed']]) {
    const world = bench()
    world.answer = answer
    const gate = world.open()
    assert.equal(says(await gate.check()), 'available none')
    assert.deepEqual([world.requests, gate.lastFailure.code], [requests, code])
    assert.equal(world.slept.length, requests - 1)
    assert.ok(world.slept.every((seconds) => seconds >= 0.25 && seconds <= 1), `${world.slept}`)
  }
})

test('a check ends in time, and what arrives later is told to those who listen', async () => {
  const world = bench()
  let arrive
  world.answer = () => new Promise((done) => { arrive = done })
  const { clock } = world
  const gate = world.open({ clock: { ...clock, sleep: (seconds, signal) => (seconds === 3 ? Promise.resolve() : clock.sleep(seconds, signal)) } })
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  gate.subscribe(() => { throw new Error('of a listener') })
  const reported = []
  globalThis.reportError = (error) => reported.push(error.message)
  assert.equal(says(await gate.check()), 'available none')
  await until(() => arrive !== undefined)
  arrive({ status: 200, body: Buffer.from(await signed(required)) })
  await until(() => told.length >= 2)
  assert.deepEqual(told, ['available none', 'required fetched'])
  assert.ok(reported.every((message) => message === 'of a listener') && reported.length > 0)
})

test('a .jws of which any byte was changed, lost or doubled is refused', async () => {
  const file = Buffer.from(await signed(available))
  const verifier = new Verifier({ keys, environment: 'production', platform: 'ios' })
  const codes = ['malformed', 'unknown-key', 'other-document', 'bad-signature']
  const expectRefused = async (changed, change) => {
    try {
      await verifier.verify(changed, { path, now: start })
    } catch (error) {
      assert.ok(error instanceof VerificationError && codes.includes(error.code), `${change}: ${error}`)
      return
    }
    assert.fail(`${change}: accepted`)
  }
  for (const [index, byte] of file.entries()) {
    for (const other of [...Buffer.from('A0._-=\n\0é'), byte ^ 1, byte ^ 0x20, byte ^ 0x80]) {
      if (other === byte) continue
      const changed = Uint8Array.from(file)
      changed[index] = other
      await expectRefused(changed, `byte ${index} became ${other}`)
    }
    await expectRefused(Buffer.concat([file.subarray(0, index), file.subarray(index + 1)]), `byte ${index} is lost`)
    await expectRefused(Buffer.concat([file.subarray(0, index + 1), file.subarray(index)]), `byte ${index} is there twice`)
  }
})

test('an older document, another body of its date, and one from the future are refused', async () => {
  const world = bench()
  world.answer = await signed(required, start - 10)
  assert.equal(says(await world.open().check()), 'required fetched')
  for (const [answer, code] of [
    [await signed(available, start - 11), 'rollback'], [await signed(available, start - 10), 'rollback'],
    [await signed(available, start + 86_401), 'ahead-of-clock'], [await signed(available, start, { at: 'gate/android.json' }), 'other-document'],
  ]) {
    world.answer = answer
    const gate = world.open()
    assert.equal(says(await gate.check()), 'required stored')
    assert.equal(gate.lastFailure.code, code)
  }
  // A clock that was set back does not refuse what was accepted before.
  world.now = 0
  world.answer = null
  assert.equal(says(await world.open().check()), 'required stored')
})

test('what is kept is verified again, and anything damaged counts as missing', async () => {
  const world = bench()
  world.answer = await signed(required)
  await world.open().check()
  const key = `signet/production/${path}`
  const kept = world.storage.get(key)
  assert.equal(kept, world.answer)
  world.answer = null
  for (const text of ['', '{}', kept.slice(0, -1), `${kept}A`, kept.replace('.', '..'), kept.replace(/.{20}$/, ''), kept]) {
    world.storage.replace(key, world.storage.get(key), text)
    const decision = await world.open().check()
    assert.equal(says(decision), text === kept ? 'required stored' : 'available none', text.slice(0, 80))
  }
})

test('a storage that fails costs nothing but what it keeps', async () => {
  for (const fails of [['get'], ['replace'], ['get', 'replace']]) {
    const world = bench()
    world.answer = await signed(required)
    const storage = { get: () => null, replace: () => true }
    for (const name of fails) storage[name] = () => { throw new Error('locked') }
    const gate = world.open({ storage })
    assert.equal(says(await gate.check()), 'required fetched')
    assert.equal(gate.lastFailure.code, 'not-stored')
  }
})

test('a transport that throws anything is a network that fails', async () => {
  for (const thrown of [undefined, null, 'text', new TypeError('fetch failed'), { message: 1 }]) {
    const world = bench()
    world.answer = () => { throw thrown }
    const gate = world.open()
    assert.equal(says(await gate.check()), 'available none')
    assert.ok(gate.lastFailure instanceof CheckFailure && gate.lastFailure.code === 'transport')
  }
  for (const response of [undefined, {}, { status: 200 }, { status: 200, body: null }, { status: 200, body: '' }]) {
    const world = bench()
    world.answer = () => response
    assert.equal(says(await world.open().check()), 'available none')
  }
})

test('a 403 with the document decides when it is signed, and not when it is replayed', async () => {
  const blocked = gateDocument({ id: 'r', then: 'required' })
  const world = bench({ backends: ['api.example.com'] })
  world.answer = await signed(available)
  const gate = world.open()
  assert.equal(says(await gate.check()), 'available fetched')
  const observe = async (date, more = {}) =>
    says(await gate.observe({ host: 'api.example.com', status: 403, body: await signed(blocked, date), ...more }))
  assert.equal(await observe(start - 1), 'available fetched')
  assert.equal(await observe(start + 1, { status: 401 }), 'available fetched')
  assert.equal(await observe(start + 1, { host: 'example.com' }), 'available fetched')
  for (const body of ['', undefined, null, 1]) assert.equal(await observe(start + 1, { body }), 'available fetched')
  assert.equal(says(await gate.observe({})), 'available fetched')
  assert.equal(await observe(start + 1), 'required stored')
  // One after another within a minute, and one that is too large to be looked at.
  world.elapsed = 0
  assert.equal(says(await gate.observe({ host: 'api.example.com', status: 403, body: await signed(available, start + 2) })), 'available stored')
  assert.equal(await observe(start + 3, { body: new Uint8Array(4 << 20) }), 'available stored')
})

test('the same 403 is looked at once a minute, and starts the fetch that had to wait for the end of another one', async () => {
  let [time, looks] = [0, 0]
  const refused = await signed(required, start - 1)
  const verify = async (_, signature, data) => {
    if (refused.startsWith(Buffer.from(data).toString())) looks += 1
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, pair.publicKey, signature, data)
  }
  const world = bench({ backends: ['api.example.com'], verify })
  world.clock.stopwatch = () => {
    const begin = time
    return () => time - begin
  }
  world.answer = await signed(available)
  const gate = world.open()
  await gate.check()
  world.answer = 404
  const observed = async (now, body = refused, status = 403) => {
    time = now
    await gate.observe({ host: 'api.example.com', status, body })
    await settled()
    return [world.requests - 1, looks]
  }
  assert.deepEqual(await observed(5), [0, 1])
  assert.deepEqual(await observed(9.9), [0, 1])
  assert.deepEqual(await observed(10), [1, 1], 'the fetch that had to wait')
  assert.deepEqual(await observed(12, '', 401), [1, 1])
  assert.deepEqual(await observed(40), [1, 1], 'nothing more in this minute')
  assert.deepEqual(await observed(65), [2, 2], 'looked at again')
  const blocking = await signed(required, start + 1)
  for (const now of [66, 70, 80, 120]) assert.deepEqual(await observed(now, blocking), [2, 2], `${now}`)
  assert.equal(says(gate.decision()), 'required stored')
})

test('a grace begins when a rule is first seen, and goes on across sessions and changed clocks', async () => {
  const day = 86_400
  const world = bench()
  const document = gateDocument({ id: 'w', when: { app: '<3' }, then: 'recommended', grace: '2d', description: { en: 'soon' } })
  world.answer = await signed(document)
  const first = await world.open().check()
  assert.deepEqual([says(first), first.update.due.getTime() / 1000], ['recommended fetched', start + 2 * day])
  await settled()
  world.answer = null
  world.now = start + day
  assert.equal(says(await world.open().check()), 'recommended stored')
  // A clock set back wins nothing; one far ahead counts for seven days.
  world.now = start + 2 * day
  assert.equal(says(await world.open().check()), 'required stored')
  world.now = start - 100 * day
  assert.equal(says(await world.open().check()), 'recommended stored')
  world.now = start + 1000 * day
  const late = await world.open().check()
  assert.deepEqual([says(late), late.rule], ['required stored', 'w'])
})

test('who is no longer blocked does not wait for the store to hear it', async () => {
  const world = bench()
  const rule = { id: 'w', when: { app: '<3' }, then: 'required', description: { en: 'soon' } }
  const latest = [{ app: '3.0' }]
  world.answer = await signed({ ...gateDocument(rule), latest })
  const answers = []
  const gate = world.open({ lookUp: () => new Promise((done) => answers.push(done)) })
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  const first = gate.check()
  await until(() => answers.length >= 1)
  answers.shift()({ version: '3.0', minimumSystem: null })
  assert.equal(says(await first), 'required fetched')
  world.answer = await signed({ ...gateDocument({ ...rule, then: 'recommended' }), latest }, start + 60)
  world.now += 60
  const second = gate.check()
  await until(() => answers.length >= 1)
  assert.equal(told.at(-1), 'available fetched')
  answers.shift()({ version: '3.0', minimumSystem: null })
  assert.equal(says(await second), 'recommended fetched')
  assert.equal(told.at(-1), 'recommended fetched')
})

test('a recommendation is told, and its grace begins, once the store has what it asks for', async () => {
  const day = 86_400
  const world = bench()
  const rule = { id: 'w', when: { app: '<3' }, then: 'recommended', grace: '2d', description: { en: 'soon' } }
  world.answer = await signed({ ...gateDocument(rule), latest: [{ app: '3.0' }] })
  const told = []
  let answer
  const checked = async () => {
    answer = null
    const gate = world.open({ lookUp: () => new Promise((done) => { answer = done }) })
    gate.subscribe((decision) => told.push(says(decision)))
    const check = gate.check()
    await until(() => answer !== null)
    // Whoever asks or listens meanwhile begins no grace either.
    assert.equal(says(gate.decision()), 'recommended fetched')
    gate.subscribe((decision) => told.push(`late ${says(decision)}`))()
    return check
  }
  let check = checked()
  await until(() => told.length >= 2)
  answer({ version: '2.9', minimumSystem: null })
  assert.equal(says(await check), 'available fetched')
  world.now += 3 * day
  check = checked()
  await until(() => told.length >= 5)
  answer({ version: '3.0', minimumSystem: null })
  const last = await check
  assert.deepEqual([says(last), last.update.due.getTime() / 1000], ['recommended fetched', start + 5 * day])
  assert.deepEqual(told, [
    'available none', 'late available none', 'available fetched', 'available none', 'late available none', 'recommended fetched'])
})

test('a check that is cancelled while it reads what was kept fetches nothing, and the next one does', async () => {
  const world = bench()
  world.answer = await signed(available)
  const slow = slowStorage(world.storage)
  const gate = world.open({ storage: slow })
  const check = gate.check()
  gate.cancel()
  slow.release()
  await check
  await settled()
  assert.equal(world.requests, 0)
  assert.equal(says(await gate.check()), 'available fetched')
})

test('once a lookup of the store is cancelled, its answer counts no more, and a recommendation is told', async () => {
  const world = bench()
  world.answer = await signed({
    ...gateDocument({ id: 'w', when: { app: '<3' }, then: 'recommended' }), latest: [{ app: '3.0' }],
  })
  let answer
  const gate = world.open({ lookUp: () => new Promise((done) => { answer = done }) })
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  const check = gate.check()
  await until(() => answer)
  gate.cancel()
  answer({ version: '2.9', minimumSystem: null })
  assert.equal(says(await check), 'recommended fetched')
  assert.deepEqual(told, ['available none', 'recommended fetched'])
})

test('after cancel it is as if there were no lookup and no fetch, and who waits for a check is told what is known', async () => {
  const recommended = await signed({
    ...gateDocument({ id: 'w', when: { app: '<3' }, then: 'recommended' }), latest: [{ app: '3.0' }],
  })
  const cancelled = async (gate, isWaiting) => {
    let decision = null
    void gate.check().then((now) => { decision = now })
    await until(() => isWaiting())
    assert.equal(decision, null)
    gate.cancel()
    await settled()
    return decision && says(decision)
  }
  // It waits for a lookup, for a network that ignores its signal, or for a storage.
  const world = bench()
  world.answer = recommended
  let lookups = 0
  const lookUp = () => { lookups += 1; return new Promise(() => {}) }
  assert.equal(await cancelled(world.open({ lookUp }), () => lookups === 1), 'recommended fetched')
  world.answer = () => new Promise(() => {})
  const gate = world.open()
  assert.equal(await cancelled(gate, () => world.requests === 2), 'recommended stored')
  assert.equal(gate.lastFailure, null)
  const slow = slowStorage(world.storage)
  assert.equal(await cancelled(world.open({ storage: slow }), () => slow.calls.length > 0), 'available none')

  // Nor does one begin that was to follow: after what was fetched is kept, or a response is examined.
  const full = bench()
  full.answer = recommended
  const writing = slowStorage(full.storage)
  const storage = { get: (key) => full.storage.get(key), replace: (key, ...words) => (key.endsWith('.json') ? writing : full.storage).replace(key, ...words) }
  assert.equal(await cancelled(full.open({ lookUp, storage }), () => writing.calls.length === 1), 'recommended fetched')
  writing.release()
  await settled()
  assert.equal(lookups, 1)
  const reading = slowStorage(full.storage)
  const backend = full.open({ storage: reading, backends: ['api.example.com'] })
  const observed = backend.observe({ host: 'api.example.com', status: 401, body: '' })
  backend.cancel()
  reading.release()
  await observed
  await settled()
  assert.equal(full.requests, 1)
})

test('of two gates the earlier sight of a rule counts, and nothing is written before it was read', async () => {
  const day = 86_400
  const world = bench()
  world.answer = await signed(gateDocument({ id: 'w', when: { app: '<3' }, then: 'recommended', grace: '2d', description: { en: 'soon' } }))
  const due = async (gate) => {
    const { update } = await gate.check()
    await settled()
    return (update.due.getTime() / 1000 - start) / day
  }
  world.now = start + 3 * day
  const early = world.open()
  assert.equal(await due(early), 5)
  world.now = start + day
  assert.equal(await due(world.open()), 3)
  world.now = start + 2 * day
  // What it knows itself is later than what the other one wrote.
  early.decision()
  await settled()
  assert.equal(await due(world.open()), 3)

  const { storage } = world
  let isLocked = true
  const locked = {
    get: (name) => { if (isLocked) throw new Error('locked'); return storage.get(name) },
    replace: (name, old, text) => storage.replace(name, old, text),
  }
  const before = storage.get('signet/production/gate/ios.json#seen')
  assert.match(before, /"w":"2026-12-02T00:00:00Z"/)
  const gate = world.open({ storage: locked })
  assert.equal(await due(gate), 4)
  assert.equal(storage.get('signet/production/gate/ios.json#seen'), before)
  isLocked = false
  assert.equal(await due(gate), 3)
})

test('a stored document decides though what its rules remember cannot be read or kept', async () => {
  const world = bench()
  world.answer = await signed(required)
  await world.open().check()
  world.answer = null
  for (const fails of ['get', 'replace']) {
    const storage = { get: (key) => world.storage.get(key) }
    const { get } = storage
    if (fails === 'get') storage.get = (key) => { if (/#seen|install/.test(key)) throw new Error('locked'); return get(key) }
    else storage.get = (key) => (/install/.test(key) ? null : get(key))
    storage.replace = () => { throw new Error('full') }
    const gate = world.open({ storage })
    await gate.load()
    assert.equal(says(gate.decision()), 'required stored')
    assert.equal(gate.lastFailure.code, 'not-stored')
  }
})

test('of two gates over one storage the newer document stays, and they have one id', async (context) => {
  const { setTimeout } = globalThis
  heldTimers(context)
  const world = bench()
  const texts = new Map()
  const [made, documents] = [[], []]
  const storage = {
    get: async (key) => {
      const text = texts.get(key) ?? null
      await settled()
      return text
    },
    replace: async (key, old, text) => {
      // The first document takes longest to be written.
      if (key.endsWith('.json') && documents.push(text) === 1) await new Promise((done) => { setTimeout(done, 50) })
      if ((texts.get(key) ?? null) !== old) return false
      if (key.endsWith('install')) made.push(text)
      texts.set(key, text)
      return true
    },
  }
  const [older, newer] = [await signed(available, start - 10), await signed(required, start)]
  const open = (answer) => world.open({ storage, transport: async () => ({ status: 200, body: Buffer.from(answer) }) })
  await Promise.all([open(older).check(), open(newer).check()])
  assert.equal(made.length, 1)
  const gate = world.open({ storage })
  await gate.load()
  assert.equal(says(gate.decision()), 'required stored')
})

test('what could not be read before the device was unlocked is read when it is asked for again', async () => {
  const world = bench()
  world.answer = await signed(gateDocument(
    { id: 's', when: { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }, then: 'required' }))
  await world.open().check()
  world.answer = null
  for (const locked of ['gate/ios.json', 'gate/ios.json#seen', 'install']) {
    let isLocked = true
    const get = (key) => { if (isLocked && key.endsWith(locked)) throw new Error('locked'); return world.storage.get(key) }
    const gate = world.open({ storage: { get, replace: (...words) => world.storage.replace(...words) } })
    await gate.load()
    isLocked = false
    await gate.load()
    assert.equal(says(gate.decision()), 'required stored', locked)
    assert.equal(gate.lastFailure, null, locked)
  }
})

test('a storage that never answers holds one check, and does not stop the session', async (context) => {
  const timers = heldTimers(context)
  const world = bench()
  world.answer = await signed(required)
  const { calls, ...silent } = slowStorage(world.storage)
  const gate = world.open({ storage: silent })
  const first = gate.check()
  await until(() => calls.length >= 3)
  timers.pass(1, 3)
  assert.equal(says(await first), 'required fetched')
  for (let index = 0; index < 2; index += 1) assert.equal(says(await gate.check()), 'required fetched')
  assert.equal(gate.lastFailure.code, 'not-stored')
  assert.equal(calls.length, 3, 'one for each text')
  const opening = PromptThrottle.open({ storage: silent })
  await until(() => calls.length >= 4)
  timers.pass(1)
  const throttle = await opening
  const update = { rule: 'winter', version: '3' }
  assert.deepEqual([throttle.shouldShow(update), await throttle.postpone(update), calls.length], [true, false, 4])

  // One that is slow once is asked again.
  const slow = slowStorage(world.storage)
  const later = world.open({ storage: slow })
  const check = later.check()
  await until(() => slow.calls.length >= 3)
  timers.pass(1, 3)
  await check
  assert.equal(later.lastFailure.code, 'not-stored')
  slow.release()
  await settled()
  assert.equal(says(await later.check()), 'required fetched')
  assert.equal(later.lastFailure, null)
})

test('a check waits for a slow storage, and meanwhile what is known is told at once', async (context) => {
  const world = bench()
  world.answer = await signed(gateDocument(
    { id: 's', when: { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }, then: 'required' }))
  await world.open().check()
  world.answer = null
  const timers = heldTimers(context)
  const slow = slowStorage(world.storage)
  const gate = world.open({ storage: slow })
  let decision = null
  const check = gate.check().then((now) => { decision = now })
  await until(() => slow.calls.length >= 3)
  timers.pass(1)
  await until(() => gate.lastFailure !== null && world.requests === 4)
  for (let turn = 0; turn < 10; turn += 1) await settled()
  assert.deepEqual([decision, says(gate.decision())], [null, 'available none'])
  slow.release()
  await check
  assert.equal(says(decision), 'required stored')
  assert.equal(slow.calls.length, 3, 'each text is read once')
})

test('what a storage says after the end of a check decides then, and those who listen hear of it', async (context) => {
  const world = bench()
  world.answer = await signed(required)
  await world.open().check()
  world.answer = null
  const timers = heldTimers(context)
  const slow = slowStorage(world.storage)
  const { clock } = world
  let end
  const limit = new Promise((done) => { end = done })
  const gate = world.open({ storage: slow, clock: { ...clock, sleep: (seconds, signal) => (seconds === 3 ? limit : clock.sleep(seconds, signal)) } })
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  const check = gate.check()
  await until(() => slow.calls.length >= 3)
  timers.pass(1)
  await until(() => world.requests >= 4)
  end()
  assert.equal(says(await check), 'available none')
  assert.deepEqual(told, ['available none'])
  slow.release()
  await until(() => told.length >= 2)
  assert.deepEqual(told, ['available none', 'required stored'])
  assert.equal(says(gate.decision()), 'required stored')
})

test('what could not be kept is kept later, and another document of the same date is not replaced', async () => {
  const world = bench()
  let isFull = true
  const storage = {
    get: (key) => world.storage.get(key),
    replace: (key, old, text) => { if (isFull) throw new Error('full'); return world.storage.replace(key, old, text) },
  }
  world.answer = await signed(required)
  const gate = world.open({ storage })
  await gate.check()
  assert.equal(gate.lastFailure.code, 'not-stored')
  world.answer = null
  isFull = false
  await gate.check()
  const next = world.open()
  await next.load()
  assert.equal(says(next.decision()), 'required stored')

  let isLocked = true
  const locked = { ...storage, get: (key) => { if (isLocked) throw new Error('locked'); return world.storage.get(key) } }
  world.answer = await signed(available)
  const other = world.open({ storage: locked })
  assert.equal(says(await other.check()), 'available fetched')
  isLocked = false
  await other.load()
  assert.equal(other.lastFailure.code, 'not-stored')
  const last = world.open()
  await last.load()
  assert.equal(says(last.decision()), 'required stored')
})

test('of two prompt throttles over one storage neither forgets what the other was told', async () => {
  const storage = new MemoryStorage()
  const rule = (id) => ({ rule: id, version: null })
  const [first, second] = [await PromptThrottle.open({ storage }), await PromptThrottle.open({ storage })]
  for (const [throttle, id] of [[first, 'a'], [second, 'b'], [first, 'c']]) await throttle.postpone(rule(id))
  const next = await PromptThrottle.open({ storage })
  assert.deepEqual(['a', 'b', 'c', 'd'].map((id) => next.shouldShow(rule(id))), [false, false, false, true])
})

test('without IndexedDB a storage must be given, or none be wanted', async () => {
  assert.throws(() => bench().open({ storage: undefined }), /IndexedDB/)
  bench().open({ storage: null })
})

test('the id of an installation is made once, kept, and random', async () => {
  const document = gateDocument({ id: 's', when: { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }, then: 'recommended', description: { en: 'x' } })
  const ids = []
  for (let index = 0; index < 2; index += 1) {
    const world = bench()
    world.answer = await signed(document)
    assert.equal((await world.open().check()).rule, 's')
    ids.push(world.storage.get('signet/install'))
    await world.open().check()
    assert.equal(world.storage.get('signet/install'), ids[index])
  }
  assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)) && ids[0] !== ids[1])
})

test('random bytes of another number place no installation, rather than elsewhere in each session', async () => {
  const share = { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }
  const world = bench()
  world.answer = await signed(gateDocument({ id: 's', when: share, then: 'required' }))
  const gate = world.open({ random: () => new Uint8Array(15) })
  assert.equal(says(await gate.check()), 'available fetched')
  assert.equal(gate.lastFailure.code, 'not-stored')
  assert.equal(world.storage.get('signet/install'), null)
})

test('maintenance of a part is told to those who ask for it, and ends with the session', async () => {
  const world = bench()
  world.answer = await signed(gateDocument({ id: 'm', then: 'maintenance', scope: 'payments', message: { en: 'tonight' } }))
  const gate = world.open()
  assert.equal(says(await gate.check()), 'available fetched')
  const decision = gate.decision({ scope: 'payments' })
  assert.deepEqual([decision.outcome, decision.isBlocked, decision.message], ['maintenance', true, { text: 'tonight', language: 'en' }])
  world.answer = null
  assert.equal((await world.open().check({ scope: 'payments' })).outcome, 'available')
  // A part that is asked for in another way is not the whole app.
  for (const [asked, message] of [['payments', /"payments" is no option of a question: there are scope/], [{ scop: 'payments' }, /did you mean "scope"\?/], [{ scope: 1 }, /"scope" is 1/]]) {
    assert.throws(() => gate.decision(asked), { name: 'TypeError', message })
    await assert.rejects(gate.check(asked), { name: 'TypeError', message })
    await assert.rejects(gate.enterForeground(asked), { name: 'TypeError', message })
  }
})

test('who listens before the first check hears of what was kept', async () => {
  const world = bench()
  world.answer = await signed(required)
  await world.open().check()
  world.answer = null
  const told = []
  world.open().subscribe((decision) => told.push(says(decision)))
  await until(() => told.length >= 2)
  assert.deepEqual(told, ['available none', 'required stored'])
})

test('those who listen hear what a check or a fetch finds, and of what time changes when the gate is asked again', async () => {
  const world = bench()
  world.answer = await signed(gateDocument(
    { id: 'm', when: { until: '2026-12-01T00:01:00Z' }, then: 'maintenance', message: { en: 'now' } }))
  world.elapsed = 0
  const gate = world.open()
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  await gate.check()
  world.now += 60
  assert.equal(says(gate.decision()), 'available fetched')
  assert.deepEqual(told, ['available none', 'maintenance fetched'])
  await gate.enterForeground()
  assert.equal(told.at(-1), 'available fetched')
  // And no more is promised.
  assert.match(readFileSync(new URL('index.d.ts', client), 'utf8'), /every change of it that a check or a fetch finds[^/]*time alone/)
})

test('a listener that asks again leaves none of the others with what was before', async () => {
  const world = bench()
  world.answer = await signed(gateDocument(
    { id: 'm', when: { from: '2026-12-01T00:00:00Z', until: '2026-12-01T00:01:00Z' }, then: 'maintenance', message: { en: 'now' } }))
  world.elapsed = 0
  const gate = world.open()
  gate.subscribe((decision) => {
    if (decision.outcome !== 'maintenance') return
    world.now += 60
    void gate.enterForeground()
  })
  const told = []
  gate.subscribe((decision) => told.push(says(decision)))
  await gate.check()
  assert.equal(told.at(-1), 'available fetched')
})

test('who listens twice with one function and ends one of both is still told', async () => {
  const world = bench()
  world.answer = await signed(available)
  const gate = world.open()
  await gate.check()
  const told = []
  const listen = (decision) => told.push(says(decision))
  const ends = [gate.subscribe(listen), gate.subscribe(listen)]
  ends[0]()
  world.answer = await signed(required, start + 1)
  await gate.check()
  assert.deepEqual(told, ['available fetched', 'available fetched', 'required fetched'])
})

test('a delay leaves nothing behind on the signal of the session', async () => {
  const { signal } = new AbortController()
  await systemClock.sleep(0, signal)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('a limit that no timer can count is a long one', async () => {
  const world = bench()
  world.answer = await signed(required)
  for (const limit of [30 * 86_400, Infinity]) {
    const gate = world.open({ clock: { ...systemClock, now: () => start }, requestTimeLimit: limit, checkTimeLimit: limit, storage: null })
    assert.equal(says(await gate.check()), 'required fetched')
  }
})

test('an embedded document decides until another is fetched, and nothing older is accepted', async () => {
  const world = bench({ embedded: await signed(required) })
  assert.equal(says(await world.open().check()), 'required embedded')
  world.answer = await signed(available, start - 1)
  assert.equal(says(await world.open().check()), 'required embedded')
  world.answer = await signed(available, start + 1)
  assert.equal(says(await world.open().check()), 'available fetched')
  const broken = world.open({ embedded: 'a.b.c', storage: null })
  world.answer = null
  assert.equal(says(await broken.check()), 'available none')
  assert.equal(broken.lastFailure.code.split('/')[0], 'embedded')
})

test('a frozen document blocks nobody anew', async () => {
  const world = bench({ maximumAge: 3_600 })
  world.answer = await signed(required, start - 3_601)
  const gate = world.open()
  assert.equal(says(await gate.check()), 'available none')
  assert.equal(gate.lastFailure.code, 'frozen')
})

test('names such as __proto__ are names like any other', async () => {
  const body = '{"gate":1,"platform":"ios","__proto__":{"rules":1},"rules":[{"id":"__proto__","then":"recommended","grace":"1d","when":{},"description":{"en":"x"}},'
    + '{"id":"constructor","then":"required","when":{"__proto__":"x"}},{"id":"toString","then":"required","when":{"toString":"x"}}]}'
  const content = signet.readGateDocument('ios', body)
  const device = new Device({ platform: 'ios', os: '17', app: '1' })
  assert.equal(signet.decide(content, device, { source: 'fetched', date: start, now: start }).rule, '__proto__')
  assert.equal({}.rules, undefined)
  const world = bench()
  world.answer = await signed(JSON.parse(body))
  assert.equal((await world.open().check()).rule, '__proto__')
  world.now = start + 86_400
  assert.equal((await world.open().check()).outcome, 'required', 'the first sight was kept under its name')
})

test('a language that is called like a member of every object is a language like any other', () => {
  assert.deepEqual(signet.chooseText([['en', 'x']], ['constructor', '__proto__', 'en']), { text: 'x', language: 'en' })
})

test('a prompt is shown once a session, not for three days after "Later", and at once for a newer version', async () => {
  const storage = new MemoryStorage()
  let now = start
  const open = () => PromptThrottle.open({ storage, now: () => now })
  const update = (version) => ({ rule: 'winter', version })
  let throttle = await open()
  assert.deepEqual([throttle.shouldShow(update('3.0')), throttle.shouldShow(update('3.0.0')), throttle.shouldShow(update('3.1'))], [true, false, true])
  assert.equal(await throttle.postpone(update('3.1')), true)
  throttle = await open()
  now = start + 3 * 86_400 - 1
  assert.deepEqual([throttle.shouldShow(update('3.1')), throttle.shouldShow(update('3.2'))], [false, true])
  now = start + 3 * 86_400
  throttle = await open()
  assert.equal(throttle.shouldShow(update('3.1')), true)
  const broken = await PromptThrottle.open({ storage: { get: () => { throw new Error() }, replace: () => { throw new Error() } } })
  assert.equal(broken.shouldShow(update('3.1')), true)
  assert.equal(await broken.postpone(update('3.1')), false)
})

test('a transport follows redirects to its own host only, refuses compression, and stops at the limit', async () => {
  const server = createServer((request, response) => {
    const port = server.address().port
    const here = `http://127.0.0.1:${port}`
    const redirects = { '/near': `${here}/file`, '/far': `http://localhost:${port}/file`, '/loop': '/loop', '/user': `http://a@127.0.0.1:${port}/file` }
    assert.equal(request.headers['accept-encoding'], 'identity')
    assert.equal(request.headers.cookie ?? request.headers['if-none-match'], undefined)
    if (redirects[request.url]) response.writeHead(302, { location: redirects[request.url] }).end()
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    else if (request.url === '/down') response.writeHead(503, { 'content-encoding': 'gzip' }).end('x'.repeat(3_000_000))
    else if (request.url === '/endless') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.on('close', () => clearInterval(timer))
    } else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '10' })
      response.write('12345', () => response.destroy())
    } else if (request.url === '/silent') response.writeHead(200).write('')
    else response.writeHead(200).end('body')
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const fetched = async (name, signal = new AbortController().signal) =>
    fetchTransport(`http://127.0.0.1:${server.address().port}${name}`, { byteLimit: 2_000, signal })
  const near = await fetched('/near')
  assert.deepEqual([near.status, Buffer.from(near.body).toString()], [200, 'body'])
  // An error page is no reason to stop trying.
  const down = await fetched('/down')
  assert.deepEqual([down.status, down.body.length], [503, 0])
  for (const [name, code] of [['/far', 'redirected'], ['/user', 'redirected'], ['/loop', 'unreachable'], ['/packed', 'encoded'], ['/endless', 'body-too-large'], ['/cut', 'unreachable']]) {
    await assert.rejects(fetched(name), (error) => error instanceof TransportError && error.code === code, name)
  }
  const controller = new AbortController()
  setImmediate(() => controller.abort())
  await assert.rejects(fetched('/silent', controller.signal), (error) => error.code === 'cancelled')
  await assert.rejects(fetchTransport('http://example.com/', { byteLimit: 1, signal: controller.signal }), (error) => error.code === 'unacceptable-url')
  server.closeAllConnections()
  server.close()
})

test('the fetch of React Native is asked by the address as it is, and gives nothing of another host or above the limit', async (context) => {
  let answer = { text: 'body' }
  const native = nativeFetch(() => answer)
  const { Request } = globalThis
  context.mock.method(globalThis, 'fetch', native.fetch)
  globalThis.Request = native.Request
  context.after(() => { globalThis.Request = Request })
  const address = 'https://cdn.example.com/gate/ios.json.jws?Expires=1&Signature=a'
  const fetched = async (now) => {
    answer = now
    return fetchTransport(address, { byteLimit: 4, signal: new AbortController().signal })
  }
  assert.deepEqual(await fetched({ text: 'body' }), { status: 200, body: 'body' })
  const [{ url, headers }] = native.asked
  assert.deepEqual([url, headers.get('cache-control'), headers.get('accept-encoding')], [address, 'no-cache', 'identity'])
  assert.equal((await fetched({ text: 'body', url: 'https://cdn.example.com/other' })).body, 'body')
  assert.equal((await fetched({ status: 503, text: 'x'.repeat(100) })).status, 503)
  assert.equal(native.read, 2)
  const refused = (now, code) => assert.rejects(fetched(now), (error) => error instanceof TransportError && error.code === code)
  await refused({ text: 'large', headers: { 'content-length': '5' } }, 'body-too-large')
  await refused({ text: 'body', url: 'https://example.com/gate/ios.json.jws' }, 'redirected')
  await refused({ text: 'body', url: 'http://cdn.example.com/gate/ios.json.jws' }, 'redirected')
  answer = { text: 'body', url: 'http://localhost/gate/ios.json.jws' }
  await assert.rejects(fetchTransport('https://localhost/', { byteLimit: 4, signal: new AbortController().signal }), { code: 'redirected' })
  assert.equal(native.read, 2, 'nothing of it was read')
  await refused({ text: 'large' }, 'body-too-large')
})

test('the page of the example shows the app once nothing blocks, also when its block ended by the clock', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-example-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const world = bench()
  world.answer = await signed(gateDocument(
    { id: 'm', when: { until: '2026-12-01T00:01:00Z' }, then: 'maintenance', message: { en: 'Tonight' } }))
  const elements = new Map()
  const element = (id) => {
    if (!elements.has(id)) elements.set(id, new EventTarget())
    return elements.get(id)
  }
  const dialog = Object.assign(element('gate'), {
    open: false,
    showModal() { this.open = true },
    close() {
      if (this.open) setImmediate(() => dialog.dispatchEvent(new Event('close')))
      this.open = false
    },
  })
  const document = Object.assign(new EventTarget(), { getElementById: element, documentElement: { lang: 'en' }, hidden: false })
  // What the example imports, with the world of this test.
  Object.assign(globalThis, { document, stage: { signet, keyRing, open: ({ device }) => world.open({ device }) } })
  globalThis.navigator ??= { languages: ['en'] }
  context.after(() => { for (const name of ['stage', 'document']) delete globalThis[name] })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'key-ring.js'), 'export const { keyRing } = globalThis.stage')
  writeFileSync(join(folder, 'index.js'), `
    export const { Device, TrustedKeys } = stage.signet
    export const Gate = function (options) { return stage.open(options) }
    export const PromptThrottle = { open: () => stage.signet.PromptThrottle.open({ storage: null }) }`)
  writeFileSync(join(folder, 'example.js'), readFileSync(new URL('example.js', client)))
  await import(join(folder, 'example.js'))
  const shown = () => [element('app').hidden, dialog.open]
  assert.deepEqual(shown(), [true, true])
  const escape = async () => {
    dialog.close()
    await settled()
  }
  await escape()
  assert.deepEqual(shown(), [true, true], 'it stays closed')
  world.now += 60
  await escape()
  assert.deepEqual(shown(), [false, false])
})

test('localStorage and its like keep texts', async () => {
  const items = new Map()
  const storage = new WebStorage({ getItem: (key) => items.get(key) ?? null, setItem: (key, value) => { items.set(key, value) } })
  const world = bench({ storage })
  world.answer = await signed(required)
  await world.open().check()
  world.answer = null
  assert.equal(says(await world.open().check()), 'required stored')
})

test('a manifest that no verifier made cannot be made elsewhere', () => {
  assert.throws(() => new signet.VerifiedManifest(Symbol('x'), {}), TypeError)
})

test('options that cannot be meant are refused, and the near one is named', () => {
  const refused = (more, said) => assert.throws(() => bench().open(more), (error) => (
    error instanceof TypeError && said.test(error.message)), JSON.stringify(more))
  for (const more of [{ document: '../x' }, { document: 'a.jws' }, { environment: '' }, { format: 'gate-ios' }, { device: {} }, { keys: keyRing }]) {
    refused(more, /./)
  }
  refused({ maximumage: 1 }, /"maximumage" is no option of a gate: did you mean "maximumAge"\?/)
  refused({ storge: null }, /did you mean "storage"/)
  refused({ colour: 'red' }, /there are origin, document, /)
  refused({ environment: 'prod' }, /no key of the ring is of environment "prod"/)
  refused({ keys: undefined }, /"keys" is missing: it must be TrustedKeys/)
  refused({ maximumAge: '2d' }, /"maximumAge" is "2d": it must be seconds/)
  refused({ whenUnreachable: 'alow' }, /"whenUnreachable" is "alow": it must be "last-verified" or "allow"/)
  refused({ origin: 'http://example.com' }, /"origin" is "http:\/\/example.com": it must be an https address/)
  refused({ storage: { get: () => null, set: () => {} } }, /"storage" is an object: it must be a storage with get and replace/)
  for (const more of [
    { maximumAge: NaN }, { bodyLimit: 0 }, { checkTimeLimit: '3' }, { transport: {} }, { clock: {} }, { embedded: {} }, { verify: true },
    { retry: { attempts: 3 } }, { lookUp: 1 }, { clockSkew: -1 },
  ]) refused(more, new RegExp(`"${Object.keys(more)[0]}" is `))
  bench().open({ maximumAge: null, storage: null, embedded: null, lookUp: null, transport: undefined })

  const device = (properties, said) => assert.throws(() => new Device(properties), (error) => (
    error instanceof TypeError && said.test(error.message)), JSON.stringify(properties))
  device({ platform: 'ios', osVersion: '15' }, /"osVersion" is no property of a device: did you mean "os"\?/)
  device({ platform: 'ios', os: '15', languages: null }, /"languages" is null: it must be an array/)
  device({ platform: 'ios', os: '15', languages: [1] }, /"languages"/)
  device({ platform: 'ios', os: {} }, /"os" is an object/)
  device({ platform: 'Windows 11' }, /"platform" is "Windows 11": it must be "ios", "android" or a name of your own/)
  device({}, /"platform" is missing/)
  assert.rejects(PromptThrottle.open({ storage: null, intervall: 1 }), /did you mean "interval"/)
})

test('a device whose system cannot be read is reported, since no bound of the system reaches it', async () => {
  const old = gateDocument({ id: 'old', when: { os: '<99' }, then: 'required', description: { en: 'update' } })
  for (const [properties, code] of [
    [{ platform: 'ios' }, 'unreadable-device'], [{ platform: 'ios', os: '' }, 'unreadable-device'],
    [{ platform: 'ios', os: 'iOS 15' }, 'unreadable-device'], [{ platform: 'ios', sdk: 34 }, 'unreadable-device'],
    [{ platform: 'ios', os: '15 beta' }, null],
  ]) {
    const world = bench({ device: new Device({ ...properties, app: '2.9' }) })
    world.answer = await signed(old)
    const gate = world.open()
    const decision = await gate.check()
    assert.deepEqual([says(decision), gate.lastFailure?.code ?? null], [code === null ? 'required fetched' : 'available fetched', code], properties.os)
  }
})

test('the places of a device in roll-outs are worked out when a document is accepted, and none when it decides', async (context) => {
  const share = (index) => ({ share: { salt: `salt-${index}`, steps: [['2026-01-01T00:00:00Z', 0.01 * (index % 2)]] } })
  const rules = Array.from({ length: 1000 }, (_, index) => ({ id: `r${index}`, when: share(index), then: 'required' }))
  rules[999].when.share.steps[0][1] = 100
  const world = bench()
  world.answer = await signed(gateDocument(...rules))
  const digests = context.mock.method(crypto.subtle, 'digest')
  const gate = world.open()
  assert.equal((await gate.check()).isBlocked, true)
  assert.equal(digests.mock.callCount(), 1000)
  const begin = performance.now()
  for (let index = 0; index < 20; index += 1) assert.equal(gate.decision().isBlocked, true)
  context.diagnostic(`a decision by 1,000 shares: ${((performance.now() - begin) / 20).toFixed(2)} ms`)
  assert.equal((await gate.check()).isBlocked, true)
  assert.equal(digests.mock.callCount(), 1000)
  // A session that begins offline works them out once as well.
  world.answer = null
  const next = world.open()
  await next.load()
  assert.equal(next.decision().isBlocked, true)
  assert.equal(digests.mock.callCount(), 2000)
})

test('a decision asks for the place in each share a few times, however many versions are listed', async () => {
  const rules = Array.from({ length: 999 }, (_, index) => (
    { id: `r${index}`, when: { share: { salt: `salt-${index}`, steps: [['2026-01-01T00:00:00Z', 0]] } }, then: 'required' }))
  const all = { id: 'all', then: 'required', description: { en: 'none' } }
  const latest = Array.from({ length: 100 }, (_, index) => ({ app: `3.0.${index}` }))
  const content = signet.readGateDocument('ios', JSON.stringify({ ...gateDocument(...rules, all), latest }))
  const device = await new Device({ platform: 'ios', os: '17', app: '2', install: '0'.repeat(32) }).placedIn(content)
  let asked = 0
  const counting = device.with({ points: { get: (salt) => { asked += 1; return device.points.get(salt) } } })
  const { rule, update } = signet.decide(content, counting, { source: 'fetched', date: start, now: start })
  assert.deepEqual([rule, update.isObtainable, asked], ['all', false, 2 * 999])
})

test('a digest that fails once keeps no check from fetching, and no place from being worked out later', async () => {
  const share = { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }
  let [isLocked, fails] = [true, true]
  const world = bench({ embedded: await signed(gateDocument({ id: 's', when: share, then: 'required' })) })
  const gate = world.open({
    storage: {
      get: (key) => { if (isLocked) throw new Error('locked'); return world.storage.get(key) },
      replace: (key, old, text) => world.storage.replace(key, old, text),
    },
    sha256: async (data) => {
      if (fails) throw new Error('no digest')
      return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    },
  })
  await gate.load()
  // Only now there is an id, which has a place.
  isLocked = false
  assert.equal(says(await gate.check()), 'available embedded')
  assert.equal(world.requests, 3)
  fails = false
  assert.equal(says(await gate.check()), 'required embedded')
})

test('a share that cannot be worked out does not match, and the other rules of its document decide', async () => {
  const share = { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }
  const document = await signed(gateDocument({ id: 's', when: share, then: 'required' }, { id: 'old', when: { app: '<3.0' }, then: 'required' }))
  const failing = [
    () => { throw new Error('no digest') }, async () => { throw new Error('no digest') }, async () => undefined, async () => new Uint8Array(3),
  ]
  for (const sha256 of failing) {
    const world = bench({ sha256 })
    world.answer = document
    const gate = world.open()
    const decision = await gate.check()
    assert.deepEqual([says(decision), decision.rule, gate.lastFailure.code], ['required fetched', 'old', 'crypto'])
    assert.match(gate.lastFailure.message, /^the place in a roll-out could not be worked out: /)
    // What was stored decides as well, and a network that fails does not hide the failure.
    world.answer = null
    const next = world.open()
    const stored = await next.check()
    assert.deepEqual([says(stored), stored.rule, next.lastFailure.code], ['required stored', 'old', 'crypto'])
    assert.equal((await world.open({ sha256: undefined }).check()).rule, 's')
  }
})

test('cryptography that never answers holds one check, and none after it', async (context) => {
  const timers = heldTimers(context)
  const share = { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }
  for (const name of ['verify', 'sha256']) {
    let isSilent = true
    const world = bench()
    world.answer = await signed(gateDocument({ id: 's', when: share, then: 'required' }))
    const answers = {
      verify: (_, ...given) => crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, pair.publicKey, ...given),
      sha256: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data)),
    }
    const gate = world.open({
      [name]: (...given) => {
        if (!isSilent) return answers[name](...given)
        setImmediate(() => timers.pass(10))
        return new Promise(() => {})
      },
    })
    await gate.check()
    assert.equal(gate.lastFailure.code, 'crypto')
    assert.match(gate.lastFailure.message, /no answer in 10 seconds/)
    isSilent = false
    assert.equal(says(await gate.check()), 'required fetched')
  }
})

test('an embedded document decides without its share, and by all of it as soon as cryptography works', async () => {
  const share = { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }
  const embedded = await signed(gateDocument({ id: 's', when: share, then: 'required' }))
  for (const [name, meanwhile] of [['sha256', 'available embedded'], ['verify', 'available none']]) {
    let fails = true
    const works = {
      sha256: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data)),
      verify: (_, ...given) => crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, pair.publicKey, ...given),
    }
    const gate = bench({ embedded }).open({
      [name]: (...given) => {
        if (fails) throw new Error('no native module')
        return works[name](...given)
      },
    })
    assert.equal(says(await gate.check()), meanwhile)
    assert.equal(gate.lastFailure.code, 'crypto')
    fails = false
    assert.equal(says(await gate.check()), 'required embedded')
    assert.equal(gate.lastFailure.code, 'transport')
  }
})

test('a document that is too old is decided once for each part of the app, not for each rule', async () => {
  const rules = Array.from({ length: 1000 }, (_, index) => ({ id: `r${index}`, when: { app: '<1' }, then: 'required' }))
  let asked = 0
  const world = bench({ maximumAge: 60 })
  world.answer = await signed(gateDocument(...rules), start - 61)
  const gate = world.open({ clock: { ...world.clock, now: () => { asked += 1; return start } } })
  assert.equal(says(await gate.check()), 'available fetched')
  assert.ok(asked < 20, `${asked}`)
})

test('a device that is not placed in a document is in none of its roll-outs', async () => {
  const content = signet.readGateDocument('ios', JSON.stringify(
    gateDocument({ id: 's', when: { share: { salt: 'a', steps: [['2026-01-01T00:00:00Z', 100]] } }, then: 'required' })))
  const device = new Device({ platform: 'ios', os: '17', install: '0'.repeat(32) })
  const decided = (device) => signet.decide(content, device, { source: 'fetched', date: start, now: start }).outcome
  assert.deepEqual([decided(device), decided(await device.placedIn(content))], ['available', 'required'])
})

test('the same bytes are UTF-8 with and without a strict TextDecoder', async () => {
  const json = '../../../Sources/ReferenceClients/web/json.js'
  const { TextDecoder } = globalThis
  const lax = class { decode(bytes) { return new TextDecoder().decode(bytes) } }
  const throwing = class { constructor() { throw new Error('fatal is not supported') } }
  const readers = [(await import(json)).parseJSON]
  try {
    for (const [index, decoder] of [undefined, lax, throwing].entries()) {
      globalThis.TextDecoder = decoder
      readers.push((await import(`${json}?${index}`)).parseJSON)
    }
  } finally {
    globalThis.TextDecoder = TextDecoder
  }
  assert.equal(new Set(readers).size, 4)
  const read = (parseJSON, bytes) => {
    try { return parseJSON(Uint8Array.from([0x22, ...bytes, 0x22])) } catch (error) { return error.message }
  }
  // What is at a limit of RFC 3629: overlong, surrogates, above U+10FFFF, cut short, marks of byte order, and neighbours.
  const edges = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBB, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF]
  let refused = 0
  for (const a of edges) for (const b of edges) for (const c of edges) {
    const ends = a < 0xF0 ? [[]] : [[], [0x41], [0x80], [0xBF], [0xC2]]
    for (const bytes of ends.map((end) => [a, b, c, ...end])) {
      const [first, ...others] = readers.map((parseJSON) => read(parseJSON, bytes))
      for (const other of others) if (other !== first) assert.equal(other, first, `${bytes}`)
      refused += first === 'invalid UTF-8' ? 1 : 0
    }
  }
  assert.equal(read(readers[0], [0xF0, 0x9F, 0x98, 0x80]), '\u{1F600}')
  // A mark of byte order is a character in a string, and no beginning of a document.
  assert.equal(read(readers[0], [0xEF, 0xBB, 0xBF]), '\uFEFF')
  for (const parseJSON of readers) assert.throws(() => parseJSON(Uint8Array.from([0xEF, 0xBB, 0xBF, 0x31])), /expected a value/)
  assert.ok(refused > 10_000, `${refused}`)
})
