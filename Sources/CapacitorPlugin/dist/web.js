import { WebPlugin } from '@capacitor/core'

/** A browser, where `npm start` shows the app: there is one bundle, and nothing to go back to. */
export class SignetWeb extends WebPlugin {
  #channel = null

  async attach() {}

  async ready() {
    return this.getCurrentBundle()
  }

  async sync() {
    return { outcome: 'upToDate' }
  }

  async getCurrentBundle() {
    const channel = this.#channel
    return { version: '0.0.0', isEmbedded: true, isConfirmed: true, next: null, shell: '0.0.0', channel }
  }

  async getBundles() {
    return { bundles: [{ version: '0.0.0', state: 'embedded', isCurrent: true }] }
  }

  async reload() {
    location.reload()
  }

  async reset() {}

  async reject() {
    throw this.unavailable('the embedded bundle cannot be rejected: there is nothing to go back to')
  }

  async setChannel({ channel = null }) {
    this.#channel = channel
  }
}
