// What the plugin uses of @capacitor/core, by its own types.

export interface PluginListenerHandle {
  remove: () => Promise<void>
}

export declare function registerPlugin<T>(
  name: string,
  implementations?: { web?: () => Promise<unknown> },
): T

export declare class WebPlugin {
  addListener(event: string, listener: (...values: any[]) => any): Promise<PluginListenerHandle>
  removeAllListeners(): Promise<void>
  protected notifyListeners(event: string, data: any, retainUntilConsumed?: boolean): void
  protected unavailable(message?: string): Error
}
