/**
 * Signet for the web, desktops and React Native: verifies a signed gate document and decides by it whether an app may run.
 * `index.d.ts` describes what is exported here, and `README.md` says how to begin.
 */

export { decide, Device, sharePoint, unreadable } from './decision.js'
export { CheckFailure, DocumentError, KeyRingError, SignetError, TransportError, VerificationError } from './errors.js'
export { Gate } from './gate.js'
export { chooseText } from './languages.js'
export { PromptThrottle } from './prompts.js'
export { isInShare, readGateDocument } from './rules.js'
export { DatabaseStorage, MemoryStorage, WebStorage } from './storage.js'
export { fetchTransport, fixedTransport } from './transport.js'
export { matchesVersion, ruleTime, systemClock } from './values.js'
export { TrustedKeys, VerifiedManifest, Verifier } from './verifier.js'
