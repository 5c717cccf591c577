// Signs the file body with panva's jose in every way that it can, with a key of its own.
//
//     jws-signers.mjs FOLDER ENVIRONMENT PATH IAT
//
// Writes key.pem, the public key, and a NAME.jws for each way; exact.jws has Signet's form. The key id is "peer". The
// library is node_modules/jose of the current folder.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sign } from 'node:crypto'

const jose = createRequire(`${process.cwd()}/`)('jose')
const [folder, environment, path, seconds] = process.argv.slice(2)
const iat = Number(seconds)
const body = readFileSync(`${folder}/body`)
const { publicKey, privateKey } = await jose.generateKeyPair('ES256')
const pem = await jose.exportSPKI(publicKey)
writeFileSync(`${folder}/key.pem`, pem)
const form = { alg: 'ES256', kid: 'peer', typ: 'signet+jws', environment, path, iat }

const write = (name, text) => writeFileSync(`${folder}/${name}.jws`, text)
const without = (name) => Object.fromEntries(Object.entries(form).filter(([other]) => other !== name))

async function compact(header, key = privateKey, payload = body, options) {
  return new jose.CompactSign(payload).setProtectedHeader(header).sign(key, options)
}

const file = await compact(form)
write('exact', file)
const [first, second, third] = file.split('.')

// Other algorithms
for (const alg of ['ES384', 'ES512', 'ES256K', 'RS256', 'PS256', 'EdDSA']) {
  write(alg.toLowerCase(), await compact({ ...form, alg }, (await jose.generateKeyPair(alg)).privateKey))
}
for (const [name, secret] of Object.entries({ pem, jwk: JSON.stringify(await jose.exportJWK(publicKey)) })) {
  write(`hs256-${name}`, await compact({ ...form, alg: 'HS256' }, new TextEncoder().encode(secret)))
}
write('unsecured', new jose.UnsecuredJWT({ value: '14' }).encode())
write('es256-by-another-key', await compact(form, (await jose.generateKeyPair('ES256')).privateKey))

// Signatures in another form
write('der', `${first}.${second}.${sign('sha256', `${first}.${second}`, privateKey).toString('base64url')}`)

// Other headers
write('reordered', await compact({ ...without('alg'), alg: 'ES256' }))
for (const name of ['kid', 'typ', 'environment', 'path', 'iat']) write(`without-${name}`, await compact(without(name)))
write('member-extra', await compact({ ...form, extra: 1 }))
write('member-crit', await compact({ ...form, exp: 1, crit: ['exp'] }, privateKey, body, { crit: { exp: true } }))
write('member-b64', await compact({ ...form, b64: true, crit: ['b64'] }))
write('typ-jwt', await compact({ ...form, typ: 'JWT' }))
write('path-other', await compact({ ...form, path: 'distribution/availability-android' }))
write('environment-other', await compact({ ...form, environment: 'staging' }))
write('kid-unknown', await compact({ ...form, kid: 'other' }))
write('iat-text', await compact({ ...form, iat: seconds }))
write('iat-fraction', await compact({ ...form, iat: iat + 0.5 }))
write('iat-ahead', await compact({ ...form, iat: iat + 10 * 86400 }))

// Other bodies and forms
write('no-body', await compact(form, privateKey, new Uint8Array()))
const unencoded = await new jose.FlattenedSign(body)
  .setProtectedHeader({ ...form, b64: false, crit: ['b64'] }).sign(privateKey)
write('detached', `${unencoded.protected}..${unencoded.signature}`)
write('unencoded', `${unencoded.protected}.${body}.${unencoded.signature}`)
write('token', await new jose.SignJWT({ value: '14' }).setProtectedHeader({ alg: 'ES256', kid: 'peer' })
  .setSubject('a').sign(privateKey))
const flattened = await new jose.FlattenedSign(body).setProtectedHeader(form).sign(privateKey)
write('flattened', JSON.stringify(flattened))
write('general', JSON.stringify(
  await new jose.GeneralSign(body).addSignature(privateKey).setProtectedHeader(form).sign()))
write('unprotected', JSON.stringify(await new jose.FlattenedSign(body)
  .setProtectedHeader({ alg: 'ES256' }).setUnprotectedHeader(without('alg')).sign(privateKey)))
write('encrypted', await new jose.CompactEncrypt(body)
  .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'peer' }).encrypt(publicKey))
