// Holds this client against Signet's vectors, in Node and in browsers.
//
//     node vectors.mjs [--client FILE] FOLDER|FILE...
//
// The client is the one beside this file, or another one, such as a bundle. Prints one line for each case whose verdict is another one, then the number of cases. Exit code 1 when there is such a
// case. An unknown member anywhere in a file is an error.
//
// This client reads gate documents in files of their own (`.jws`) and nothing else, so cases of the classic formats, of files
// and of signatures in headers are not played here; Swift and Java play them, and Python those of headers. Of the classic ones
// it plays what is the same in a gate document: the choice of a language, and what is refused before a body is read.

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
  set('subject', update && 'rule')
  set('version', update?.version)
  set('obtainable', update?.isObtainable === false ? false : null)
  set('title', update?.title ?? decision.title)
  set('description', update?.description)
  set('message', message)
  set('url', update?.url)
  set('store', update?.store === 'unknown' ? null : update?.store)
  set('due', update?.due ? instant(update.due) : null)
  set('seen', seen)
  set('unreadable', unreadable)
  return verdict
}

const DEVICE = ['platform', 'os', 'sdk', 'app', 'build', 'languages', 'channel', 'region', 'model', 'install']

/** The platform of a gate document; null for a format that this client does not read. */
const platformOf = (format) => /^gate-(ios|android)$/.exec(format)?.[1] ?? null

/** Where this client has another verdict by design, since it reads gate documents in files of their own and nothing else. */
const NOT_PLAYED = Symbol('of another format or envelope')

