import { Signet } from 'signet-capacitor'

const element = (id) => document.getElementById(id)

// The newest bundle needs a newer app. What is here goes on working, unless it was withdrawn.
await Signet.addListener('shellTooOld', ({ version, isRequired }) => {
  element('text').textContent = isRequired
    ? 'This version can no longer be used. Your data is safe.'
    : `Version ${version} has more to offer, but needs a newer app.`
  element('later').hidden = isRequired
  element('shell').className = isRequired ? 'required' : ''
  // Escape closes what may be closed only.
  element('shell').onclose = () => { if (isRequired) element('shell').showModal() }
  element('shell').showModal()
})

// A page is not taken away from someone who is using it.
await Signet.addListener('updateReady', () => { element('news').hidden = false })
element('reload').onclick = () => Signet.reload()

// For your own telemetry: version, reason and time.
for (const name of ['updateFailed', 'rolledBack']) {
  await Signet.addListener(name, (event) => console.info(name, event.version, event.reason, event.time))
}

// The page does its job, so the bundle is good. What can be wrong is checked before this line.
const { version } = await Signet.ready()
element('about').textContent = `Version ${version}`
