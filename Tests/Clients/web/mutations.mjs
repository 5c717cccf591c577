// Shows the client of the web documents and downloads that were changed at random, and writes what it makes of them.
//
//     node mutations.mjs SIGNET.JS VERIFICATION.JSON COUNT SEED > VERDICTS
//
// The first line is JSON: who is told. Then a line for each document: format, who, document and verdict, and for each
// download: `download`, its body, its headers (or its .jws) and the code; what is not plain text is in base64. An exception
// that the client does not document ends it.

import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Node has it under this name from 19 on.
globalThis.crypto ??= webcrypto

const [client, vectors, count, seed] = process.argv.slice(2)
const signet = await import(pathToFileURL(resolve(client)))

/** A small generator, the same everywhere (mulberry32). */
let state = Number(seed) >>> 0
const random = (below) => {
  state = (state + 0x6D2B79F5) | 0
  let bits = Math.imul(state ^ (state >>> 15), state | 1)
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
  return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 4294967296) * below)
}
const one = (list) => list[random(list.length)]
const base64 = (data) => Buffer.from(data).toString('base64')

// Who is told

const languages = ['de-AT', 'en']
const told = [
  { platform: 'ios', system: '15.2', app: '3.0.0', build: '40000', languages, source: 'fetched', now: 1_800_000_000 },
  { platform: 'ios', system: '14', app: '2.3.1.7', languages: ['zh-TW'], source: 'stored', now: 1_900_000_000, channel: 'beta' },
  {
    platform: 'ios', system: '16.1', app: '3.1.0-rc1', build: '41000', languages: ['fr'], source: 'fetched', now: 1_700_000_000,
    channel: 'beta', region: 'GB', model: 'iPhone8,4', install: '00112233445566778899aabbccddeeff', seen: { r: 1_799_000_000 },
  },
  { platform: 'android', system: '23', app: '3.0.0', build: '8', languages, source: 'fetched', now: 1_800_000_000, store: '3.1.0' },
  {
    platform: 'android', system: '34', build: '9007199254740993', languages: [], source: 'stored', now: 1_800_500_000,
    model: 'Pixel 7', install: 'ffeeddccbbaa99887766554433221100', seen: { r: 1_000_000_000 },
  },
  { platform: 'ios', system: '15', app: 'unknown', build: 'x', languages: ['pt-BR'], source: 'embedded', now: 1_800_000_000, scope: 'payments' },
]
const DATE = 1_799_900_000
const SELECT = { environment: 'mainnet' }

// Documents

