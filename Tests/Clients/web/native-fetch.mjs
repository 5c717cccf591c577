// The `fetch` of React Native, as its source has it: over XMLHttpRequest, without a stream, and with the time on the address
// where no cache is wanted.

/** @param {(url: string) => { status?: number, text?: string, url?: string, headers?: Record<string, string> }} answer */
export function nativeFetch(answer) {
  const made = { asked: [], read: 0 }
  made.Request = class {
    constructor(url, { cache, headers = {} } = {}) {
      this.url = /^no-(?:store|cache)$/.test(cache) ? `${url}${url.includes('?') ? '&' : '?'}_=${Date.now()}` : url
      this.headers = new Map(Object.entries(headers))
    }
  }
  made.fetch = async (address, options) => {
    const request = new made.Request(address, options)
    made.asked.push(request)
    const { status = 200, text = '', url = request.url, headers = {} } = answer(request.url)
    const read = async () => {
      made.read += 1
      return text
    }
    return { type: 'default', status, url, headers: new Map(Object.entries(headers)), text: read }
  }
  return made
}
