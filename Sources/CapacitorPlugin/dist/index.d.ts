/// <reference types="@capacitor/cli" />
import type { PluginListenerHandle } from '@capacitor/core'

declare module '@capacitor/cli' {
  export interface PluginsConfig {
    /** Checked once, when the app starts; a mistake is reported with the name of the member. */
    Signet?: SignetConfiguration
  }
}

export interface SignetConfiguration {
  /** Where the published tree of the environment is, an https address. */
  origin: string
  /** The environment whose keys sign. */
  environment: string
  /** What `signet keys export --json` prints. */
  keys: { keys: object[] }
  /** The version of the web assets in the app, by which they compete with downloaded bundles. */
  version: string
  /** The version of the native shell; that of the app unless it is given. */
  shell?: string
  /** The channel to follow until `setChannel()` names another. */
  channel?: string
  /** How long a new bundle may take until it calls `ready()`, in milliseconds; 10000, and at least 1000. */
  readyTimeout?: number
  /** Whether to look for bundles at start and on return after 15 minutes; true. */
  autoUpdate?: boolean
  /** How many of the newest bundles stay on the device; 3. */
  keep?: number
}

export interface CurrentBundle {
  version: string
  /** Whether it is the one that the app ships. */
  isEmbedded: boolean
  /** Whether it has proved that it works. */
  isConfirmed: boolean
  /** The version that `reload()` would show instead; null for none. */
  next: string | null
  /** The version of the native shell. */
  shell: string
  channel: string | null
}

export interface StoredBundle {
  version: string
  /**
   * `embedded`: the app ships it; `new`: it was never shown; `trial`: it was shown and has not proved yet that it works;
   * `confirmed`; `failed`: it was given up, or its page rejected it; `withdrawn`: it must not be shown any more.
   */
  state: 'embedded' | 'new' | 'trial' | 'confirmed' | 'failed' | 'withdrawn'
  isCurrent: boolean
}

export interface BundleEvent {
  /** The bundle that it is about. */
  version: string
  /** A phrase for a log. */
  reason: string
  /** `2026-01-31T09:30:00Z`. */
  time: string
}

export interface UpdateFailedEvent extends Omit<BundleEvent, 'version'> {
  version: null
  /**
   * Why, in a word: `document`, `document-status`, `verification/…`, `address`, `archive`, `archive-silent`,
   * `archive-status`, `archive-changed`, `archive-too-large`, `wrong-size`, `wrong-hash`, `bad-signature`,
   * `malformed-archive`, `wrong-files`, `store/…` or `cancelled`.
   */
  code: string
}

export interface ShellTooOldEvent extends BundleEvent {
  /** The oldest version of the shell that can show the bundle. */
  minimumShell: string
  /** Whether the bundle that is shown was withdrawn and there is no other. */
  isRequired: boolean
}

export interface SignetEvents {
  /** A bundle was downloaded and checked. It starts at `reload()`, or when the app starts. */
  updateReady: BundleEvent
  /** There was no update; everything works as before. */
  updateFailed: UpdateFailedEvent
  /** A bundle was given up, and another one is shown. The page of that one is told. */
  rolledBack: BundleEvent
  /** The newest bundle needs a newer app. */
  shellTooOld: ShellTooOldEvent
}

export type SyncResult =
  | { outcome: 'upToDate' }
  | { [Name in keyof SignetEvents]: { outcome: Name } & SignetEvents[Name] }[keyof SignetEvents]

export interface SignetPlugin {
  /**
   * Says that this page works, and with it its bundle. Call it once the page does its job: a new bundle that does not in
   * time is given up.
   */
  ready(): Promise<CurrentBundle>
  /** Looks for a bundle, and waits until there is an outcome; a failure is one, and nothing is thrown for it. */
  sync(): Promise<SyncResult>
  /** The bundle of this session. */
  getCurrentBundle(): Promise<CurrentBundle>
  /** All bundles on this device. */
  getBundles(): Promise<{ bundles: StoredBundle[] }>
  /** Shows the best bundle, or loads the same one again when there is no better. */
  reload(): Promise<void>
  /** Forgets all that was downloaded, and shows what the app ships. */
  reset(): Promise<void>
  /** Says that this page does not work: its bundle is given up at once, confirmed or not. */
  reject(options: { reason: string }): Promise<void>
  /** Follows a channel from now on; null for that of the configuration. */
  setChannel(options: { channel: string | null }): Promise<void>
  addListener<Name extends keyof SignetEvents>(
    event: Name,
    listener: (event: SignetEvents[Name]) => void,
  ): Promise<PluginListenerHandle>
  removeAllListeners(): Promise<void>
}

export declare const Signet: SignetPlugin
