// Shows @sigstore/verify the checkpoint in the file "note", as that of a log whose key is in "key.pem".
//
//     sigstore-note.mjs MODULES
//
// MODULES is a folder with node_modules/@sigstore.
import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const library = `${process.argv[2]}/node_modules/@sigstore/verify/dist/tlog/checkpoint.js`
const { verifyCheckpoint } = createRequire(library)(library)

const publicKey = createPublicKey(readFileSync('key.pem'))
const logID = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest()
const log = { logID, publicKey, baseURL: 'https://log.example.com', validFor: {} }
const entry = { inclusionProof: { checkpoint: { envelope: readFileSync('note', 'utf8') } } }
console.log('accepted', verifyCheckpoint(entry, [log]).logSize)