const runners = {
  async decisions(signet, file, test) {
    only(test, CASE, 'document', 'format', 'device', 'source', 'date', 'now', 'seen', 'scope', 'store', 'storeURL', 'select')
    const platform = platformOf(test.format)
    if (platform === null) return textsOf(signet, file, test)
    const device = new signet.Device(only(test.device, DEVICE))
    const store = test.store ? only(test.store, 'version', 'minimumSystem') : null
    try {
      const gate = signet.readGateDocument(platform, bytes(file.documents[test.document]))
      const decision = signet.decide(gate, await device.placedIn(gate), {
        source: test.source, date: seconds(test.date) ?? fail('a gate document needs a date'), now: seconds(test.now) ?? NaN,
        scope: test.scope ?? null, store,
        seen: new Map(Object.entries(test.seen ?? {}).map(([id, moment]) => [id, seconds(moment)])),
      })
      return verdictOf(decision, signet.unreadable(gate, device).app)
    } catch (error) {
      if (error instanceof signet.DocumentError) return { refused: true }
      throw error
    }
  },

  async verification(signet, file, test) {
    only(
      test, CASE, 'ring', 'environment', 'format', 'profile', 'envelope', 'path', 'bodyLimit', 'clockSkew', 'now', 'stored',
      'download', 'keyId', 'date', 'phrase', 'meaning')
    if (test.envelope !== 'jws' || test.download.jws === undefined || (test.stored && test.stored.jws === undefined)) return NOT_PLAYED
    const { ring, environment, path, clockSkew, bodyLimit } = test
    // What is refused before the body is read is the same in each format.
    const isOfBody = test.format === 'file' || ['accepted', 'unreadable', 'rollback'].includes(test.verdict) || test.stored || / format /.test(test.phrase)
    if (platformOf(test.format) === null && isOfBody) return NOT_PLAYED
    const verifier = new signet.Verifier({
      keys: new signet.TrustedKeys(file.rings[ring]), environment, clockSkew, bodyLimit, platform: platformOf(test.format) ?? 'ios',
    })
    if (test.phrase !== undefined) test.verdict += `: ${test.phrase}`
    const stored = test.stored ? await verifier.verifyKept(download(test.stored), { path }) : null
    try {
      const manifest = await verifier.verify(download(test.download), { path, stored, now: seconds(test.now) })
      const says = { keyId: manifest.key.id, date: instant(new Date(manifest.date * 1000)) }
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
    if (platformOf(test.format) === null || test.envelope !== 'jws' || (test.embedded && test.embedded.jws === undefined)) return NOT_PLAYED
    const [kept, keys] = [new signet.MemoryStorage(), new signet.TrustedKeys(file.rings[test.ring])]
    let [now, store] = [0, 'ready']
    const refuse = () => fail(`the store is ${store}`)
    const names = new Set()
    const storage = {
      get: (key) => (store === 'locked' ? refuse() : kept.get(key)),
      replace: (key, old, text) => {
        names.add(key)
        return store === 'ready' ? kept.replace(key, old, text) : refuse()
      },
    }
    let answer = null
    const clock = { now: () => now, stopwatch: () => () => 0, sleep: (_, signal) => new Promise((done) => signal.addEventListener('abort', done)) }
    const transport = async () => {
      if (answer === null) throw new signet.TransportError('unreachable', 'the network failed')
      return answer
    }
    const { environment, path, backends, maximumAge, whenUnreachable } = test
    const open = () => new signet.Gate({
      environment, document: path, backends, maximumAge, whenUnreachable, keys, storage, clock, transport, origin: 'https://example.com',
      device: new signet.Device(only(test.device, DEVICE)), embedded: test.embedded ? download(test.embedded) : null,
      retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 },
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
      answer = step.download ? { status: step.status ?? 200, body: download(step.download) } : null
      let decision
      if (step.do === 'fetch') decision = await gate.check({ scope })
      else if (step.do === 'observe') decision = await gate.observe({ host: step.host, status: step.status, body: answer.body })
      else if (step.do === 'restart') {
        await gate.load()
        decision = gate.decision({ scope })
      } else throw new Error(`unknown step "${step.do}"`)
      if (step.do === 'observe') decision = gate.decision({ scope })
      // What was seen is on its way to the storage. A fetch that was observed to be needed would also come to its end, but not
      // before the next turn.
      if (step.do === 'observe') for (let count = 0; count < 100; count += 1) await null
      else await new Promise((done) => { setTimeout(done) })
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
    if (test.steps.some(({ update }) => update && update.subject !== 'rule')) return NOT_PLAYED
    const storage = new signet.MemoryStorage()
    let now = 0
    const open = () => signet.PromptThrottle.open({ storage, interval: test.interval, now: () => now })
    let throttle = await open()
    const results = []
    for (const step of test.steps) {
      only(step, 'now', 'do', 'update', 'then')
      now = seconds(step.now)
      const { version = null, rule } = only(step.update ?? {}, 'subject', 'version', 'rule')
      if (step.do === 'show') results.push(throttle.shouldShow({ rule, version }))
      else if (step.do === 'later') await throttle.postpone({ rule, version })
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

const fail = (reason) => { throw new Error(reason) }

export const download = (described) => bytes(only(described, 'jws').jws)

/**
 * Of a classic document the texts of its update, which a rule of a gate document would choose in the same way; as they are
 * asked for, not what decides.
 */
function textsOf(signet, file, test) {
  if (!test.format.startsWith('availability-') || test.verdict.subject !== 'app') return NOT_PLAYED
  let value
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes(file.documents[test.document])))
  } catch {
    return NOT_PLAYED
  }
  const { title, description } = value[test.verdict.outcome === 'required' ? 'minimumAppVersion' : 'recommendedAppVersion']
  const gate = signet.readGateDocument('ios', JSON.stringify({ gate: 1, platform: 'ios', rules: [{ id: 'r', then: 'required', title, description }] }))
  const { update } = signet.decide(
    gate, new signet.Device({ platform: 'ios', os: '1', languages: test.device.languages }), { source: 'fetched', date: 0, now: 0 })
  for (const name of Object.keys(test.verdict)) if (name !== 'title' && name !== 'description') delete test.verdict[name]
  const { title: chosenTitle, description: chosen } = update
  return { ...(chosenTitle && { title: chosenTitle }), ...(chosen && { description: chosen }) }
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
    const result = await Promise.resolve().then(() => run(signet, file, test)).catch((error) => error.stack)
    if (result === NOT_PLAYED) skipped += 1
    else if (sorted(result) !== sorted(test.verdict)) {
      failures.push(`${name}: ${test.name}\n  expected ${sorted(test.verdict)}\n  found    ${sorted(result)}`)
    }
  }
  return { count: file.cases.length - skipped, skipped, failures }
}

if (globalThis.process?.argv[1]?.endsWith('vectors.mjs')) {
  const [{ webcrypto }, { readdirSync, readFileSync, statSync }, { basename, join, resolve }, { pathToFileURL }] =
    await Promise.all(['node:crypto', 'node:fs', 'node:path', 'node:url'].map((name) => import(name)))
  // Node has it under this name from 19 on.
  globalThis.crypto ??= webcrypto
  const words = process.argv.slice(2)
  const client = words[0] === '--client' ? pathToFileURL(resolve(words.splice(0, 2)[1])) : './index.js'
  const signet = await import(client)
  const files = words.flatMap((word) => (statSync(word).isDirectory()
    ? readdirSync(word).filter((name) => name.endsWith('.json')).sort().map((name) => join(word, name)) : [word]))
  let [total, omitted] = [0, 0]
  for (const file of files) {
    const { count, skipped, failures } = await runVectors(signet, basename(file), readFileSync(file, 'utf8'))
    total += count
    omitted += skipped
    for (const failure of failures) console.log(failure)
    if (failures.length > 0) process.exitCode = 1
  }
  console.log(`${total} cases, and ${omitted} of other formats or envelopes`)
  if (total === 0) process.exitCode = 1
}
