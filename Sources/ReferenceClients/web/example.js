/** A page that asks its gate before it shows anything: blocked, closed, advised, or the app. `example.html` has its elements. */

import { Device, Gate, PromptThrottle, TrustedKeys } from './index.js'
import { keyRing } from './key-ring.js' // signet keys export --js --environment production > key-ring.js

const gate = new Gate({
  origin: 'https://distribution.example.com', document: 'gate/ios.json', environment: 'production', keys: new TrustedKeys(keyRing),
  device: new Device({ platform: 'ios', os: '17.5', app: '2.9.4', languages: navigator.languages }),
})
const prompts = await PromptThrottle.open()
const element = (id) => document.getElementById(id)
const dialog = element('gate')

/** In the words of the document, and in words of the app where it has none. */
function say(id, chosen, instead) {
  element(id).textContent = chosen?.text ?? instead
  element(id).lang = chosen?.language ?? document.documentElement.lang
}

function show({ outcome, isBlocked, update, title, message }) {
  const isAdvice = outcome === 'recommended' && prompts.shouldShow(update)
  element('app').hidden = isBlocked
  if (!isBlocked && !isAdvice) {
    if (outcome === 'available' || dialog.className === 'screen') dialog.close()
    return
  }
  if (isBlocked) say('title', update?.title ?? title, update ? 'Update needed' : 'Back soon')
  else say('title', update.title, 'There is a new version')
  say('text', update?.description ?? message, '')
  // Without an address there is nothing to get: a button would lead nowhere.
  const address = update?.url ?? null
  element('update').hidden = address === null
  if (address !== null) element('update').href = address
  element('later').hidden = isBlocked
  element('later').onclick = () => { dialog.close(); prompts.postpone(update) }
  element('retry').hidden = outcome !== 'maintenance'
  dialog.className = isBlocked ? 'screen' : 'advice'
  if (!dialog.open) dialog.showModal()
}

// Escape closes only what may be closed; a block may have ended by the clock meanwhile.
dialog.addEventListener('close', () => show(gate.decision()))
element('retry').onclick = () => gate.check()
document.addEventListener('visibilitychange', () => { if (!document.hidden) gate.enterForeground() })
// At most three seconds of a blank page; what arrives later is shown when it does.
await gate.check()
gate.subscribe(show)
if (gate.lastFailure !== null) console.info(gate.lastFailure.code, gate.lastFailure.message)
