import { Device, Gate, MemoryStorage, TrustedKeys } from './signet.js'
import { keyRing } from './key-ring.js' // signet keys export --js --environment production > key-ring.js

const gate = new Gate({
  base: 'https://distribution.example.com', path: 'distribution/availability-ios', format: 'availability-ios',
  envelope: 'jws', environment: 'production', keys: await TrustedKeys.load(keyRing), storage: new MemoryStorage(),
  device: new Device({ platform: 'ios', os: '17.5', app: '2.9.4', languages: ['en-GB'] }),
})
const { isBlocked, outcome, update } = await gate.check()
console.log(isBlocked ? `${outcome}: ${update?.description?.text}` : 'the app runs')
