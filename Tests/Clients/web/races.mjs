// Two gates over one storage: in each round one of them gets the newest document, and the other an older one that is newer
// than what both have. In Node:
//
//     node races.mjs INDEX.JS gates|workers ROUNDS
//
// with two gates in one thread, or two workers over a storage of the main thread. A page does it with two tabs.

const START = Date.parse('2026-12-01T00:00:00Z') / 1000
const PATH = 'gate/ios.json'
const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
const utf8 = (text) => new TextEncoder().encode(text)

/** Does what it is told over a storage: fetches a document at a time, and says "Later" to a rule. */
export async function racer(signet, keyRing, storage) {
  const keys = new signet.TrustedKeys(keyRing)
  let [now, answer, count, gate, prompts] = [0, '', 0, null, null]
  const clock = { ...signet.systemClock, now: () => now }
  return async (task) => {
    [now, answer] = [task.now, task.document]
    // A session lasts for some checks.
    if (count % 10 === 0) {
      gate = new signet.Gate({
        origin: 'https://example.com', document: PATH, environment: 'production', keys, storage, clock,
        transport: async () => ({ status: 200, body: utf8(answer) }),
        device: new signet.Device({ platform: 'ios', os: '17', app: '2.0' }),
      })
      prompts = await signet.PromptThrottle.open({ storage, now: () => now })
    }
    count += 1
    const { rule } = await gate.check()
    const isKept = await prompts.postpone({ rule: task.rule, version: null })
    // What was seen is on its way to the storage.
    for (let turn = 0; turn < 1_000 && !await isSeen(storage, `"${rule}"`); turn += 1) {
      await new Promise((done) => { setTimeout(done) })
    }
    return `${rule} ${isKept} ${gate.lastFailure?.code ?? 'no failure'}`
  }
}

const isSeen = async (storage, text) => (await storage.get(`signet/production/${PATH}#seen`) ?? '').includes(text)

/** Tells two of them what to do in each round, and returns what was lost. */
export async function race(rounds, keyRingOf, storage) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const publicKey = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))))
  const racers = await keyRingOf({ keys: [{ id: 'k1', name: 'one', environment: 'production', state: 'active', publicKey }] })
  const signed = async (round, date) => {
    const header = `{"alg":"ES256","kid":"k1","typ":"signet+jws","environment":"production","path":"${PATH}","iat":${date}}`
    const body = `{"gate":1,"platform":"ios","rules":[{"id":"w${round}","when":{"app":"<3"},"then":"recommended","grace":"3d"}]}`
    const input = [header, body].map((part) => encoded(utf8(part))).join('.')
    return `${input}.${encoded(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, utf8(input))))}`
  }
  const losses = []
  let install = null
  for (let round = 0; round < rounds; round += 1) {
    const first = START + 10 * round
    const tasks = await Promise.all(racers.map(async (_, index) => ({
      document: await signed(round, first + ((round + index) % 2)),
      // Of the two, the clock of the one is ahead.
      now: first + 2 + 3 * index, rule: `${index}-${round}`,
    })))
    const newest = tasks[(round + 1) % 2].document
    const answers = await Promise.all(racers.map((act, index) => act(tasks[index])))
    const expect = (what, holds, found) => { if (!holds) losses.push(`${round}: ${what}: ${String(found).slice(0, 500)}`) }
    // The older document may come late, and is refused then.
    const isDone = (answer) => answer.startsWith(`w${round} true `) && !answer.endsWith('not-stored')
    for (const answer of answers) expect('an answer', isDone(answer), answer)
    const firstSeen = `"w${round}":"${new Date((first + 2) * 1000).toISOString().slice(0, 19)}Z"`
    // What the second one has seen may be on its way still.
    for (let turn = 0; turn < 1_000 && !await isSeen(storage, firstSeen); turn += 1) {
      await new Promise((done) => { setTimeout(done) })
    }
    const [document, seen, id, prompts] = await Promise.all(
      [`signet/production/${PATH}`, `signet/production/${PATH}#seen`, 'signet/install', 'signet/prompts'].map((key) => storage.get(key)))
    expect('the newest document', document === newest, document)
    expect('first seen', seen?.includes(firstSeen), seen)
    expect('the install id', install === null || install === id, id)
    expect('both Later', tasks.every(({ rule }) => prompts?.includes(`"${rule}"`)), prompts)
    install = id
  }
  return losses
}

/** A storage of another thread. */
function remoteStorage(port) {
  const waiting = new Map()
  let last = 0
  port.on('message', ({ answer, id }) => {
    if (!waiting.has(id)) return
    waiting.get(id)(answer)
    waiting.delete(id)
  })
  const call = (...words) => new Promise((done) => {
    last += 1
    waiting.set(last, done)
    port.postMessage({ id: last, words })
  })
  return { get: (key) => call('get', key), replace: (key, old, now) => call('replace', key, old, now) }
}

if (globalThis.process?.argv[1]?.endsWith('races.mjs')) {
  const [{ webcrypto }, { resolve }, { pathToFileURL }, { Worker, isMainThread, parentPort, workerData }] =
    await Promise.all(['node:crypto', 'node:path', 'node:url', 'node:worker_threads'].map((name) => import(name)))
  // Node has it under this name from 19 on.
  globalThis.crypto ??= webcrypto
  const [client, mode, rounds] = process.argv.slice(2)
  const signet = await import(pathToFileURL(resolve(client)))
  if (isMainThread) {
    const storage = new signet.MemoryStorage()
    const pause = () => new Promise(setImmediate)
    const slow = {
      get: async (key) => { const text = storage.get(key); await pause(); return text },
      replace: async (key, old, now) => { await pause(); return storage.replace(key, old, now) },
    }
    const workers = []
    const inWorker = (keyRing) => {
      const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: keyRing })
      workers.push(worker)
      let told = null
      worker.on('message', ({ said, id, words }) => {
        if (said !== undefined) told(said)
        else worker.postMessage({ id, answer: storage[words[0]](...words.slice(1)) })
      })
      worker.on('error', (error) => { throw error })
      return (task) => new Promise((done) => {
        told = done
        worker.postMessage({ task })
      })
    }
    const losses = await race(
      Number(rounds),
      async (keyRing) => (mode === 'workers' ? [inWorker(keyRing), inWorker(keyRing)]
        : [await racer(signet, keyRing, slow), await racer(signet, keyRing, slow)]),
      storage)
    for (const worker of workers) await worker.terminate()
    for (const loss of losses) console.log(loss)
    console.log(`${rounds} rounds, ${mode}, ${losses.length} lost`)
    if (losses.length > 0) process.exitCode = 1
  } else {
    const act = await racer(signet, workerData, remoteStorage(parentPort))
    parentPort.on('message', async ({ task }) => { if (task !== undefined) parentPort.postMessage({ said: await act(task) }) })
  }
}
