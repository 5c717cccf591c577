// What a configuration needs of @capacitor/cli, by its own types.

export interface PluginsConfig {
  [key: string]: { [key: string]: any } | undefined
}

export interface CapacitorConfig {
  appId?: string
  appName?: string
  webDir?: string
  plugins?: PluginsConfig
}
