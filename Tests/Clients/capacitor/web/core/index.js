// In place of @capacitor/core: how it finds a plugin's native side, after its source (core/src/runtime.ts). Each method is a
// promise of the bridge if the native side has announced it, and that of the web implementation in a browser.

export class WebPlugin {
  #listeners = []

  async addListener(event, listener) {
    const entry = { event, listener }
    this.#listeners.push(entry)
    return { remove: async () => { this.#listeners = this.#listeners.filter((other) => other !== entry) } }
  }

  async removeAllListeners() {
    this.#listeners = []
  }

  unavailable(message) {
    return Object.assign(new Error(message), { code: 'UNAVAILABLE' })
  }
}

export function registerPlugin(name, implementations) {
  const native = globalThis.Capacitor
  const header = native?.PluginHeaders?.find((header) => header.name === name)
  let implementation
  const call = async (method, options, callback) => {
    const announced = header?.methods.find(({ name }) => name === method)
    if (announced?.rtype === 'promise') return native.nativePromise(name, method, options)
    if (announced) return native.nativeCallback(name, method, options, callback)
    if (header) throw new Error(`"${name}.${method}()" is not implemented on ${native.getPlatform()}`)
    implementation ??= await implementations.web()
    return method === 'addListener' ? implementation.addListener(options.eventName, callback) : implementation[method](options)
  }
  const addListener = async (eventName, callback) => {
    const id = await call('addListener', { eventName }, callback)
    if (!header) return id
    return { remove: async () => { await call('removeListener', { eventName, callbackId: id }, callback) } }
  }
  return new Proxy({}, {
    get: (_, method) => (method === 'addListener' ? addListener : (options) => call(method, options)),
  })
}
