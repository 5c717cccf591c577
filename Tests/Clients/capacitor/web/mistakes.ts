// Mistakes that the types must find: tsc --strict fails where one of them is no error.

import { Signet } from 'signet-capacitor'
import type { CapacitorConfig } from '@capacitor/cli'

const right = { origin: 'https://distribution.example.com', environment: 'production', keys: { keys: [] }, version: '1.4.0' }
export const configurations: CapacitorConfig[] = [
  { plugins: { Signet: right } },
  // @ts-expect-error: there is no such member
  { plugins: { Signet: { ...right, defaultChannel: 'beta' } } },
  // @ts-expect-error: milliseconds
  { plugins: { Signet: { ...right, readyTimeout: '10s' } } },
  // @ts-expect-error: a truth value
  { plugins: { Signet: { ...right, autoUpdate: 'background' } } },
  // @ts-expect-error: without a version every download would be newer than a new app
  { plugins: { Signet: { origin: right.origin, environment: right.environment, keys: right.keys } } },
]

export async function mistakes() {
  // @ts-expect-error: the name of another plugin
  await Signet.notifyAppReady()
  // @ts-expect-error: a reason is needed
  await Signet.reject()
  // @ts-expect-error: an object, as everywhere in Capacitor
  await Signet.setChannel('beta')
  // @ts-expect-error: there is no such event
  await Signet.addListener('downloadComplete', () => {})
  await Signet.addListener('rolledBack', (event) => {
    // @ts-expect-error: only shellTooOld has it
    event.minimumShell.length
  })
  const result = await Signet.sync()
  // @ts-expect-error: up to date is of no version
  result.version.length
  const { next } = await Signet.getCurrentBundle()
  // @ts-expect-error: there may be none
  next.length
  const { bundles } = await Signet.getBundles()
  // @ts-expect-error: no such state
  if (bundles[0]?.state === 'pending') return
}
