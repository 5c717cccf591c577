import { readFileSync, writeFileSync } from 'node:fs'
import { webcrypto } from 'node:crypto'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

// 32 bytes → INTEGER: no zero bytes in front, but one where the first bit is set
function integer(bytes) {
  const start = bytes.findIndex((byte) => byte !== 0)
  const magnitude = [...bytes.subarray(start)]
  const content = magnitude[0] >= 0x80 ? [0, ...magnitude] : magnitude
  return [0x02, content.length, ...content]
}
function der(raw) {
  const content = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
  return Uint8Array.from([0x30, content.length, ...content])
}

let pair
for (const name of ['other', 'key']) {
  pair = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const spki = Buffer.from(await webcrypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
  const lines = spki.match(/.{1,64}/g).join('\n')
  writeFileSync(`${name}.pem`, `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`)
}
for (const name of ['body', 'dated']) {
  const raw = new Uint8Array(await webcrypto.subtle.sign(algorithm, pair.privateKey, readFileSync(name)))
  writeFileSync(`${name}.raw`, raw)
  writeFileSync(`${name}.der`, der(raw))
}
