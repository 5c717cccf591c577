// What the article's code uses of frameworks that are not here.

declare module 'react' {
  export type ReactNode = unknown
  export function useState<T>(first: T): [T, (now: T) => void]
  export function useEffect(effect: () => void | (() => void), dependencies: readonly unknown[]): void
}
declare module 'vue' {
  export interface ShallowRef<T> { value: T }
  export function shallowRef<T>(first: T): ShallowRef<T>
  export function onMounted(work: () => void | Promise<void>): void
  export function onUnmounted(work: () => void): void
}
declare module 'react-native' {
  export const Platform: { OS: 'ios', Version: string } | { OS: 'android', Version: number }
  export const AppState: { addEventListener(event: 'change', listener: (state: string) => void): { remove(): void } }
}
declare module '@react-native-async-storage/async-storage' {
  const storage: { getItem(key: string): Promise<string | null>, setItem(key: string, value: string): Promise<void> }
  export default storage
}
declare module 'react-native-quick-crypto' {
  const crypto: { subtle: SubtleCrypto, getRandomValues(bytes: Uint8Array): Uint8Array }
  export default crypto
}
declare namespace JSX {
  type Element = unknown
  interface IntrinsicElements { [name: string]: Record<string, unknown> }
}
