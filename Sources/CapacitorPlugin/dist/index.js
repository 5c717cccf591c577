import { registerPlugin } from '@capacitor/core'

const native = registerPlugin('Signet', { web: () => import('./web.js').then((module) => new module.SignetWeb()) })

// All bundles have the same address. The native side knows this page by this name, so that what it says is said of the
// bundle that it was loaded from, and never of one that comes after it. By its age, and how long the call has waited since,
// it knows a page that is being left.
const page = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
const attached = native.attach({ page, age: performance.now(), at: Date.now() })
// A configuration that cannot be used is reported by every call; an import alone is not to fail for it.
attached.catch(() => {})

const call = async (method, options = {}) => {
  await attached
  return native[method](options)
}

export const Signet = {
  ready: () => call('ready', { page }),
  sync: () => call('sync'),
  getCurrentBundle: () => call('getCurrentBundle'),
  getBundles: () => call('getBundles'),
  reload: () => call('reload'),
  reset: () => call('reset'),
  reject: ({ reason }) => call('reject', { page, reason }),
  setChannel: ({ channel }) => call('setChannel', channel === null ? {} : { channel }),
  addListener: (event, listener) => native.addListener(event, listener),
  removeAllListeners: () => native.removeAllListeners(),
}
