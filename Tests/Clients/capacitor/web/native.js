// A native side that outlives its pages, as in an app: it shows bundles in a frame, injects into each page what Capacitor
// injects, and takes a bundle back whose page does not call ready() in time.

const promises = [
  'attach', 'ready', 'sync', 'getCurrentBundle', 'getBundles', 'reload', 'reset', 'reject', 'setChannel', 'removeAllListeners',
]

export class Native {
  /** Every call, in order: the method, and what the page gave. */
  calls = []
  /** A configuration that cannot be used; null when it can. */
  problem = null
  current = { version: '1.4.0', isConfirmed: true }
  next = null
  #pages = new Map()
  #listeners = []
  #retained = []
  #frame

  constructor(frame, readyTimeout) {
    this.#frame = frame
    this.readyTimeout = readyTimeout
  }

  /** Loads the start page of a bundle, and waits until it is there. */
  async show(bundle) {
    this.current = bundle
    const loaded = new Promise((done) => this.#frame.addEventListener('load', done, { once: true }))
    this.#frame.src = `/app.html?bundle=${bundle.version}&load=${this.calls.length}`
    await loaded
    if (!bundle.isConfirmed) setTimeout(() => this.#judge(bundle), this.readyTimeout)
  }

  async #judge(bundle) {
    if (bundle.isConfirmed || this.current !== bundle) return
    const failed = bundle.version
    // The listeners of the page go with it.
    this.#listeners = []
    await this.show({ version: '1.4.0', isConfirmed: true })
    this.tell('rolledBack', { version: failed, reason: 'it did not say ready()', time: '2026-01-31T09:30:00Z' })
  }

  /** Capacitor's notifyListeners with retainUntilConsumed. */
  tell(event, data) {
    const listening = this.#listeners.filter((listener) => listener.event === event)
    if (listening.length === 0) this.#retained.push({ event, data })
    for (const { callback } of listening) callback(data)
  }

  #answer(method, options) {
    if (this.problem) throw new Error(this.problem)
    switch (method) {
      case 'attach': this.#pages.set(options.page, this.current); return {}
      case 'ready':
        if (this.#pages.get(options.page) === this.current) this.current.isConfirmed = true
        return { ...this.current }
      case 'getCurrentBundle': return { ...this.current }
      case 'getBundles': return { bundles: [{ ...this.current, isCurrent: true }] }
      case 'sync': return this.next ? { outcome: 'updateReady', version: this.next.version } : { outcome: 'upToDate' }
      case 'reload': {
        const bundle = this.next ?? this.current
        this.next = null
        this.#listeners = []
        // The page goes on for a while, although another bundle is current.
        this.current = bundle
        setTimeout(() => this.show(bundle), 300)
        return {}
      }
      default: return {}
    }
  }

  /** `window.Capacitor` of a page. */
  inject() {
    return {
      getPlatform: () => 'ios',
      isNativePlatform: () => true,
      PluginHeaders: [{
        name: 'Signet',
        methods: [
          { name: 'addListener' }, { name: 'removeListener' }, ...promises.map((name) => ({ name, rtype: 'promise' })),
        ],
      }],
      nativePromise: async (plugin, method, options) => {
        // As JSON, and some time later: the bridge copies what it is given.
        this.calls.push([method, JSON.parse(JSON.stringify(options ?? null))])
        await new Promise((done) => setTimeout(done, 5))
        return this.#answer(method, options)
      },
      nativeCallback: (plugin, method, { eventName, callbackId }, callback) => {
        if (method === 'removeListener') {
          this.#listeners = this.#listeners.filter(({ id }) => id !== callbackId)
          return callbackId
        }
        const id = `${Math.random()}`
        this.#listeners.push({ id, event: eventName, callback })
        const told = this.#retained.filter(({ event }) => event === eventName)
        this.#retained = this.#retained.filter(({ event }) => event !== eventName)
        for (const { data } of told) setTimeout(() => callback(data))
        return id
      },
    }
  }
}
