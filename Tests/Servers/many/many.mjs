// Runs a module as often as there are folders, in one process, and prints what came of each as a line of JSON.
//
//     node many.mjs PROGRAM COUNT
//
// Each run gets the files body, body.headers and key.pem of the folders 0, 1, …

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

class Exit extends Error {
  constructor(status) {
    super()
    this.status = status
  }
}

const { log } = console
const [node, , program, count] = process.argv
const address = pathToFileURL(resolve(program)).href
for (let folder = 0; folder < Number(count); folder += 1) {
  const run = { status: 0, output: '', errors: '' }
  process.argv = [node, program, ...['body', 'body.headers', 'key.pem'].map((name) => `${folder}/${name}`)]
  console.log = (...words) => { run.output += format(...words) + '\n' }
  console.error = (...words) => { run.errors += format(...words) + '\n' }
  process.exit = (status) => { throw new Exit(status ?? 0) }
  try {
    // Another address is another module, which runs anew.
    await import(`${address}?${folder}`)
  } catch (error) {
    run.status = error instanceof Exit ? error.status : 1
    if (!(error instanceof Exit)) run.errors += error.stack + '\n'
  }
  log(JSON.stringify(run))
}