function tokensOf(document) { return document.match(/"(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null|[{}[\],:]/g) }
const rule = (id, when, then, more = {}) => ({ id, when, then, ...more })
const text = (name) => ({ en: `${name} en`, 'de-DE': `${name} de`, 'zh-Hant': `${name} zh` })
const steps = [['2026-12-01T00:00:00Z', 12.5], ['2027-01-14T00:00:00Z', 100]]
const gate = (platform, rules, latest) => ({ gate: 1, platform, ...(latest ? { latest } : {}), rules })
const rules = [
  [rule('r', { app: ['2.3.1...2.3.4', '<3.2.0'] }, 'recommended', {
    requiredFrom: '2027-01-10T00:00:00Z', grace: '7d', requiredBy: '2027-02-01T00:00:00Z', title: text('t'), description: text('d'), url: 'https://a',
  }), rule('s', { share: { salt: '3.3.0', steps } }, 'recommended', { description: text('s') })],
  [rule('p', { from: '2026-12-01T00:00:00Z', until: '2027-12-01T00:00:00Z' }, 'maintenance', { scope: 'payments', message: text('m') }),
    rule('q', { channel: 'beta' }, 'available'), rule('x', { build: '>=8' }, 'required', { orElse: text('o'), description: text('d') })],
  [rule('m', { model: ['iPhone8,*', 'Pixel 7'], region: 'GB' }, 'required', { orElse: text('o') }), rule('z', {}, 'recommended', { url: 'u' })],
]
const availability = (value, name = 'minimumAppVersion') => ({ [name]: { value, title: text('t'), description: text('d') } })
const config = {
  minimumVersion: '3.0.1', latestVersion: '3.2.0', updateUrl: { ios: 'https://i', android: 'https://a' }, maintenanceMode: false,
  maintenanceMessage: null,
}
const bases = [
  ...rules.map((list) => ['gate-ios', gate('ios', list, [{ app: '3.2.0', os: '>=15' }, { app: '2.9.4', os: '<15', build: 41000 }])]),
  ...rules.map((list) => ['gate-ios', gate('ios', list)]),
  ...rules.map((list) => ['gate-android', gate('android', list, [{ app: '3.2.0', sdk: ['>=24', '21'], build: 9 }])]),
  ['availability-ios', { ...availability('14', 'minimumOSVersion'), ...availability('3.0.0'), ...availability('3.2', 'recommendedAppVersion') }],
  ['availability-android', { ...availability(21, 'minimumSDKVersion'), ...availability(8), ...availability(9, 'recommendedAppVersion') }],
  ['app-config', config], ['app-config', { ...config, maintenanceMode: true, maintenanceMessage: 'down' }],
  ['environment-config', { environments: { mainnet: { apps: { ios: { minimalVersion: '3.1', build: 40001, url: 'u' } } }, other: 1 } }],
  ['remote-config-android', { platform: 'android', force_update_version: '2.0', optional_update_version: '3.1' }],
].map(([format, document]) => [format, tokensOf(JSON.stringify(document))])

// Changes

const spice = [
  '"<3.0.0"', '">=1"', '"1.0...4.0"', '"2...1"', '"3.0.0.1"', '"0003.0"', '"999999999999999999"', '"1000000000000000000"', '"1..2"',
  '999999999999999999', '9223372036854775807', '9223372036854775808', '9007199254740993', '1e2', '1.0', '12.34', '0.001', '100', '101', '-0', '0',
  '"2026-12-01T00:00:00Z"', '"2026-02-30T00:00:00Z"', '"1970-01-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"2026-12-01T24:00:00Z"',
  '"7d"', '"0d"', '"999999d"', '"1s"', '"__proto__"', '"constructor"', '"hasOwnProperty"', '"toString"', '"en"', '"EN"', '"de-CH"', '"x-y"', '"en_GB"',
  '"iPhone8,*"', '"*"', '""', '" "', '"\\u0085\\u3000"', '"\\ufeff"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u0000"', '"\\/"', '"\\x"', 'null', '[]', '{}', 'true', 'false',
  '"required"', '"available"', '"maintenance"', '"recommended"', '"beta"', '"payments"', '1', '2', '["3.0.0","<2"]', '{"en":"x"}', '{"__proto__":"x"}',
  '"app"', '"build"', '"os"', '"sdk"', '"channel"', '"scope"', '"grace"', '"orElse"', '"id"', '"r"', '[["1970-01-01T00:00:00Z",100]]', ' ', '\n', ',', ':', '}',
]
const isPunctuation = (token) => '{}[],:'.includes(token)

function mutated(document) {
  const tokens = [...document]
  let changes = 1 + random(2)
  for (; changes > 0; changes -= 1) {
    let place = random(tokens.length)
    const kind = random(20)
    // Values rather than punctuation, which only breaks the text.
    while (kind < 17 && isPunctuation(tokens[place])) place = random(tokens.length)
    // A name stays a string, so that most texts stay JSON.
    const fits = (token) => (tokens[place + 1] === ':' ? token.startsWith('"') : !isPunctuation(token))
    if (kind < 10) tokens[place] = one(spice.filter(fits))
    else if (kind < 17) tokens[place] = one(tokens.filter(fits))
    else if (kind === 17) tokens.splice(place, 1)
    else if (kind === 18) tokens.splice(place, 0, one(tokens))
    else tokens[place] = one(spice)
  }
  return mutatedBytes(Buffer.from(tokens.join('')), random(8) === 0 ? 1 : 0)
}

function mutatedBytes(bytes, changes) {
  if (changes === 0) return bytes
  const list = [...bytes]
  for (; changes > 0 && list.length > 0; changes -= 1) {
    const place = random(list.length)
    const kind = random(4)
    if (kind === 0) list[place] = random(256)
    else if (kind === 1) list.splice(place, 1)
    else if (kind === 2) list.splice(place, 0, random(256))
    else list.splice(place, random(8), ...list.slice(random(list.length)).slice(0, random(8)))
  }
  return Uint8Array.from(list)
}

// What the client makes of them

const chosen = (text) => (text ? `${text.language ?? ''}=${text.text}` : '')

async function decisionOn(format, body, who) {
  const { platform, system, seen = {}, source, now, scope = null, store, ...properties } = who
  const device = new signet.Device({ ...properties, platform, [platform === 'ios' ? 'os' : 'sdk']: system })
  try {
    const content = signet.readDocument(format, body)
    const { outcome, rule, update, title, message } = signet.decide(content, await device.placedIn(content), {
      source, date: DATE, now, scope, select: SELECT, store: store ? { version: store } : null, seen: new Map(Object.entries(seen)),
    })
    return [
      outcome, rule ?? '', update?.subject ?? '', update?.version ?? '', update?.build ?? '', update?.sdk ?? '',
      update?.isObtainable === false ? 'no' : '', chosen(update?.title ?? title), chosen(update?.description), chosen(message), update?.url ?? '',
      update?.store ?? '', update?.due ? update.due.getTime() / 1_000 : '', signet.unreadableApp(content, device, SELECT) ?? '',
    ].join('\u001F')
  } catch (error) {
    if (error instanceof signet.DocumentError) return 'refused'
    throw error
  }
}

async function codeOf(verifier, download, path, now) {
  try {
    return `accepted ${(await verifier.verify(download, { path, now })).key.id}`
  } catch (error) {
    if (error instanceof signet.VerificationError) return `${error.code} ${error.phrase}`
    throw error
  }
}

const lines = [JSON.stringify({ told, date: DATE })]
const downloads = Math.floor(Number(count) / 10)
for (let index = 0; index < Number(count) - downloads; index += 1) {
  const [format, document] = one(bases)
  const body = mutated(document)
  const who = random(told.length)
  lines.push([format, who, base64(body), base64(await decisionOn(format, body, told[who]))].join('\t'))
}

const { rings, documents, cases } = JSON.parse(readFileSync(vectors, 'utf8'))
const keys = new Map()
for (const [name, ring] of Object.entries(rings)) keys.set(name, await signet.TrustedKeys.load(ring))
const accepted = cases.filter((test) => test.verdict === 'accepted' && !test.stored && test.format !== 'file'
  && typeof documents[test.download.body] === 'string')
for (let index = 0; index < downloads; index += 1) {
  const test = one(accepted)
  const verifier = new signet.Verifier({ ...test, keys: keys.get(test.ring) })
  const now = Date.parse(test.now) / 1_000
  const { body, headers = [] } = test.download
  const changed = random(headers.length + 1)
  const bytes = mutatedBytes(Buffer.from(documents[body]), changed === headers.length ? 1 : 0)
  // A value of a header has no line feed, and is text.
  const fields = headers.map(([name, value], place) => [name, place !== changed ? value
    : Buffer.from(mutatedBytes(Buffer.from(value), 1)).toString('utf8').replace(/[\r\n\uFFFD]/g, '~')])
  const code = await codeOf(verifier, signet.Download.withHeaders(bytes, fields), test.path, now)
  lines.push(['download', cases.indexOf(test), base64(bytes), base64(fields.flat().join('\n')), code].join('\t'))
}
process.stdout.write(`${lines.join('\n')}\n`)
