// Shows @sigstore/verify every Sigstore bundle of a folder, in one run.
//
//     sigstore-bundles.mjs MODULES FOLDER HINT
//
// MODULES is a folder with node_modules/@sigstore. FOLDER holds key.pem, which HINT names, and for each NAME.sigstore.json a
// NAME.body. A line for each: NAME, and "ok" or "refused" with the reason.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [modules, folder, hint] = process.argv.slice(2)
const require = createRequire(`${modules}/`)
const { bundleFromJSON } = require('@sigstore/bundle')
const { toSignedEntity, toTrustMaterial, Verifier } = require('@sigstore/verify')

const nothing = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
const trust = toTrustMaterial(nothing, { [hint]: { rawBytes: readFileSync(`${folder}/key.pem`, 'utf8') } })
// The key is known beforehand: no certificate, no log and no timestamp says when it signed.
const verifier = new Verifier(trust, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 })
const suffix = '.sigstore.json'

for (const file of readdirSync(folder).filter((name) => name.endsWith(suffix)).sort()) {
  const name = file.slice(0, -suffix.length)
  let verdict = 'ok'
  try {
    const bundle = bundleFromJSON(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
    verifier.verify(toSignedEntity(bundle, readFileSync(`${folder}/${name}.body`)))
  } catch (error) {
    verdict = `refused ${error.code ?? error.name} ${error.message}`.replaceAll(/\s+/g, ' ')
  }
  console.log(`${name}\t${verdict}`)
}
