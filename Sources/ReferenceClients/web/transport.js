/**
 * Fetches one address. A transport uses no cache, sends no validators, and need not trust what it gets.
 *
 * Own: redirects to the same host only, a limit of bytes while they arrive, and no compression where a request can refuse it.
 * Proved by `Tests/Clients/web/gate.test.mjs` against a server that redirects, packs, never ends, and breaks off, and with a
 * `fetch` that does what React Native's does.
 */

import { messageOf, TransportError } from './errors.js'
import { bytesOf } from './json.js'

const REDIRECTS = 5
const NO_COMPRESSION = { 'accept-encoding': 'identity' }
/** Any address, for requests that are made to look at them. */
const PROBE = 'https://localhost/'

/** @param {string} text https, or http of this very machine; by its form, since React Native has no host of a `URL` */
export const isAddress = (text) => /^https:\/\/[^/?#@\s\\]+(?:[/?#]\S*)?$/.test(text)
  || /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?(?:[/?#]\S*)?$/.test(text)

/**
 * By the `fetch` of the platform. A browser does not tell where a redirect leads; there a second request follows it, and only
 * the last address is checked, as in React Native, which follows by itself. Browsers also decide about compression themselves,
 * so that the limit is one of the expanded body.
 * @type {import('./index.js').Transport}
 */
export async function fetchTransport(url, { byteLimit, signal }) {
  if (!isAddress(url)) throw new TransportError('unacceptable-url', `${url} is not an https address`)
  let address = url
  const ask = (/** @type {RequestRedirect} */ redirect) => fetch(address, {
    redirect, signal, credentials: 'omit', referrerPolicy: 'no-referrer', ...withoutCache(),
  })
  try {
    for (let count = 0; count <= REDIRECTS; count += 1) {
      let response = await ask('manual')
      if (response.type === 'opaqueredirect') {
        response = await ask('follow')
        checkRedirect(address, response.url)
      } else if ([301, 302, 303, 307, 308].includes(response.status) && response.headers.has('location')) {
        await response.body?.cancel()
        address = checkRedirect(address, new URL(response.headers.get('location') ?? '', address).href)
        continue
      } else if (isOfRequests()) checkRedirect(address, response.url || address)
      if (response.status === 200) return { status: 200, body: await readBody(response, byteLimit) }
      // What an error page says, packed or not, is of no account.
      await response.body?.cancel()
      return { status: response.status, body: new Uint8Array() }
    }
  } catch (error) {
    if (error instanceof TransportError) throw error
    throw new TransportError(signal.aborted ? 'cancelled' : 'unreachable', messageOf(error))
  }
  throw new TransportError('unreachable', 'too many redirects')
}

/** @type {(from: string, to: string) => string} where a redirect leads, if it is followed */
function checkRedirect(from, to) {
  const isSecure = to.startsWith('https:') || !from.startsWith('https:')
  if (!isAddress(to) || hostOf(to) !== hostOf(from) || !isSecure) throw new TransportError('redirected', `a redirect to ${to}`)
  return to
}

/** By its form as well. */
const hostOf = (/** @type {string} */ address) => /^https?:\/\/(\[[^\]]*\]|[^/?#:]*)/.exec(new URL(address).href)?.[1]

/** Whether `fetch` is made of XMLHttpRequest, as in React Native: such a one puts the time on the address for `no-store`. */
const isOfRequests = () => new Request(PROBE, { cache: 'no-store' }).url !== PROBE

/** An address with the time would miss each cache of the host, and break a signed one; the header is what browsers send. */
const withoutCache = () => (isOfRequests() ? { headers: { ...NO_COMPRESSION, 'cache-control': 'no-cache' } }
  : { cache: /** @type {const} */ ('no-store'), headers: NO_COMPRESSION })

async function readBody(/** @type {globalThis.Response} */ response, /** @type {number} */ byteLimit) {
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity' && asksForNoCompression()) {
    await response.body?.cancel()
    throw new TransportError('encoded', `the body is compressed: ${encoding}`)
  }
  const tooLarge = () => new TransportError('body-too-large', `the body is larger than ${byteLimit} bytes`)
  const reader = response.body?.getReader()
  if (!reader) {
    // React Native has all of it by now, and no stream. A `.jws` is ASCII: what is read as text is what was sent.
    if (Number(response.headers.get('content-length')) > byteLimit) throw tooLarge()
    const text = await response.text()
    if (text.length > byteLimit) throw tooLarge()
    return text
  }
  /** @type {Uint8Array[]} */ const parts = []
  let count = 0
  for (;;) {
    const { value: part } = await reader.read()
    if (!part) break
    count += part.length
    parts.push(part)
    if (count <= byteLimit) continue
    await reader.cancel()
    throw tooLarge()
  }
  const body = new Uint8Array(count)
  for (const part of parts.reverse()) body.set(part, count -= part.length)
  return body
}

/** Whether this platform lets a request refuse compression; browsers drop the header. */
const asksForNoCompression = () => new Request(PROBE, { headers: NO_COMPRESSION }).headers.has('accept-encoding')

/** It lends no trust: the document must be signed by a key on the ring. */
export const fixedTransport = (/** @type {Uint8Array | string | null} */ file) => async () => {
  if (file === null) throw new TransportError('unreachable', 'there is no network here')
  return { status: 200, body: bytesOf(file) }
}
