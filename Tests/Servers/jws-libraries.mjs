// Shows a library every .jws of a folder, in one run; what it prints, jws-libraries.py says.
//
//     jws-libraries.mjs webcrypto|jose FOLDER ENVIRONMENT NOW NEWEST
//
// The code of the article lies in the current folder: verify-jws.mjs and open-jose.mjs.
import { createHash, webcrypto } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Node 18 has it under this name only.
globalThis.crypto ??= webcrypto
const [library, folder, environment, now, newest] = process.argv.slice(2)
const article = (name) => import(pathToFileURL(resolve(name)))
const keys = JSON.parse(readFileSync(`${folder}/keys.jwks`, 'utf8'))
const paths = readFileSync(`${folder}/paths.txt`, 'utf8').split('\n')
const times = { now: Number(now), newest: Number(newest) }
const { open } = await article('verify-jws.mjs')
const { openJWS } = library === 'jose' ? await article('open-jose.mjs') : {}

async function verdict(body) {
  try {
    return 'ok ' + createHash('sha256').update(await body()).digest('hex')
  } catch (error) {
    return `refused ${error.code ?? error.name} ${error.message}`.replaceAll(/\s+/g, ' ')
  }
}

for (const [index, name] of readdirSync(folder).filter((name) => name.endsWith('.jws')).sort().entries()) {
  const file = readFileSync(`${folder}/${name}`, 'latin1')
  const reader = openJWS ? '-' : await verdict(async () => (await open(file, keys, environment, paths[index], times)).body)
  const alone = openJWS ? await verdict(() => openJWS(file, keys)) : '-'
  console.log([name, alone, reader].join('\t'))
}
