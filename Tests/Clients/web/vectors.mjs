// Holds the client of the web against Tests/Vectors, in Node and in browsers.
//
//     node vectors.mjs SIGNET.JS FILE...
//
// Prints one line for each case whose verdict is another one, then the number of cases. Exit code 1 when there is such a
// case. An unknown member anywhere in a file is an error.

const CASE = ['name', 'verdict']

/** Fails for a member that nothing reads. */
function only(object, ...names) {
  for (const name of Object.keys(object)) {
    if (!names.flat().includes(name)) throw new Error(`unknown member "${name}" in ${JSON.stringify(object).slice(0, 200)}`)
  }
  return object
}

const seconds = (instant) => (instant === undefined ? undefined : Date.parse(instant) / 1000)
const instant = (date) => date.toISOString().replace('.000Z', 'Z')
const bytes = (text) => (typeof text === 'string' ? new TextEncoder().encode(text)
  : Uint8Array.from(atob(only(text, 'base64').base64), (character) => character.charCodeAt(0)))

/** A decision in the form of a verdict. */
export function verdictOf(decision, unreadable) {
  const { outcome, rule, update, message, seen } = decision
  const verdict = { outcome }
  const set = (name, value) => { if (value !== null && value !== undefined) verdict[name] = value }
  set('rule', rule)
  set('subject', update?.subject)
  set('version', update?.version)
  for (const name of ['build', 'sdk']) set(name, update?.[name] === null ? null : update && Number(update[name]))
  set('obtainable', update?.isObtainable === false ? false : null)
  set('title', update?.title ?? decision.title)
  set('description', update?.description)
  set('message', message?.language === null ? { text: message.text } : message)
  set('url', update?.url)
  set('store', update?.store === 'unknown' ? null : update?.store)
  set('due', update?.due ? instant(update.due) : null)
  set('seen', seen)
  set('unreadable', unreadable)
  return verdict
}

const DEVICE = ['platform', 'os', 'sdk', 'app', 'build', 'languages', 'channel', 'region', 'model', 'install']

const runners = {
  async decisions(signet, file, test) {
    only(test, CASE, 'document', 'format', 'device', 'source', 'date', 'now', 'seen', 'scope', 'store', 'storeURL', 'select')
    const device = new signet.Device(only(test.device, DEVICE))
    const select = only(test.select ?? {}, 'environment', 'force', 'optional')
    const store = test.store ? only(test.store, 'version', 'minimumSystem') : null
    try {
      const content = signet.readDocument(test.format, bytes(file.documents[test.document]))
      const decision = signet.decide(content, await device.placedIn(content), {
        source: test.source, date: seconds(test.date) ?? null, now: seconds(test.now), scope: test.scope ?? null, store, select,
        storeURL: test.storeURL ?? null,
        seen: new Map(Object.entries(test.seen ?? {}).map(([id, moment]) => [id, seconds(moment)])),
      })
      return verdictOf(decision, signet.unreadableApp(content, device, select))
    } catch (error) {
      if (error instanceof signet.DocumentError) return { refused: true }
      throw error
    }
  },

  async verification(signet, file, test) {
    only(
      test, CASE, 'ring', 'environment', 'format', 'profile', 'envelope', 'path', 'bodyLimit', 'clockSkew', 'now', 'stored',
      'download', 'keyId', 'date', 'phrase')
    const verifier = new signet.Verifier({ ...test, keys: await signet.TrustedKeys.load(file.rings[test.ring]) })
    const { path } = test
    if (test.phrase !== undefined) test.verdict += `: ${test.phrase}`
    const stored = test.stored ? await verifier.verifyKept(download(signet, file, test.stored), { path }) : null
    try {
      const manifest = await verifier.verify(download(signet, file, test.download), { path, stored, now: seconds(test.now) })
      const date = manifest.date === null ? undefined : instant(new Date(manifest.date * 1000))
      const says = { keyId: manifest.key.id, date }
      const asSaid = Object.keys(says).every((name) => test[name] === undefined || test[name] === says[name])
      return asSaid ? 'accepted' : `accepted ${JSON.stringify(says)}`
    } catch (error) {
      if (error instanceof signet.VerificationError) return `${error.code}: ${error.phrase}`
      throw error
    }
  },

  async sequences(signet, file, test) {
    only(
      test, 'name', 'ring', 'environment', 'format', 'profile', 'envelope', 'path', 'device', 'embedded', 'maximumAge',
      'whenUnreachable', 'backends', 'steps', 'select', 'storeURL')
    const [kept, keys] = [new signet.MemoryStorage(), await signet.TrustedKeys.load(file.rings[test.ring])]
    let [now, store] = [0, 'ready']
    const fail = () => { throw new Error(`the store is ${store}`) }
    const names = new Set()
    const storage = {
      get: (key) => (store === 'locked' ? fail() : kept.get(key)),
      replace: (key, old, text) => {
        names.add(key)
        return store === 'ready' ? kept.replace(key, old, text) : fail()
      },
    }
    let answer = null
    const clock = { now: () => now, stopwatch: () => () => 0, sleep: (_, signal) => new Promise((done) => signal.addEventListener('abort', done)) }
    const transport = async () => {
      if (answer === null) throw new signet.TransportError('unreachable', 'the network failed')
      return answer
    }
    const { name, ring, steps, verdict, ...options } = test
    const open = () => new signet.Gate({
      ...options, keys, storage, clock, transport, base: 'https://example.com', device: new signet.Device(only(test.device, DEVICE)),
      embedded: test.embedded ? download(signet, file, test.embedded) : null, retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 },
    })
    const gates = new Map()
    const results = []
    for (const step of test.steps) {
      only(step, 'now', 'do', 'status', 'download', 'scope', 'then', 'store', 'gate', 'host')
      const { scope = null, gate: number = 1 } = step
      if (step.then) only(step.then, 'failure', 'phrase', 'decision', 'source')
      now = seconds(step.now)
      store = step.store ?? store
      if (store === 'damaged') {
        for (const key of names) await kept.replace(key, await kept.get(key), 'damaged')
        store = 'ready'
      }
      if (step.do === 'restart' || !gates.has(number)) gates.set(number, open())
      const gate = gates.get(number)
      const loaded = step.download ? download(signet, file, step.download) : null
      answer = loaded && { status: step.status ?? 200, headers: loaded.headers, body: loaded.body }
      let decision
      if (step.do === 'fetch') decision = await gate.check({ scope })
      else if (step.do === 'observe') decision = await gate.observe({ host: step.host, status: step.status, body: loaded.body })
      else if (step.do === 'restart') {
        await gate.load()
        decision = gate.decision({ scope })
      } else throw new Error(`unknown step "${step.do}"`)
      if (step.do === 'observe') decision = gate.decision({ scope })
      // What was seen is on its way to the storage. A fetch that was observed to be needed would also come to its end.
      if (step.do !== 'observe') await new Promise((done) => { setTimeout(done) })
      if (step.then === undefined) continue
      const then = { decision: verdictOf(decision), source: decision.source }
      const failure = gate.lastFailure
      if (failure !== null) then.failure = failure.code
      if (failure?.phrase) then.phrase = failure.phrase
      results.push(then)
    }
    test.verdict = test.steps.filter((step) => step.then).map(({ then }) => then)
    return results
  },

  async prompts(signet, _, test) {
    only(test, 'name', 'interval', 'steps')
    const storage = new signet.MemoryStorage()
    let now = 0
    const open = () => signet.PromptThrottle.open({ storage, interval: test.interval, now: () => now })
    let throttle = await open()
    const results = []
    for (const step of test.steps) {
      only(step, 'now', 'do', 'update', 'then')
      now = seconds(step.now)
      const { subject, version = null, build = null, sdk = null, rule = null } = only(step.update ?? {}, 'subject', 'version', 'build', 'sdk', 'rule')
      const update = { subject, version, build: build && String(build), sdk: sdk && String(sdk), rule }
      if (step.do === 'show') results.push(throttle.shouldShow(update))
      else if (step.do === 'later') await throttle.postpone(update)
      else if (step.do === 'restart') throttle = await open()
      else throw new Error(`unknown step "${step.do}"`)
    }
    test.verdict = test.steps.filter((step) => step.do === 'show').map((step) => step.then)
    return results
  },

  async shares(signet, _, test) {
    only(test, CASE, 'salt', 'install', 'u', 'hundredths')
    const u = await signet.sharePoint(test.salt, test.install)
    return u === test.u ? signet.isInShare(u, test.hundredths) : `u is ${u}`
  },

  versions(signet, _, test) {
    only(test, CASE, 'pattern', 'installed')
    return signet.matchesVersion(test.pattern, test.installed)
  },
}

