import { readFileSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync, sign } from 'node:crypto'

let pair
for (const name of ['other', 'key']) {
  pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(`${name}.pem`, pair.publicKey.export({ type: 'spki', format: 'pem' }))
}
for (const name of ['body', 'dated']) {
  writeFileSync(`${name}.der`, sign('sha256', readFileSync(name), { key: pair.privateKey, dsaEncoding: 'der' }))
}
