/**
 * What this client needs of cryptography, by the WebCrypto of the platform. An app without it (React Native) gives a gate its
 * own `verify`, `sha256` and `random`.
 *
 * Own: nothing; no primitive is written here. Proved by every accepted case of `verification-….json` and by `shares.json`.
 */

/** Whether there is WebCrypto here; a page that is not served over https has none. */
export const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined

/**
 * A ring is read once, and its keys by WebCrypto when they are first needed.
 * @type {WeakMap<Uint8Array, Promise<CryptoKey>>}
 */
const imported = new WeakMap()

/** @type {import('./index.js').Verify} */
export async function verify(publicKey, signature, data) {
  const key = imported.get(publicKey)
    ?? crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  imported.set(publicKey, key)
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await key, signature, data)
}

/** @type {import('./index.js').SHA256} */
export const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

/** @type {import('./index.js').Random} */
export const random = (count) => crypto.getRandomValues(new Uint8Array(count))
