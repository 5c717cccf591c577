/**
 * What this client throws or reports: `code` is for programs and stable, `message` is a phrase for people.
 *
 * Own: codes and phrases are those of all clients of Signet, to the byte, so that one search finds a failure in the logs of
 * every app. Proved by `phrase` in `verification-….json` and `sequences….json`.
 */

export class SignetError extends Error {
  name = 'SignetError'
  constructor(/** @type {string} */ code, /** @type {string} */ message) {
    super(message)
    this.code = code
  }
}

/** Why a file is not a manifest; `phrase` says which check failed, and `isTransient` whether another attempt may succeed. */
export class VerificationError extends SignetError {
  name = 'VerificationError'
  constructor(/** @type {string} */ code, /** @type {string} */ phrase, { detail = '', isTransient = false } = {}) {
    super(code, detail === '' ? phrase : `${phrase}: ${detail}`)
    this.phrase = phrase
    this.isTransient = isTransient
  }
}

/** Why an exported key ring cannot be read. */
export class KeyRingError extends SignetError {
  name = 'KeyRingError'
  constructor(/** @type {string} */ message) { super('key-ring', message) }
}

/** Why a body is not a gate document; `isSyntax` when it is not even strict JSON. */
export class DocumentError extends SignetError {
  name = 'DocumentError'
  constructor(/** @type {string} */ message, isSyntax = false) {
    super('document', message)
    this.isSyntax = isSyntax
  }
}

/** Why there is no response. */
export class TransportError extends SignetError { name = 'TransportError' }

/** Why a check failed, or decided less than it should; `phrase` is that of a {@link VerificationError}. */
export class CheckFailure extends SignetError {
  name = 'CheckFailure'
  constructor(/** @type {string} */ code, /** @type {string} */ message, isTransient = false, /** @type {string | null} */ phrase = null) {
    super(code, message)
    this.isTransient = isTransient
    this.phrase = phrase
  }

  static of(/** @type {unknown} */ error, prefix = '') {
    if (error instanceof CheckFailure) return error
    if (error instanceof VerificationError) return new CheckFailure(prefix + error.code, error.message, error.isTransient, error.phrase)
    return new CheckFailure('transport', error instanceof Error ? error.message : String(error))
  }
}