export function download(signet, file, described) {
  if (described.jws !== undefined) return signet.Download.jws(bytes(only(described, 'jws').jws))
  const { body, headers } = only(described, 'body', 'headers')
  return signet.Download.withHeaders(bytes(typeof body === 'string' ? file.documents[body] : body), headers)
}

/** JSON with the members in the order of their names, to compare. */
const sorted = (value) => JSON.stringify(value, (_, part) =>
  (part !== null && typeof part === 'object' && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part))

/** Runs one file; returns how many cases it has and what was another verdict. */
export async function runVectors(signet, name, text) {
  const file = only(JSON.parse(text), 'about', 'documents', 'rings', 'cases')
  const run = runners[name.replace(/(-.*)?\.json$/, '')]
  if (run === undefined) throw new Error(`${name}: no such kind of vectors`)
  const failures = []
  const names = new Set()
  let skipped = 0
  for (const test of file.cases) {
    if (names.size === names.add(test.name).size) failures.push(`${name}: "${test.name}" appears twice`)
    // Of a file only the app knows what it says: this client reads none.
    if (test.format === 'file') {
      skipped += 1
      continue
    }
    const result = await Promise.resolve().then(() => run(signet, file, test)).catch((error) => error.stack)
    if (sorted(result) !== sorted(test.verdict)) {
      failures.push(`${name}: ${test.name}\n  expected ${sorted(test.verdict)}\n  found    ${sorted(result)}`)
    }
  }
  return { count: file.cases.length - skipped, skipped, failures }
}

if (globalThis.process?.argv[1]?.endsWith('vectors.mjs')) {
  const [{ webcrypto }, { readFileSync }, { basename, resolve }, { pathToFileURL }] =
    await Promise.all(['node:crypto', 'node:fs', 'node:path', 'node:url'].map((name) => import(name)))
  // Node has it under this name from 19 on.
  globalThis.crypto ??= webcrypto
  const [client, ...files] = process.argv.slice(2)
  const signet = await import(pathToFileURL(resolve(client)))
  let [total, omitted] = [0, 0]
  for (const file of files) {
    const { count, skipped, failures } = await runVectors(signet, basename(file), readFileSync(file, 'utf8'))
    total += count
    omitted += skipped
    for (const failure of failures) console.log(failure)
    if (failures.length > 0) process.exitCode = 1
  }
  console.log(`${total} cases, and ${omitted} of format file`)
}
