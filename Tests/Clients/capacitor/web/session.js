// Drives the page's side of the plugin against a native side that is none; runs as the body of an async function.

const { Native } = await import('/native.js')
const frame = document.querySelector('iframe')
const failures = []
const expect = (what, found, wanted) => {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) failures.push(`${what}: ${a} instead of ${b}`)
}
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
const until = async (what, isSo) => {
  for (let i = 0; i < 2_000; i++) {
    if (isSo()) return
    await pause(5)
  }
  throw new Error(`never: ${what}`)
}
/** The plugin of a page that has not been seen before. */
let last = null
const page = async () => {
  await until('a new page', () => frame.contentWindow.Signet && frame.contentWindow.Signet !== last)
  return (last = frame.contentWindow.Signet)
}
const native = (window.native = new Native(frame, 1_000))
const pagesOf = (method) => native.calls.filter(([name]) => name === method).map(([, options]) => options.page)

// The first page says who it is before anything else, and the same in each call.
await native.show(native.current)
let signet = await page()
expect('ready', await signet.ready(), { version: '1.4.0', isConfirmed: true })
expect('the first call', native.calls[0][0], 'attach')
expect('one name', pagesOf('ready'), pagesOf('attach'))
expect('a name that cannot be guessed', /^[0-9a-f]{32}$/.test(pagesOf('ready')[0]), true)

// Events: to the listener, until it is removed; what was retained, to the first one.
const told = []
native.tell('updateFailed', { reason: 'before anybody listened' })
await signet.addListener('updateFailed', ({ reason }) => told.push(reason))
const handle = await signet.addListener('updateReady', ({ version }) => told.push(version))
await until('the retained event', () => told.length === 1)
native.tell('updateReady', { version: '1.5.0' })
await handle.remove()
native.tell('updateReady', { version: '1.5.1' })
expect('events', told, ['before anybody listened', '1.5.0'])

// What is given to the native side.
await signet.setChannel({ channel: 'beta' })
await signet.setChannel({ channel: null })
await signet.reject({ reason: 'it is blank' })
await signet.reset()
const [beta, none, reject, reset] = native.calls.slice(-4)
expect('setChannel', [beta, none, reset], [['setChannel', { channel: 'beta' }], ['setChannel', {}], ['reset', {}]])
expect('reject', [reject[1].reason, reject[1].page], ['it is blank', pagesOf('attach')[0]])
expect('getBundles', (await signet.getBundles()).bundles.length, 1)

// The page that is left says that it works: that is not said of the bundle that comes.
native.next = { version: '1.5.0', isConfirmed: false }
expect('sync', (await signet.sync()).outcome, 'updateReady')
await signet.reload()
await signet.ready()
expect('the next bundle is not confirmed', native.current, { version: '1.5.0', isConfirmed: false })
signet = await page()
expect('ready of the new page', await signet.ready(), { version: '1.5.0', isConfirmed: true })
expect('two pages', new Set(pagesOf('attach')).size, 2)

// One that never does is taken back, and the page of the one before is told.
native.next = { version: '1.6.0', isConfirmed: false }
await signet.reload()
expect('on trial', native.current.version, '1.6.0')
await page()
await until('it is taken back', () => native.current.version === '1.4.0')
signet = await page()
const reasons = []
await signet.addListener('rolledBack', ({ version, reason }) => reasons.push(`${version}: ${reason}`))
await until('the rollback is told', () => reasons.length === 1)
expect('told', reasons, ['1.6.0: it did not say ready()'])

// A configuration that cannot be used fails each call with its words, and not the import.
native.problem = 'plugins.Signet.origin: it is missing'
await native.show({ version: '1.4.0', isConfirmed: true })
signet = await page()
for (const call of [() => signet.ready(), () => signet.sync()]) {
  expect('a mistake', await call().catch(({ message }) => message), native.problem)
}
expect('nothing is thrown elsewhere', frame.contentWindow.errors, [])

// A browser, where there is no native side.
frame.src = '/browser.html'
signet = await page()
await signet.setChannel({ channel: 'beta' })
const { isEmbedded, channel } = await signet.ready()
expect('a browser', [isEmbedded, channel, (await signet.sync()).outcome], [true, 'beta', 'upToDate'])
expect('reject in a browser', (await signet.reject({ reason: 'x' }).catch(({ code }) => code)), 'UNAVAILABLE')
return failures
