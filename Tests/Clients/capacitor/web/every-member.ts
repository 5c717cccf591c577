// An app that uses every member of the plugin.

import { Signet } from 'signet-capacitor'
import type {
  BundleEvent, CurrentBundle, ShellTooOldEvent, SignetConfiguration, SignetEvents, SignetPlugin, StoredBundle, SyncResult,
  UpdateFailedEvent,
} from 'signet-capacitor'
import type { CapacitorConfig } from '@capacitor/cli'

const configuration: Required<SignetConfiguration> = {
  origin: 'https://distribution.example.com', environment: 'production', keys: { keys: [{}] }, version: '1.4.0',
  shell: '2.1.0', channel: 'beta', readyTimeout: 10_000, autoUpdate: true, keep: 3,
}
export const config: CapacitorConfig = { appId: 'com.example', plugins: { Signet: configuration } }

export async function use(plugin: SignetPlugin = Signet): Promise<string[]> {
  const said: string[] = []
  const current: CurrentBundle = await plugin.ready()
  said.push(current.version, current.shell, current.next ?? '', current.channel ?? '')
  if (current.isEmbedded && current.isConfirmed) said.push('embedded')
  const { bundles }: { bundles: StoredBundle[] } = await plugin.getBundles()
  for (const { version, state, isCurrent } of bundles) if (isCurrent) said.push(version, state)
  const handles = [
    await plugin.addListener('updateReady', (event: BundleEvent) => said.push(event.version, event.reason, event.time)),
    await plugin.addListener('updateFailed', (event: UpdateFailedEvent) => said.push(event.code, event.reason)),
    await plugin.addListener('rolledBack', ({ version }: SignetEvents['rolledBack']) => said.push(version)),
    await plugin.addListener('shellTooOld', (event: ShellTooOldEvent) => said.push(event.minimumShell, `${event.isRequired}`)),
  ]
  const result: SyncResult = await plugin.sync()
  switch (result.outcome) {
    case 'upToDate': break
    case 'updateReady': await plugin.reload(); break
    case 'updateFailed': said.push(result.code); break
    case 'rolledBack': said.push(result.version.slice(1)); break
    case 'shellTooOld': said.push(result.minimumShell); break
    default: { const never: never = result; said.push(never) }
  }
  await plugin.setChannel({ channel: 'beta' })
  await plugin.setChannel({ channel: null })
  await plugin.reject({ reason: 'the login is blank' })
  await plugin.reset()
  for (const handle of handles) await handle.remove()
  await plugin.removeAllListeners()
  return said
}
