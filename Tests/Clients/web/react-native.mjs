// Runs the article's gate of React Native where its modules are stand-ins and the platform lacks what that one lacks:
//
//     node react-native.mjs FOLDER
//
// FOLDER has gate.js, and node_modules with the client.

import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nativeFetch } from './native-fetch.mjs'

const folder = resolve(process.argv[2])
const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const publicKey = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
const keyRing = { keys: [{ id: 'k1', name: 'one', environment: 'production', state: 'active', publicKey }] }
writeFileSync(join(folder, 'key-ring.js'), `export const keyRing = ${JSON.stringify(keyRing)}`)

const texts = new Map()
globalThis.standIns = {
  crypto: webcrypto,
  storage: { getItem: async (key) => texts.get(key) ?? null, setItem: async (key, value) => { texts.set(key, value) } },
}
for (const [name, code] of [
  ['react-native', "export const Platform = { OS: 'android', Version: 34 }\nexport const AppState = { addEventListener() {} }"],
  ['react-native-quick-crypto', 'export default standIns.crypto'],
  ['@react-native-async-storage/async-storage', 'export default standIns.storage'],
]) {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true })
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  writeFileSync(join(folder, 'node_modules', name, 'index.js'), code)
}
for (const name of ['crypto', 'TextDecoder', 'atob', 'btoa', 'Intl', 'ReadableStream', 'indexedDB']) {
  Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true })
}

const encoded = (data) => Buffer.from(data).toString('base64url')
const header = '{"alg":"ES256","kid":"k1","typ":"signet+jws","environment":"production","path":"gate/android.json",'
  + `"iat":${Math.floor(Date.now() / 1000)}}`
const document = { gate: 1, platform: 'android', rules: [{ id: 'old', when: { sdk: '>=34', app: '<3' }, then: 'required', description: { cy: 'Nawr' } }] }
const input = `${encoded(header)}.${encoded(JSON.stringify(document))}`
const file = `${input}.${encoded(await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(input)))}`

const { fetch, Request, asked } = nativeFetch(() => ({ text: file }))
Object.assign(globalThis, { fetch, Request })
const { makeGate } = await import(pathToFileURL(join(folder, 'gate.js')))
const { outcome, source, update } = await makeGate('2.9', '290', ['cy-GB']).check()
assert.deepEqual([outcome, source, update.description], ['required', 'fetched', { text: 'Nawr', language: 'cy' }])
assert.deepEqual(asked.map(({ url }) => url), ['https://distribution.example.com/gate/android.json.jws'])
globalThis.fetch = async () => { throw new TypeError('Network request failed') }
assert.equal((await makeGate('2.9', '290', ['cy-GB']).check()).source, 'stored')
assert.match(texts.get('signet/install'), /^[0-9a-f]{32}$/)
console.log('it decides, and keeps')
